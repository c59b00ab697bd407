import HTTPMessages

/// An object in a listing.
package struct ListedObject: Hashable, Sendable {
    /// The whole name in the bucket.
    package var key: String
    /// The object's size in bytes.
    package var byteCount: Int
    /// The entity tag with its quotes. It changes when the object is written again.
    package var entityTag: String
}

/// A page of a listing.
struct ListPage: Equatable {
    var objects: [ListedObject] = []
    /// The names that were cut off at a slash, each once, with the slash.
    var folders: [String] = []
    /// The token of the next page; `nil` on the last one.
    var next: String?

    /// The most bytes of a name in S3.
    private static let longestKey = 1_024

    /// Reads a page of a list; `nil` if the bytes are no such page.
    init?(_ bytes: [UInt8]) {
        guard let root = XMLElements.root(of: bytes), root.name == "ListBucketResult" else { return nil }
        // Some servers ignore encoding-type and leave names unencoded.
        let isEncoded = root["EncodingType"] == "url"
        func decoded(_ text: String) -> String? {
            let name = isEncoded ? PercentCoding.text(of: text, plusIsSpace: true) : text
            return name.flatMap { $0.utf8.count <= Self.longestKey ? $0 : nil }
        }
        for child in root.children {
            switch child.name {
            case "Contents":
                guard let key = child["Key"].flatMap(decoded), let size = child["Size"].flatMap({ Int($0) }), size >= 0
                else { return nil }
                objects.append(ListedObject(key: key, byteCount: size, entityTag: child["ETag"] ?? ""))
            case "CommonPrefixes":
                guard let prefix = child["Prefix"].flatMap(decoded) else { return nil }
                folders.append(prefix)
            default: break
            }
        }
        guard root["IsTruncated"] == "true" else { return }
        // A list that continues but does not say where is incomplete.
        guard let token = root["NextContinuationToken"], !token.isEmpty else { return nil }
        next = token
    }
}
