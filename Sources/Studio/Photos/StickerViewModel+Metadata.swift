import PhotoLibrary
import StickerPacks

extension StickerViewModel {
    /// Keeps what a person says of a photo's sticker. The sticker itself stays as it is.
    func setMetadata(_ id: PhotoID, _ change: StickerMetadataChange) async throws -> SelectedPhoto {
        guard let before = details[id]?.metadata else { throw StudioError.unknownPhoto(id) }
        let after = try change.applied(to: before)
        guard after != before else { return try described(id) }
        say(after, of: id)
        // It was in the JSON before, and texts can always be written.
        guard let json = details[id]?.json else { return try described(id) }
        do {
            try await library.update(id, details: json)
        } catch {
            // What could not be written did not happen.
            if details[id]?.metadata == after { say(before, of: id) }
            throw error
        }
        return try described(id)
    }

    private func say(_ metadata: StickerMetadata, of id: PhotoID) {
        details[id]?.metadata = metadata
        change(id) { $0.metadata = metadata }
    }

    private func described(_ id: PhotoID) throws -> SelectedPhoto {
        guard let photo = photo(id) else { throw StudioError.unknownPhoto(id) }
        return photo
    }
}

/// The parts of what is said of a sticker that a request changes: `null` takes one away, what is missing stays.
struct StickerMetadataChange: RequestBody, Sendable {
    enum CodingKeys: String, CodingKey, CaseIterable { case emoji, title, text }

    static let example = #"{"emoji":"😺🐈","title":"Mia","text":"A black cat asleep on a book"}"#

    private let emoji: String??
    private let title: String??
    private let text: String??

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String?? {
            values.contains(key) ? .some(try values.decodeIfPresent(String.self, forKey: key)) : nil
        }
        (emoji, title, self.text) = (try text(.emoji), try text(.title), try text(.text))
    }

    /// - Throws: `.badValue` with the rule, which is that of `stickers.json`.
    func applied(to metadata: StickerMetadata) throws -> StickerMetadata {
        var metadata = metadata
        if let emoji { metadata.emoji = if let emoji { try Self.checkedEmoji(emoji) } else { nil } }
        if let title { metadata.title = try Self.checked(title, as: "title") }
        if let text { metadata.text = try Self.checked(text, as: "text") }
        return metadata
    }

    private static func checked(_ text: String?, as name: String) throws -> String? {
        if let text, let problem = MetadataRules.problem(of: text, as: name) { throw StudioError(.badValue, problem) }
        return text
    }

    private static func checkedEmoji(_ text: String) throws -> [String] {
        guard let emoji = PackExport.emoji(in: text) else {
            throw StudioError(.badValue, MetadataRules.noEmoji("'\(text.prefix(80))'"))
        }
        if let problem = MetadataRules.problem(ofEmojiCount: emoji.count) { throw StudioError(.badValue, problem) }
        return emoji
    }
}
