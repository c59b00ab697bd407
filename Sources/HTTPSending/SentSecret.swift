/// A secret that a request contains. Servers and proxies say what they were asked, and so may repeat it in an error:
/// whole, cut short, escaped, or in another case.
package struct SentSecret: Sendable {
    private let parts: Set<[UInt8]>
    private let length: Int
    private let replacement: String

    /// The letters of the shortest part that is hidden.
    private static let shortestPart = 6
    /// The most bytes of a server's text that are kept.
    private static let longestText = 4_096

    /// - Parameter replacement: what is shown in place of the secret.
    package init(_ secret: String, shownAs replacement: String) {
        let bytes = Array(secret.lowercased().utf8)
        length = max(1, min(Self.shortestPart, bytes.count))
        parts = Self.parts(of: bytes, length)
        self.replacement = replacement
    }

    /// Replaces each word that has a part of the secret.
    ///
    /// - Returns: no more than the text's first 4,096 bytes.
    package func hidden(in text: String) -> String {
        var rest = Substring(String(decoding: text.utf8.prefix(Self.longestText), as: UTF8.self))
        var shown = ""
        while let first = rest.first {
            let isBlank = first.isWhitespace
            let run = rest.prefix { $0.isWhitespace == isBlank }
            shown += !isBlank && hasPart(run) ? replacement : String(run)
            rest = rest[run.endIndex...]
        }
        return shown
    }

    private func hasPart(_ word: Substring) -> Bool {
        var bytes = Array(word.lowercased().utf8)
        // What was escaped may have been escaped again.
        for _ in 0..<3 { bytes = Self.unescaped(bytes) }
        return !parts.isDisjoint(with: Self.parts(of: bytes, length))
    }

    private static func parts(of bytes: [UInt8], _ length: Int) -> Set<[UInt8]> {
        guard bytes.count >= length else { return [] }
        return Set((0...bytes.count - length).map { Array(bytes[$0..<$0 + length]) })
    }

    // MARK: Escapes

    /// A way to write a letter as its number.
    private struct Escape {
        let start: String
        let radix: Int
        let digits: ClosedRange<Int>
    }

    /// Of addresses, C, JSON, HTML and XML, in lower case.
    private static let escapes = [
        Escape(start: "%", radix: 16, digits: 2...2), Escape(start: "\\x", radix: 16, digits: 2...2),
        Escape(start: "\\u", radix: 16, digits: 4...4), Escape(start: "&#x", radix: 16, digits: 1...6),
        Escape(start: "&#", radix: 10, digits: 1...7),
    ]

    /// Replaces escapes of ASCII's letters by these, in lower case.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        var rest = bytes[...]
        while let first = rest.first {
            let next = letter(at: rest) ?? (byte: first, length: 1)
            plain.append(next.byte)
            rest = rest.dropFirst(next.length)
        }
        return plain
    }

    /// Returns the letter that the text's first bytes are an escape of, and their number.
    private static func letter(at text: ArraySlice<UInt8>) -> (byte: UInt8, length: Int)? {
        if text.starts(with: "&amp;".utf8) { return (UInt8(ascii: "&"), 5) }
        for escape in escapes where text.starts(with: escape.start.utf8) {
            let digits = text.dropFirst(escape.start.utf8.count).prefix(escape.digits.upperBound)
                .prefix { (Character(UnicodeScalar($0)).hexDigitValue ?? 16) < escape.radix }
            guard digits.count >= escape.digits.lowerBound,
                let value = Int(String(decoding: digits, as: UTF8.self), radix: escape.radix),
                (0x21...0x7E).contains(value)
            else { continue }
            let endsWithSemicolon =
                escape.start.utf8.first == UInt8(ascii: "&") && text[digits.endIndex...].first == UInt8(ascii: ";")
            let isCapital = (0x41...0x5A).contains(value)
            return (
                UInt8(isCapital ? value | 0x20 : value),
                digits.endIndex - text.startIndex + (endsWithSemicolon ? 1 : 0)
            )
        }
        return nil
    }
}
