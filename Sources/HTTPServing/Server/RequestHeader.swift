import HTTPMessages

/// The header fields of a request as libmicrohttpd read them, and a check against the bytes on the wire.
///
/// libmicrohttpd 0.9.75 reads a blank before the colon as part of the name, adds a folded line to the name of the field
/// before it, and ends names, values and targets at a zero byte. A program in front of it that reads the same bytes
/// differently may see a body where the next request begins. So each byte of the header must belong to a field.
struct RequestHeader {
    private(set) var fields = HTTPFields()
    /// Whether all names are tokens, and no value has control characters (RFC 9110, 5.1 and 5.5).
    private(set) var isClean = true
    /// The bytes of the fields, each on a line of its own with a colon and a blank.
    private var plainBytes = 0

    mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        let field = HTTPFields.Field(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
        isClean = isClean && !name.isEmpty && field.name.utf8.count == name.count && Self.isPrintable(value)
        plainBytes += name.count + value.count + 4
        fields.append(field.name, field.value)
    }

    /// Returns the number of bytes in a header that its fields do not explain.
    ///
    /// - Parameters:
    ///   - count: how many bytes the header had, its request line included.
    ///   - methodAndTarget: how many of them were method and target.
    /// - Returns: more than 0 for bytes that belong to nothing, and less where blanks or carriage returns are missing
    ///   that others write: such bytes may hide there.
    func unexplained(of count: Int, methodAndTarget: Int) -> Int {
        count - methodAndTarget - "  HTTP/1.1\r\n\r\n".utf8.count - plainBytes
    }

    private static func isPrintable(_ value: UnsafeRawBufferPointer) -> Bool {
        value.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
