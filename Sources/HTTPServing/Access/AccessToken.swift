import Glibc

/// Grants access to the server. 192 random bits of the system, as 32 letters, digits, `-` and `_` (RFC 4648, 5).
package struct AccessToken: Hashable, Sendable {
    package let text: String

    /// Creates a token. Blocks only if the system has just started and has no randomness yet.
    package init() {
        var bytes = [UInt8](repeating: 0, count: 24)
        let result = getentropy(&bytes, bytes.count)
        precondition(result == 0, "the system has no randomness")
        text = Self.base64URL(bytes)
    }

    /// Reads an existing token.
    ///
    /// - Returns: `nil` for less than 22 characters (128 bits), or others than those of a token.
    package init?(_ text: String) {
        guard text.utf8.count >= 22, text.utf8.allSatisfy({ Self.alphabet.contains($0) }) else { return nil }
        self.text = text
    }

    /// Whether both are equal. The time depends only on the length of `text`.
    package func matches(_ text: String) -> Bool {
        let own = Array(self.text.utf8)
        var difference = text.utf8.count ^ own.count
        for (index, byte) in text.utf8.enumerated() { difference |= Int(byte ^ own[index % own.count]) }
        return difference == 0
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// - Precondition: a multiple of three bytes.
    private static func base64URL(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let bits = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
            for shift in [18, 12, 6, 0] { text.append(alphabet[bits >> shift & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
