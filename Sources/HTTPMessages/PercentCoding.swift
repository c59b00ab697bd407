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

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
