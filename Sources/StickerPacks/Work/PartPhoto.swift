package import Files
import FoundationEssentials

/// A photo of a part: a line of its manifest.
package struct PartPhoto: Hashable, Sendable {
    /// Where the photo is read from: a path, or an address such as `https://…`.
    package var photo: FilePath
    /// The photo's path from the folder that was split on. It names the sticker and stands in the pack's manifest.
    package var source: FilePath
    /// Of the photo's file; `nil` where it is not known.
    package var byteCount: Int?
    /// Changes when the photo's file does: its time of modification, or an entity tag. `nil` where it is not known.
    package var version: String?
    /// Photos stand in the pack by rising order, those of the same order by the bytes of ``source``. All photos of one
    /// folder have the same order, so that a photo that is added to the folder changes nothing for the others.
    package var order: Int
    /// The photo's origin and credit, if it comes from the web.
    package var origin: PackManifest.Origin?
    /// What is said of the photo.
    package var metadata: StickerMetadata?
    /// What is made otherwise of the photo than of the others.
    package var options: PhotoOptions?
    /// Another address of a photo from the web, for when the first one gives no picture.
    package var alternative: FilePath?

    /// - Parameter source: `nil` for the bare name of the file.
    package init(
        _ photo: FilePath, source: FilePath? = nil, byteCount: Int? = nil, version: String? = nil, order: Int = 0,
        origin: PackManifest.Origin? = nil, metadata: StickerMetadata? = nil, options: PhotoOptions? = nil
    ) {
        self.photo = photo
        self.source = source ?? photo.lastComponent
        self.byteCount = byteCount
        self.version = version
        self.order = order
        self.origin = origin
        self.metadata = metadata
        self.options = options
    }

    /// Whether a photo stands before another in the pack.
    static func precedes(_ left: PartPhoto, _ right: PartPhoto) -> Bool {
        if left.order != right.order { return left.order < right.order }
        if left.source != right.source { return left.source.bytes.lexicographicallyPrecedes(right.source.bytes) }
        return left.photo.bytes.lexicographicallyPrecedes(right.photo.bytes)
    }

    /// Tells photos apart: two names of a photo are two photos.
    var key: Key { Key(photo: photo, source: source) }

    /// The photo as it is called where only its path in a pack is known.
    var adopted: PartPhoto { PartPhoto(source, source: source) }

    struct Key: Hashable {
        let photo: FilePath
        let source: FilePath

        /// Names the record of the photo.
        var digest: SHA256Digest { SHA256Digest(of: photo.bytes + [0] + source.bytes) }
    }
}

extension PartPhoto: Codable {
    /// What a line of a manifest may have.
    static let memberNames = CodingKeys.allCases.map(\.rawValue)

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case photo, source, version, order, origin, metadata, options, alternative
        case byteCount = "bytes"
    }

    /// Only `photo` must be there.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        photo = try Self.path(.photo, in: values)
        source = values.contains(.source) ? try Self.path(.source, in: values) : photo.lastComponent
        byteCount = try values.decodeIfPresent(Int.self, forKey: .byteCount)
        // Sums of them are whole numbers, too.
        guard byteCount.map((0...1 << 50).contains) ?? true else {
            throw DecodingError.dataCorruptedError(forKey: .byteCount, in: values, debugDescription: "not a size")
        }
        version = try values.decodeIfPresent(String.self, forKey: .version)
        order = try values.decodeIfPresent(Int.self, forKey: .order) ?? 0
        origin = try values.decodeIfPresent(PackManifest.Origin.self, forKey: .origin)
        metadata = try values.decodeIfPresent(StickerMetadata.self, forKey: .metadata)
        options = try values.decodeIfPresent(PhotoOptions.self, forKey: .options)
        alternative = values.contains(.alternative) ? try Self.path(.alternative, in: values) : nil
    }

    private static func path(
        _ key: CodingKeys, in values: KeyedDecodingContainer<CodingKeys>
    ) throws -> FilePath {
        guard let path = FilePath(escapedText: try values.decode(String.self, forKey: key)), !path.bytes.isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: "not a path")
        }
        return path
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(photo.escapedText, forKey: .photo)
        try values.encode(source.escapedText, forKey: .source)
        try values.encodeIfPresent(byteCount, forKey: .byteCount)
        try values.encodeIfPresent(version, forKey: .version)
        try values.encode(order, forKey: .order)
        try values.encodeIfPresent(origin, forKey: .origin)
        try values.encodeIfPresent(metadata, forKey: .metadata)
        try values.encodeIfPresent(options, forKey: .options)
        try values.encodeIfPresent(alternative?.escapedText, forKey: .alternative)
    }
}
