import PhotoLibrary
import StickerPacks

/// The platforms that a pack is made for, and what they want to know of it.
nonisolated struct PackRequest: RequestBody, Sendable {
    let targets: [PackTarget]
    /// `nil` for all photos that are done.
    let ids: [PhotoID]?
    let details: PackExport.Details

    static var names: Set<String> { Set(Key.allCases.map(\.rawValue)) }
    static let example = #"{"targets":["whatsapp"],"title":"Cats"}"#
    /// Characters of a title or an author: more than any platform takes.
    static let longestText = 500

    private enum Key: String, CodingKey, CaseIterable {
        case targets, ids, title, author, emoji, force
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func refused(_ key: Key, _ reason: String) -> DecodingError {
            DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: reason)
        }
        func text(_ key: Key, or standard: String) throws -> String {
            let text = try values.decodeIfPresent(String.self, forKey: key) ?? standard
            guard text.utf8.count <= Self.longestText else { throw refused(key, "at most \(Self.longestText) bytes") }
            return text
        }
        var targets: [PackTarget] = []
        for name in try values.decode([String].self, forKey: .targets) {
            guard let target = PackTarget(rawValue: name) else {
                let names = PackTarget.allCases.map(\.rawValue).joined(separator: ", ")
                throw refused(.targets, "\(name) is not one of \(names)")
            }
            if !targets.contains(target) { targets.append(target) }
        }
        guard !targets.isEmpty else { throw refused(.targets, "name at least one") }
        self.targets = targets
        ids = try values.decodeIfPresent([String].self, forKey: .ids).map { texts in
            try texts.map { text in
                guard let id = PhotoID(text) else { throw refused(.ids, "\(text) is not a photo's id") }
                return id
            }
        }
        let emojiText = try text(.emoji, or: "🙂")
        guard let emoji = PackExport.emoji(in: emojiText) else {
            throw refused(.emoji, "emoji and nothing else, not “\(emojiText)”")
        }
        details = PackExport.Details(
            title: try text(.title, or: "Stickers"), author: try text(.author, or: "Peel"), emoji: emoji,
            force: try values.decodeIfPresent(Bool.self, forKey: .force) ?? false)
    }
}
