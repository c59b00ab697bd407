package import Files

/// The identifier of a photo: the SHA-256 of its file. The same bytes are the same photo, except for a duplicate, whose
/// digits are random.
package struct PhotoID: Hashable, Sendable, CustomStringConvertible {
    /// The 64 lower-case hexadecimal digits.
    package let text: String

    package var description: String { text }

    package init(_ digest: SHA256Digest) {
        text = digest.hex
    }

    /// Computes the identifier of a photo from its bytes.
    package init(of bytes: [UInt8]) {
        self.init(SHA256Digest(of: bytes))
    }

    static func random() -> PhotoID { PhotoID(of: (0..<32).map { _ in .random(in: .min ... .max) }) }

    /// Reads an identifier.
    ///
    /// - Returns: `nil` for anything but 64 lower-case hexadecimal digits.
    package init?(_ text: String) {
        guard Self.isLowercaseHex(text, count: 64) else { return nil }
        self.text = text
    }

    /// - Returns: `nil` unless both are the names that a photo's folder and file have, see ``shard`` and ``rest``.
    init?(shard: FilePath, rest: FilePath) {
        guard let shard = shard.hexDigits(count: 2), let rest = rest.hexDigits(count: 62) else { return nil }
        text = shard + rest
    }

    /// The first two digits, which name the photo's folder.
    var shard: String { String(text.prefix(2)) }

    /// The other 62 digits, which name the photo in its folder.
    var rest: String { String(text.dropFirst(2)) }

    static func isLowercaseHex(_ text: String, count: Int) -> Bool {
        text.utf8.count == count
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}

extension FilePath {
    /// Returns the text if it has that many lower-case hexadecimal digits.
    func hexDigits(count: Int) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self), PhotoID.isLowercaseHex(text, count: count) else {
            return nil
        }
        return text
    }
}
