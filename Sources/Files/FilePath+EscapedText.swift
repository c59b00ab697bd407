extension FilePath {
    /// The path as text that can be turned back into the same bytes, for a JSON file. A path that is UTF-8 stands there
    /// as it is.
    ///
    /// A byte that is not UTF-8 is written as `%` and two hexadecimal digits, from `%80` to `%FF`. Where the path
    /// itself has such a sequence, or `%25`, its `%` is written as `%25`. Every other `%` stays: `100%.jpg`,
    /// `a%20b.jpg`.
    package var escapedText: String {
        var text = ""
        var rest = bytes[...]
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
            if Self.escapedByte(rest) == nil, let character = String(validating: rest.prefix(length), as: UTF8.self) {
                text += character
                rest = rest.dropFirst(length)
            } else {
                text += "%" + String(first, radix: 16, uppercase: true)
                rest = rest.dropFirst()
            }
        }
        return text
    }

    /// The path that ``escapedText`` was made of; `nil` if the text has a zero byte.
    package init?(escapedText: String) {
        var bytes: [UInt8] = []
        var rest = Array(escapedText.utf8)[...]
        while let first = rest.first {
            let escaped = Self.escapedByte(rest)
            bytes.append(escaped ?? first)
            rest = rest.dropFirst(escaped == nil ? 1 : 3)
        }
        guard !bytes.contains(0) else { return nil }
        self.init(bytes: bytes)
    }

    /// The byte that the escape sequence at the start of `text` stands for: `%25` or `%80` to `%FF`.
    private static func escapedByte(_ text: ArraySlice<UInt8>) -> UInt8? {
        guard text.first == UInt8(ascii: "%"), text.count >= 3 else { return nil }
        let digits = text.dropFirst().prefix(2)
        guard digits.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }),
            let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        return byte >= 0x80 || byte == UInt8(ascii: "%") ? byte : nil
    }
}
