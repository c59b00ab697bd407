/// The percent-encoding of URLs (RFC 3986, 2.1).
package enum PercentCoding {
    /// Decodes the escape sequences of a text into bytes.
    ///
    /// - Parameter plusIsSpace: whether `+` stands for a space, as in what forms send.
    /// - Returns: `nil` when two digits do not follow a `%`.
    package static func bytes(of text: some Sequence<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.underestimatedCount)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return bytes
    }

    /// Decodes the escape sequences of a text that is UTF-8.
    ///
    /// - Returns: `nil` when two digits do not follow a `%`, for a zero byte, and for what is not UTF-8.
    package static func text(of text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        guard let bytes = bytes(of: text.utf8, plusIsSpace: plusIsSpace), !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Whether URLs never encode this byte (RFC 3986, 2.3).
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "-._~".utf8.contains(byte)
    }

    /// Whether it is a letter or a digit of ASCII.
    package static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
