import Files

/// The name of an object, or the prefix of many names: `s3://bucket/folder/cat.jpg`.
package struct ObjectAddress: Hashable, Sendable, CustomStringConvertible {
    package let bucket: String
    /// The name in the bucket, without the leading slash; empty for the bucket itself.
    package let key: String

    /// The prefix of every address.
    package static let scheme = "s3://"

    /// The most bytes of a key in S3.
    package static let longestKey = 1024

    /// Creates an address from its parts.
    package init(bucket: String, key: String) {
        self.bucket = bucket
        self.key = key
    }

    /// Reads `s3://BUCKET/KEY`, whose scheme may be in any case.
    ///
    /// - Returns: `nil` for what does not begin with `s3://` and the name of a bucket (letters, digits, `.`, `-`, `_`),
    ///   for a key with a zero byte, and for one of more than ``longestKey`` bytes.
    package init?(_ text: some StringProtocol) {
        guard let name = text.utf8.rest(afterScheme: Self.scheme) else { return nil }
        let parts = name.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let key = parts.count > 1 ? parts[1] : ""
        guard let bucket = parts.first, Self.isBucket(bucket), key.utf8.count <= Self.longestKey, !key.utf8.contains(0)
        else { return nil }
        self.init(bucket: bucket, key: key)
    }

    private static func isBucket(_ name: some StringProtocol) -> Bool {
        (1...255).contains(name.utf8.count) && name != "." && name != ".."
            && name.utf8.allSatisfy { CanonicalEncoding.isUnreserved($0) && $0 != UInt8(ascii: "~") }
    }

    /// The address with a slash at its end, as a folder; a bucket's stays as it is.
    package var asFolder: ObjectAddress {
        key.isEmpty || key.utf8.last == UInt8(ascii: "/") ? self : ObjectAddress(bucket: bucket, key: key + "/")
    }

    /// Returns the address of a name in this folder.
    package func appending(_ name: String) -> ObjectAddress {
        ObjectAddress(bucket: bucket, key: asFolder.key + name)
    }

    package var description: String { "\(Self.scheme)\(bucket)/\(key)" }
}
