import FoundationEssentials

/// What the methods for stickers return; members that are not needed are left out.
extension BotAPI {
    struct User: Decodable, Sendable {
        var username: String?
    }

    struct UploadedFile: Decodable, Sendable {
        var fileID: String

        enum CodingKeys: String, CodingKey { case fileID = "file_id" }
    }

    struct StickerSet: Decodable, Sendable {
        struct Sticker: Decodable, Sendable {
            var emoji: String?
        }

        var stickers: [Sticker]
    }

    /// The API's `InputSticker`.
    struct InputSticker: Encodable {
        /// The file's identifier, or `attach://` and the name of a field.
        var sticker: String
        /// `static` or `video`.
        var format: String
        var emojiList: [String]

        enum CodingKeys: String, CodingKey {
            case sticker, format
            case emojiList = "emoji_list"
        }
    }

    /// The most stickers that `createNewStickerSet` takes at once.
    static let mostAtOnce = 50

    static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Converts a refusal to an error that says what to do.
    static func error(_ status: Int, _ words: String, during what: String) -> UploadError {
        let text = words.lowercased()
        func has(_ parts: String...) -> Bool { parts.contains { text.contains($0) } }
        switch status {
        case 401, 404:
            return UploadError(.badToken, "Telegram does not know the token (\(words)): ask @BotFather for it")
        case 413:
            return UploadError(.refused, "the server refuses a file of that size: \(what)")
        default: break
        }
        if has("peer_id_invalid", "user not found", "user_id_invalid", "chat not found") {
            return UploadError(
                .badUser,
                "Telegram does not let the bot act for that user (\(words)): write to the bot once, and check --user")
        }
        if has("user_is_bot") {
            return UploadError(.badUser, "--user is a bot (\(words)): a set belongs to a person")
        }
        if has("already occupied", "name_occupied") {
            return UploadError(.occupied, "the name is taken (\(words)): choose another with --name")
        }
        if has("set name invalid", "invalid sticker set name", "short_name_invalid") {
            return UploadError(.badName, "Telegram refuses the name (\(words)): choose another with --name")
        }
        if has("emoji") {
            return UploadError(
                .badEmoji, "Telegram refuses the emoji of \(what): \(words); write others in emoji.txt")
        }
        return UploadError(.refused, "Telegram refuses \(what): \(words)")
    }
}
