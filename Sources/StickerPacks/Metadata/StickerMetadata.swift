/// What a person says of a photo's stickers. It stands in the pack's manifest, and platforms are told of it.
public struct StickerMetadata: Hashable, Sendable, Codable {
    /// What the stickers stand for, each element one emoji; `nil` for the pack's.
    package var emoji: [String]?
    /// A name; `nil` for the photo's.
    package var title: String?
    /// For people who cannot see the picture; `nil` for the title.
    package var text: String?

    /// Metadata; what is `nil` is taken from the pack or the photo.
    public init(emoji: [String]? = nil, title: String? = nil, text: String? = nil) {
        self.emoji = emoji
        self.title = title
        self.text = text
    }
}
