import Files
import PhotoLibrary
import StickerPacks

/// The platforms that a pack is made for, and what they want to know of it.
struct PackRequest: RequestBody, Sendable {
    let targets: [PackTarget]
    /// `nil` for all photos that are done.
    let ids: [PhotoID]?
    /// A pack of the library, in its order and with its cover, in place of ``ids``.
    let pack: PackID?
    /// Its title is that of ``pack`` where the request names none.
    let details: PackExport.Details
    let hasTitle: Bool
    /// The page that wants it: of its packs, the newest alone is kept. `nil` for a program.
    let client: String?

    static let example = #"{"targets":["whatsapp"],"title":"Cats"}"#
    /// Unicode scalars of a title, an author or the emoji: more than any platform takes.
    static let longestText = 2_000

    enum CodingKeys: String, CodingKey, CaseIterable {
        case targets, ids, pack, title, author, emoji, count, force, client
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys, or standard: String) throws -> String {
            guard values.contains(key) else { return standard }
            let text = try values.decode(String.self, forKey: key)
            guard text.unicodeScalars.count <= Self.longestText else {
                throw values.refused(key, "at most \(Self.longestText) characters")
            }
            return text
        }
        var targets: [PackTarget] = []
        for name in try values.decode([String].self, forKey: .targets) {
            guard let target = PackTarget(rawValue: name) else {
                let names = PackTarget.allCases.map(\.rawValue).joined(separator: ", ")
                let advice = nearest(to: name.lowercased(), among: PackTarget.allCases.map(\.rawValue))
                throw values.refused(
                    .targets, "\(name) is not one of \(names)" + (advice.map { "; did you mean \($0)?" } ?? ""))
            }
            if !targets.contains(target) { targets.append(target) }
        }
        guard !targets.isEmpty else { throw values.refused(.targets, "name at least one") }
        self.targets = targets
        ids = try values.decodePhotoIDsIfPresent(forKey: .ids)
        pack = try values.decodeIfPresent(String.self, forKey: .pack).map { text in
            guard let id = PackID(text) else { throw values.refused(.pack, "\(text) is not a pack's id") }
            return id
        }
        guard ids == nil || pack == nil else { throw values.refused(.pack, "name either ids or a pack") }
        hasTitle = values.contains(.title)
        let emojiText = try text(.emoji, or: "🙂")
        guard let emoji = PackExport.emoji(in: emojiText) else {
            throw values.refused(.emoji, "only emoji, not “\(emojiText)”")
        }
        if values.contains(.count), try values.decode(String.self, forKey: .count) != "best" {
            throw values.refused(.count, #"only "best" is known, or leave it out"#)
        }
        details = PackExport.Details(
            title: try text(.title, or: "Stickers"), author: try text(.author, or: "Peel"), emoji: emoji,
            force: try values.contains(.force) && values.decode(Bool.self, forKey: .force),
            keepsBest: values.contains(.count), shortensTitle: !hasTitle)
        client = try values.decodeClientIfPresent(forKey: .client)
    }
}
