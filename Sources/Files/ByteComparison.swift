// `hasPrefix`, `dropFirst` and `firstIndex(of:)` of a String go by characters as people see them. A name that begins
// with a combining mark makes one character with the slash before it. Names of files are bytes.

extension StringProtocol {
    /// Returns what follows `prefix`; `nil` if the text does not begin with its bytes.
    package func rest(after prefix: String) -> SubSequence? {
        guard utf8.starts(with: prefix.utf8) else { return nil }
        return self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...]
    }

    /// Whether the text ends with the bytes of `suffix`.
    package func endsWithBytes(of suffix: String) -> Bool {
        utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// Whether the text has a slash.
    package var hasSlash: Bool { utf8.contains(UInt8(ascii: "/")) }
}

extension String {
    /// The text before its last dot; all of it if it has none.
    package var beforeLastDot: String {
        utf8.lastIndex(of: UInt8(ascii: ".")).map { String(self[..<$0]) } ?? self
    }
}

extension Collection where Element == UInt8 {
    /// Returns what follows `scheme`, whose letters are lower case here and may be either in the text; `nil` if it does
    /// not begin so.
    package func rest(afterScheme scheme: String) -> SubSequence? {
        let isSame = prefix(scheme.utf8.count).elementsEqual(scheme.utf8) { byte, wanted in
            ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == wanted
        }
        return isSame ? dropFirst(scheme.utf8.count) : nil
    }
}
