import Glibc
import HTTPMessages

/// The header fields of a request as libmicrohttpd read them, and a check against the bytes on the wire.
///
/// libmicrohttpd 0.9.75 reads a blank before the colon as part of the name, adds a folded line to the name of the field
/// before it, and ends names, values and targets at a zero byte. A program in front of it that reads the same bytes
/// differently may see a body where the next request begins. So no byte may hide between two of them. They lie in one
/// buffer, in the order in which they were sent, so that each gap can be measured. libmicrohttpd writes zero bytes
/// over the ends of parts, so a zero byte that was sent in place of a carriage return passes.
struct RequestHeader {
    private(set) var fields = HTTPFields()
    /// Whether all names are tokens, no value has control characters (RFC 9110, 5.1 and 5.5), and no byte is hidden.
    private(set) var isClean = true
    /// Whether a gap is shorter than most programs write it. The connection ends then: others may read it otherwise.
    private(set) var isTerse = false
    /// Where the last part ends. Addresses are compared, never read.
    private var end: UnsafeRawPointer

    /// - Parameters:
    ///   - method: in libmicrohttpd's buffer.
    ///   - target: as it was sent, in the same buffer.
    init(method: UnsafePointer<CChar>, target: UnsafeRawBufferPointer) {
        end = UnsafeRawPointer(method) + strlen(method)
        take(target, after: 1...1)
        end += " HTTP/1.1".utf8.count
    }

    mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        let field = HTTPFields.Field(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
        isClean = isClean && !name.isEmpty && field.name.utf8.count == name.count && Self.isPrintable(value)
        // The end of the line before it; a colon and a blank.
        take(name, after: 1...2)
        take(value, after: 1...2)
        fields.append(field.name, field.value)
    }

    /// Measures the last gap: the end of a line, and an empty line.
    mutating func finish(at address: UnsafeRawPointer) {
        take(UnsafeRawBufferPointer(start: address, count: 0), after: 2...4)
    }

    /// - Parameter gap: how many bytes may stand before the part. Most programs write the larger number.
    private mutating func take(_ part: UnsafeRawBufferPointer, after gap: ClosedRange<Int>) {
        let start = part.baseAddress ?? end
        let count = end.distance(to: start)
        isClean = isClean && gap.contains(count)
        isTerse = isTerse || count < gap.upperBound
        end = start + part.count
    }

    private static func isPrintable(_ value: UnsafeRawBufferPointer) -> Bool {
        value.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
