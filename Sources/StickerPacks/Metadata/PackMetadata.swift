package import Files
import Stickers

/// What a person says of a pack and its photos, in a file beside them: `stickers.json`.
///
///     {
///       "title": "Cats", "author": "Ada", "emoji": "🐱",
///       "stickers": {
///         "mia.jpg": {"emoji": "😺🐈", "title": "Mia", "text": "A black cat asleep on a book"},
///         "leo.jpg": {"options": {"text": "Miaow!", "text-at": "top"}},
///         "holidays/tom.jpg": {"emoji": ["😼"]}
///       }
///     }
///
/// All members may be left out. A photo is named by its path from the folder that is given to Peel.
package struct PackMetadata: Hashable, Sendable {
    /// What is said of a photo.
    package struct Photo: Hashable, Sendable {
        /// The photo's name, as `FilePath.escapedText` writes it.
        package var name: String
        /// The name's line in the file, from 1.
        package var line: Int
        /// What is said.
        package var sticker: StickerMetadata
        /// What is made otherwise of it.
        package var options: PhotoOptions?
    }

    /// The name of such a file beside photos.
    package static let fileName = "stickers.json"
    /// A photo in ten lines has less than 1 KB.
    package static let largestFile = 8 << 20
    /// Unicode scalars of a text: more than any platform takes.
    package static let longestText = 1_000
    /// Emoji of a sticker, or of a pack: as many as the platform that takes the most (Telegram).
    package static let mostEmoji = 20

    /// The pack's title.
    package var title: String?
    /// The author's name.
    package var author: String?
    /// Of stickers that have none of their own.
    package var emoji: [String]?
    /// In the order of the file.
    package var photos: [Photo] = []

    /// Reads such a file. Blocks.
    ///
    /// - Parameter allowsPipes: as `FilePath.readBytes` says.
    /// - Throws: ``PackError/Code/badMetadata(line:)`` with the line and the rule that it breaks, or
    ///   ``PackError/Code/file(_:)``.
    package init(readingFrom path: FilePath, allowsPipes: Bool = false) throws(PackError) {
        let bytes = try asPackError { () throws(FileError) in
            try path.readBytes(limit: Self.largestFile, allowsEmpty: true, allowsPipes: allowsPipes)
        }
        do throws(LocatedJSON.Failure) {
            try self.init(LocatedJSON(parsing: bytes, valueLimit: 500_000))
        } catch {
            throw PackError(.badMetadata(line: error.line), path, "\(path), line \(error.line): \(error.reason)")
        }
    }

    private init(_ document: LocatedJSON) throws(LocatedJSON.Failure) {
        for member in try document.members(of: "the file", named: ["title", "author", "emoji", "stickers"]) {
            switch member.name {
            case "title": title = try member.text()
            case "author": author = try member.text()
            case "emoji": emoji = try member.emoji()
            default:
                for photo in try member.value.members(of: "stickers", named: nil) {
                    photos.append(try Photo(photo))
                }
            }
        }
    }
}

extension PackMetadata.Photo {
    fileprivate init(_ photo: LocatedJSON.Member) throws(LocatedJSON.Failure) {
        self.init(name: photo.name, line: photo.line, sticker: StickerMetadata())
        let members = try photo.value.members(
            of: "the entry of a photo", named: ["emoji", "title", "text", "options"])
        for member in members {
            switch member.name {
            case "emoji": sticker.emoji = try member.emoji()
            case "title": sticker.title = try member.text()
            case "text": sticker.text = try member.text()
            default: options = try PhotoOptions(member.value)
            }
        }
    }
}

extension PhotoOptions {
    /// - Returns: `nil` for no option at all.
    fileprivate init?(_ value: LocatedJSON) throws(LocatedJSON.Failure) {
        let members = try value.members(of: "options", named: Self.memberNames)
        guard !members.isEmpty else { return nil }
        var given: [String: LookValue] = [:]
        for member in members {
            let form = LookSetting.ofOnePhoto.first { $0.name == member.name }?.form
            given[member.name] =
                switch form {
                case .number: .number(try member.number())
                case .truth: .isOn(try member.truth())
                case .text, nil: .word(try member.option())
                }
        }
        do throws(StickerError) {
            try self.init(given)
        } catch {
            throw LocatedJSON.Failure(line: value.line, reason: error.description)
        }
        do throws(StickerError) {
            // A worker or a merge reads the same options, where the font need not be installed.
            _ = try text?.font.found()
        } catch {
            let line = members.first { $0.name == LookSetting.font.name }?.line ?? value.line
            throw LocatedJSON.Failure(line: line, reason: "text-font: \(error)")
        }
    }
}

extension LocatedJSON {
    /// The members of an object that are not `null`.
    ///
    /// - Parameter names: the only ones that it may have; `nil` for any.
    fileprivate func members(of what: String, named names: [String]?) throws(Failure) -> [Member] {
        guard case .object(let members) = value else {
            throw Failure(line: line, reason: "\(what) must be an object: { \"name\": value }")
        }
        if let names, let other = members.first(where: { !names.contains($0.name) }) {
            let name = String(other.name.prefix(80))
            let advice = nearest(to: name, among: names).map { "did you mean '\($0)'?" }
            throw Failure(
                line: other.line,
                reason: "unknown name '\(name)'; \(advice ?? "expected \(names.joined(separator: ", "))")")
        }
        return members.filter { !$0.value.isNull }
    }
}

extension LocatedJSON.Member {
    /// The text of an option.
    fileprivate func option() throws(LocatedJSON.Failure) -> String {
        guard case .string(let text) = value.value else {
            throw LocatedJSON.Failure(line: value.line, reason: "\(name) must be a text in double quotes")
        }
        return text
    }

    fileprivate func number() throws(LocatedJSON.Failure) -> Double {
        guard case .other(let word) = value.value, let number = Double(word) else {
            throw LocatedJSON.Failure(line: value.line, reason: "\(name) must be a number")
        }
        return number
    }

    fileprivate func truth() throws(LocatedJSON.Failure) -> Bool {
        guard case .other(let word) = value.value, let truth = Bool(word) else {
            throw LocatedJSON.Failure(line: value.line, reason: "\(name) must be true or false")
        }
        return truth
    }

    /// A text that is one line and not too long.
    fileprivate func text() throws(LocatedJSON.Failure) -> String {
        let text = try option()
        if let problem = MetadataRules.problem(of: text, as: name) {
            throw LocatedJSON.Failure(line: value.line, reason: problem)
        }
        return text
    }

    /// Emoji in one text, or a list of such texts.
    fileprivate func emoji() throws(LocatedJSON.Failure) -> [String] {
        let texts: [LocatedJSON]
        if case .array(let elements) = value.value { texts = elements } else { texts = [value] }
        var emoji: [String] = []
        for text in texts {
            guard case .string(let string) = text.value, let found = PackExport.emoji(in: string) else {
                let given =
                    if case .string(let string) = text.value { "'\(string.prefix(80))'" } else { "something else" }
                throw LocatedJSON.Failure(line: text.line, reason: MetadataRules.noEmoji(given))
            }
            emoji += found
        }
        if let problem = MetadataRules.problem(ofEmojiCount: emoji.count) {
            throw LocatedJSON.Failure(line: value.line, reason: problem)
        }
        return emoji
    }
}
