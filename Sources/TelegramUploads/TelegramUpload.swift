import Execution
import Files
import FoundationEssentials
import HTTPSending
public import StickerPacks

/// Uploads a folder's files as a sticker set, or resumes an interrupted upload.
///
/// The stickers of the first call are sent one by one (`uploadStickerFile`), which can be repeated, then made into a
/// set at once; the others are added in order. If an answer is lost, the set is checked before anything is sent again,
/// so that no sticker is added twice.
public struct TelegramUpload: Sendable {
    /// The progress, for a person.
    public enum Progress: Hashable, Sendable {
        /// The set has these stickers from an earlier call.
        case found(Int, of: Int)
        /// So many stickers were sent.
        case sent(Int, of: Int)
        /// The upload waits for the server, for this reason.
        case waiting(Duration, because: String)
    }

    /// The result of an upload.
    public struct Outcome: Hashable, Sendable {
        /// The set's name with its suffix, such as `cats_by_peel_bot`.
        package var name: String
        /// The number of stickers in the set.
        package var stickerCount: Int
        /// The number of stickers that this call added.
        package var addedCount: Int
        /// The link that adds the set in Telegram.
        public var link: String { "https://t.me/addstickers/\(name)" }
    }

    let api: BotAPI
    private let user: Int
    private let name: String
    private let title: String?
    let report: @Sendable (Progress) -> Void

    /// Prepares an upload; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - user: the Telegram account that owns the set, as a number. It must have written to the bot once.
    ///   - name: with or without the end that the bot gives it.
    ///   - title: `nil`: the folder's own.
    ///   - report: called from time to time, on any thread.
    public init(
        _ api: BotAPI, user: Int, name: String, title: String? = nil,
        report: @escaping @Sendable (Progress) -> Void = { _ in }
    ) {
        self.api = api
        self.user = user
        self.name = name
        self.title = title
        self.report = report
    }

    /// Uploads the missing stickers, and returns when the set is complete.
    ///
    /// - Parameter suffix: `_2` for the second of several sets, else empty.
    public func run(_ set: TelegramSet, suffix: String = "") async throws(UploadError) -> Outcome {
        let name = try await fullName(suffix)
        let record = UploadRecord(set, name: name)
        let found = try await find(name)
        if let found {
            let known = try await OwnThread.run { () throws(UploadError) in UploadRecord.read(set.uploadRecord) }
            guard known == record, Self.isStart(found, of: set) else {
                throw UploadError(
                    .occupied, "there is a set \(name) already, with other stickers: choose another --name")
            }
            report(.found(found.stickers.count, of: set.stickers.count))
        } else {
            try await OwnThread.run { () throws(UploadError) in try record.write(to: set.uploadRecord) }
        }
        let presentCount = found?.stickers.count ?? 0
        var count = presentCount
        if found == nil { count = try await create(set, name) }
        while count < set.stickers.count {
            try await add(set.stickers[count], to: name, at: count)
            count += 1
            report(.sent(count, of: set.stickers.count))
        }
        try await setCover(of: set, name)
        return Outcome(name: name, stickerCount: count, addedCount: count - presentCount)
    }

    // MARK: Names

    /// Returns the name with the suffix that the bot must give it.
    private func fullName(_ suffix: String) async throws(UploadError) -> String {
        let bot = try await value("getMe", [], BotAPI.User.self, during: "the token").username ?? ""
        let end = "_by_\(bot)"
        let own = name.lowercased().hasSuffix(end.lowercased()) ? String(name.dropLast(end.count)) : name
        let full = own + suffix + end
        guard Self.isName(own + suffix), full.utf8.count <= 64 else {
            throw UploadError(
                .badName,
                "a set's name has letters (a to z), digits and single underscores, begins with a letter, and has at "
                    + "most "
                    + "\(max(0, 64 - end.utf8.count - suffix.utf8.count)) of them before \(suffix + end): not '\(own)'")
        }
        return full
    }

    private static func isName(_ text: String) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard let first = text.utf8.first, isLetter(first), !text.contains("__"), !text.hasSuffix("_") else {
            return false
        }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    // MARK: What is there

    /// Finds a set.
    ///
    /// - Returns: `nil` when there is no set of that name.
    private func find(_ name: String) async throws(UploadError) -> BotAPI.StickerSet? {
        let outcome = try await api.call(
            "getStickerSet", [FormPart("name", name)], returning: BotAPI.StickerSet.self, onWait: onWait)
        switch outcome {
        case .success(let set): return set
        case .refused(400, let words) where words.lowercased().contains("stickerset_invalid"): return nil
        case .refused(let status, let words): throw BotAPI.error(status, words, during: "to look for \(name)")
        case .busy, .unknown: return nil
        }
    }

    /// Whether a set's stickers can be the first ones of the folder: as far as the API shows, by their emoji.
    private static func isStart(_ found: BotAPI.StickerSet, of set: TelegramSet) -> Bool {
        func plain(_ emoji: String) -> String {
            String(String.UnicodeScalarView(emoji.unicodeScalars.filter { $0 != "\u{FE0F}" }))
        }
        return found.stickers.count <= set.stickers.count
            && zip(found.stickers, set.stickers).allSatisfy { there, own in
                there.emoji.map { emoji in own.emoji.contains { plain($0) == plain(emoji) } } ?? true
            }
    }

    // MARK: Sending

    /// Creates the set from its first stickers.
    ///
    /// - Returns: how many it has then.
    private func create(_ set: TelegramSet, _ name: String) async throws(UploadError) -> Int {
        var stickers: [BotAPI.InputSticker] = []
        for sticker in set.stickers.prefix(BotAPI.mostAtOnce) {
            let form = [
                FormPart("user_id", "\(user)"), FormPart("sticker_format", sticker.format),
                try await file(sticker, as: "sticker"),
            ]
            let file = try await value("uploadStickerFile", form, BotAPI.UploadedFile.self, during: sticker.name)
            stickers.append(.init(sticker: file.fileID, format: sticker.format, emojiList: sticker.emoji))
            report(.sent(stickers.count, of: set.stickers.count))
        }
        do throws(UploadError) {
            do throws(UploadError) {
                try await create(name, set, of: stickers)
            } catch  where error.code == .badEmoji && stickers.count > 1 {
                // The API does not say which one, so the others are added one by one.
                stickers = [stickers[0]]
                try await create(name, set, of: stickers)
            }
        } catch {
            // Nothing was begun, so a later set of that name is not this one.
            if !error.isTemporary, error.code != .cancelled {
                try await OwnThread.run { () throws(UploadError) in try? set.uploadRecord.removeFile() }
            }
            throw error
        }
        return stickers.count
    }

    /// Creates the set.
    ///
    /// - Parameter stickers: the first of the set, whose files Telegram has.
    private func create(
        _ name: String, _ set: TelegramSet, of stickers: [BotAPI.InputSticker]
    ) async throws(UploadError) {
        let form = [
            FormPart("user_id", "\(user)"), FormPart("name", name), FormPart("title", title ?? set.title ?? self.name),
            FormPart("stickers", BotAPI.json(stickers)),
        ]
        let what = stickers.count == 1 ? Self.named(set.stickers[0]) : "the set \(name)"
        try await sendOnce("createNewStickerSet", form, during: what) { () async throws(UploadError) in
            try await find(name) != nil
        }
    }

    private static func named(_ sticker: TelegramSet.Sticker) -> String {
        "\(sticker.name) (\(sticker.emoji.joined()))"
    }

    /// Adds a sticker to the set.
    ///
    /// - Parameter place: from 0: how many stickers are in the set before.
    private func add(_ sticker: TelegramSet.Sticker, to name: String, at place: Int) async throws(UploadError) {
        let input = BotAPI.InputSticker(
            sticker: "attach://file", format: sticker.format, emojiList: sticker.emoji)
        let form = [
            FormPart("user_id", "\(user)"), FormPart("name", name), FormPart("sticker", BotAPI.json(input)),
            try await file(sticker, as: "file"),
        ]
        try await sendOnce("addStickerToSet", form, during: Self.named(sticker)) { () async throws(UploadError) in
            let count = try await find(name)?.stickers.count ?? 0
            guard count == place || count == place + 1 else {
                throw UploadError(
                    .occupied, "the set \(name) has changed: it has \(count) stickers, not \(place)")
            }
            return count == place + 1
        }
    }

    private func setCover(of set: TelegramSet, _ name: String) async throws(UploadError) {
        guard let cover = set.cover else { return }
        let bytes = try await read(cover)
        let form = [
            FormPart("name", name), FormPart("user_id", "\(user)"), FormPart("format", "static"),
            FormPart("thumbnail", file: bytes, called: "cover.png", contentType: "image/png"),
        ]
        _ = try await value("setStickerSetThumbnail", form, Bool.self, during: "cover.png")
    }

    /// Calls a method that must not be carried out twice, until it is answered.
    ///
    /// - Parameter isDone: asked, before another try, where it is not known what became of the last one.
    private func sendOnce(
        _ method: String, _ form: [FormPart], during what: String, isDone: () async throws(UploadError) -> Bool
    ) async throws(UploadError) {
        var attempt = 0
        var isUncertain = false
        while true {
            attempt += 1
            let outcome = try await api.callOnce(method, form, returning: Bool.self)
            switch outcome {
            case .success: return
            case .refused(let status, let words):
                // The try before may have been carried out after the service was asked.
                if isUncertain, try await isDone() { return }
                throw BotAPI.error(status, words, during: what)
            case .busy: try await api.wait(after: outcome, attempt, onWait: onWait)
            case .unknown:
                isUncertain = true
                try await api.wait(after: outcome, attempt, onWait: onWait)
                if try await isDone() { return }
            }
        }
    }

    /// Calls a method that may be carried out twice.
    private func value<Value: Decodable & Sendable>(
        _ method: String, _ form: [FormPart], _ type: Value.Type, during what: String
    ) async throws(UploadError) -> Value {
        switch try await api.call(method, form, returning: type, onWait: onWait) {
        case .success(let value): return value
        case .refused(let status, let words): throw BotAPI.error(status, words, during: what)
        case .busy, .unknown: throw UploadError(.unreachable, "Telegram does not answer")
        }
    }

    private func onWait(_ time: Duration, _ reason: String) {
        report(.waiting(time, because: reason))
    }

    // MARK: Files

    private func file(_ sticker: TelegramSet.Sticker, as field: String) async throws(UploadError) -> FormPart {
        let bytes = try await read(sticker.file)
        guard SHA256Digest(of: bytes) == sticker.digest else {
            throw UploadError(.file, "\(sticker.file) was changed during the upload: run the same command again")
        }
        return FormPart(field, file: bytes, called: sticker.name, contentType: sticker.contentType)
    }

    private func read(_ path: FilePath) async throws(UploadError) -> [UInt8] {
        try await OwnThread.run { () throws(UploadError) in
            do throws(FileError) {
                return try path.readBytes(limit: 1 << 20)
            } catch {
                throw UploadError(.file, error.description, isTemporary: error.isTemporary)
            }
        }
    }
}

extension TelegramSet.Sticker {
    /// What the Bot API calls its kind.
    fileprivate var format: String { contentType == "video/webm" ? "video" : "static" }

    fileprivate var contentType: String {
        switch file.pathExtension {
        case "webm": "video/webm"
        case "png": "image/png"
        default: "image/webp"
        }
    }
}
