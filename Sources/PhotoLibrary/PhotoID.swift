package import Files

/// What a photo is called: the SHA-256 of its file, as 64 lower-case hexadecimal digits. The same bytes are the same
/// photo.
package struct PhotoID: Hashable, Sendable, CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    package let text: String

    package var description: String { text }

    package init(_ digest: SHA256Digest) {
        text = digest.hex
    }

    /// Computes the identifier of a photo from its bytes.
    package init(of bytes: [UInt8]) {
        self.init(SHA256Digest(of: bytes))
    }

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

    /// The first two digits: the folder that holds it.
    var shard: String { String(text.prefix(2)) }

    /// The other 62 digits: its name there.
    var rest: String { String(text.dropFirst(2)) }

    fileprivate static func isLowercaseHex(_ text: String, count: Int) -> Bool {
        text.utf8.count == count
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}

extension FilePath {
    /// Itself as text if it is that many lower-case hexadecimal digits.
    func hexDigits(count: Int) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self), PhotoID.isLowercaseHex(text, count: count) else {
            return nil
        }
        return text
    }
}
