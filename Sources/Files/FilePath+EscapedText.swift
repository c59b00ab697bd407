extension FilePath {
    /// The path as text that can be turned back into the same bytes, for a JSON file: a byte that is not UTF-8 is
    /// written as `%` and two hexadecimal digits, the per cent sign itself as `%25`, all else as it is.
    public var escapedText: String {
        var text = ""
        var rest = bytes[...]
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
            if first != UInt8(ascii: "%"), let character = String(validating: rest.prefix(length), as: UTF8.self) {
                text += character
                rest = rest.dropFirst(length)
            } else {
                let digits = String(first, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
                rest = rest.dropFirst()
            }
        }
        return text
    }

    /// The path that ``escapedText`` was made of; `nil` when two digits do not follow a `%`, or for a zero byte.
    public init?(escapedText: String) {
        var bytes: [UInt8] = []
        var rest = Array(escapedText.utf8)[...]
        while let first = rest.popFirst() {
            if first == UInt8(ascii: "%") {
                guard rest.count >= 2, let byte = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                    rest.first != UInt8(ascii: "+")
                else { return nil }
                bytes.append(byte)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(first)
            }
        }
        guard !bytes.contains(0) else { return nil }
        self.init(bytes: bytes)
    }
}
