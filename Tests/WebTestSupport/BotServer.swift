import FoundationEssentials
import Synchronization

/// Telegram's Bot API on the loopback interface, as far as sticker sets go: its methods, limits, answers and errors as
/// core.telegram.org/bots/api and its users' reports have them.
package final class BotServer: Sendable {
    package static let token = "123456:AAtest-token_x"
    package static let user = 777
    package static let bot = "peel_test_bot"

    /// What goes wrong with a call.
    package enum Fault: Sendable {
        /// Answered so, and not carried out.
        case answer(status: Int, String)
        /// The connection ends before anything is done.
        case lostBefore
        /// Carried out, but the connection ends without an answer.
        case lostAfter
        /// Carried out, but answered so.
        case answerAfter(status: Int, String)
    }

    package struct Sticker: Sendable, Equatable {
        package var bytes: [UInt8]
        package var emoji: [String]

        var isKnown: Bool { (1...20).contains(emoji.count) && !emoji.contains(BotServer.unknownEmoji) }
        package var isVideo: Bool { Self.isVideo(bytes) }

        static func isVideo(_ file: [UInt8]) -> Bool { file.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) }

        package init(bytes: [UInt8], emoji: [String]) {
            self.bytes = bytes
            self.emoji = emoji
        }
    }

    package struct Set: Sendable {
        package var title: String
        package var stickers: [Sticker]
        package var thumbnail: [UInt8]?

        package init(title: String, stickers: [Sticker]) {
            self.title = title
            self.stickers = stickers
        }
    }

    private struct State {
        var sets: [String: Set] = [:]
        var files: [String: [UInt8]] = [:]
        var faults: [(method: String, after: Int, fault: Fault)] = []
        var calls: [String] = []
        var contentTypes: [String?] = []
    }

    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    private let shared: Shared
    private let server: LoopbackServer

    package init() {
        let shared = Shared()
        self.shared = shared
        server = LoopbackServer { request, connection in Self.serve(request, connection, shared) }
    }

    /// An emoji that this server does not know.
    package static let unknownEmoji = "🫨"

    package func close() { server.close() }

    /// Without a slash at its end.
    package var address: String { String(server.url("").dropLast()) }
    package var sets: [String: Set] { shared.state.withLock(\.sets) }
    /// The methods, in the order of their calls.
    package var calls: [String] { shared.state.withLock(\.calls) }
    /// Of the files that came.
    package var contentTypes: [String?] { shared.state.withLock(\.contentTypes) }

    package func change(_ name: String, _ body: (inout Set?) -> Void) {
        shared.state.withLock { body(&$0.sets[name]) }
    }

    /// - Parameter after: how many calls of the method go well before.
    package func fail(_ method: String, after: Int = 0, _ fault: Fault) {
        shared.state.withLock { $0.faults.append((method, after, fault)) }
    }

    package static func error(_ status: Int, _ words: String) -> String {
        #"{"ok":false,"error_code":\#(status),"description":"\#(words)"}"#
    }

    package static func tooManyRequests(_ seconds: Int) -> Fault {
        .answer(
            status: 429,
            #"{"ok":false,"error_code":429,"description":"Too Many Requests: retry after \#(seconds)","parameters":{"retry_after":\#(seconds)}}"#
        )
    }

    // MARK: Serving

    private static func serve(
        _ request: LoopbackServer.Request, _ connection: LoopbackServer.Connection, _ shared: Shared
    ) -> Bool {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].hasPrefix("bot"), parts[0].contains(":") else {
            answer(connection, 404, error(404, "Not Found"))
            return true
        }
        guard parts[0] == "bot" + token else {
            answer(connection, 401, error(401, "Unauthorized"))
            return true
        }
        let method = String(parts[1])
        let form = MultipartForm(request.body, contentType: request.fields["content-type"] ?? "")
        let fault: Fault? = shared.state.withLock { state in
            state.calls.append(method)
            for field in form?.fields.values.filter({ $0.fileName != nil }) ?? [] {
                state.contentTypes.append(field.contentType)
            }
            guard let place = state.faults.firstIndex(where: { $0.method == method }) else { return nil }
            guard state.faults[place].after == 0 else {
                state.faults[place].after -= 1
                return nil
            }
            return state.faults.remove(at: place).fault
        }
        switch fault {
        case .answer(let status, let body):
            answer(connection, status, body)
            return true
        case .lostBefore: return false
        case nil, .lostAfter, .answerAfter: break
        }
        let (status, body) = shared.state.withLock { carryOut(method, form, &$0) }
        switch fault {
        case .lostAfter: return false
        case .answerAfter(let status, let body): answer(connection, status, body)
        default: answer(connection, status, body)
        }
        return true
    }

    private static func answer(_ connection: LoopbackServer.Connection, _ status: Int, _ body: String) {
        connection.answer("\(status) Status", ["Content-Type": "application/json"], Array(body.utf8))
    }

    private static func result(_ json: String) -> (Int, String) { (200, #"{"ok":true,"result":\#(json)}"#) }
    private static func bad(_ words: String) -> (Int, String) { (400, error(400, "Bad Request: \(words)")) }

    private static func carryOut(_ method: String, _ form: MultipartForm?, _ state: inout State) -> (Int, String) {
        if method == "getMe" {
            return result(
                #"{"id":123456,"is_bot":true,"first_name":"Peel","username":"\#(bot)","can_join_groups":true,"#
                    + #""can_read_all_group_messages":false,"supports_inline_queries":false}"#)
        }
        guard let form else { return bad("STICKERSET_INVALID") }
        let name = form["name"] ?? ""
        if method == "getStickerSet" {
            guard let set = state.sets[name] else { return bad("STICKERSET_INVALID") }
            return result(describe(set, name))
        }
        if method != "setStickerSetThumbnail" || form["user_id"] != nil {
            guard let user = Int(form["user_id"] ?? "") else { return bad("invalid user_id specified") }
            guard user == Self.user else { return bad("PEER_ID_INVALID") }
        }
        switch method {
        case "uploadStickerFile":
            guard let file = form.fields["sticker"], file.fileName != nil, let format = form["sticker_format"] else {
                return bad("there is no sticker in the request")
            }
            guard isOf(format, file.content) else { return bad("wrong file type") }
            guard file.content.count <= (format == "video" ? 256 << 10 : 512 << 10) else {
                return bad("file is too big")
            }
            let id = "file-\(state.files.count)"
            state.files[id] = file.content
            return result(
                #"{"file_id":"\#(id)","file_unique_id":"u\#(id)","file_size":\#(file.content.count)}"#)
        case "createNewStickerSet": return create(name, form, &state)
        case "addStickerToSet":
            guard let set = state.sets[name] else { return bad("STICKERSET_INVALID") }
            guard set.stickers.count < 120 else { return bad("STICKERS_TOO_MUCH") }
            guard let input = try? JSONDecoder().decode(Input.self, from: Data((form["sticker"] ?? "").utf8)),
                let sticker = input.sticker(form, state)
            else { return bad("can't parse InputSticker: sticker not found") }
            guard sticker.isKnown else { return bad("invalid sticker emojis") }
            state.sets[name]?.stickers.append(sticker)
            return result("true")
        case "setStickerSetThumbnail":
            guard state.sets[name] != nil else { return bad("STICKERSET_INVALID") }
            guard form["format"] == "static" else { return bad("invalid sticker format") }
            state.sets[name]?.thumbnail = form.fields["thumbnail"]?.content
            return result("true")
        default: return (404, error(404, "Not Found: method not found"))
        }
    }

    /// Whether a sticker's file is what its sender calls it: `video` is WebM (RFC 8794 11.2.1), `static` is a picture.
    private static func isOf(_ format: String, _ file: [UInt8]) -> Bool {
        format == (Sticker.isVideo(file) ? "video" : "static")
    }

    private static func create(_ name: String, _ form: MultipartForm, _ state: inout State) -> (Int, String) {
        guard name.lowercased().hasSuffix("_by_" + bot), name.utf8.count <= 64 else {
            return bad("invalid sticker set name is specified")
        }
        guard state.sets[name] == nil else { return bad("sticker set name is already occupied") }
        let title = form["title"] ?? ""
        guard (1...64).contains(title.count) else { return bad("invalid sticker set title specified") }
        guard let inputs = try? JSONDecoder().decode([Input].self, from: Data((form["stickers"] ?? "").utf8)) else {
            return bad("can't parse stickers JSON object")
        }
        guard (1...50).contains(inputs.count) else { return bad("too much stickers specified") }
        var stickers: [Sticker] = []
        for input in inputs {
            guard let sticker = input.sticker(form, state) else {
                return bad("can't parse InputSticker: sticker not found")
            }
            guard sticker.isKnown else { return bad("invalid sticker emojis") }
            stickers.append(sticker)
        }
        state.sets[name] = Set(title: title, stickers: stickers)
        return result("true")
    }

    private struct Input: Decodable {
        var sticker: String
        var format: String
        var emojis: [String]

        enum CodingKeys: String, CodingKey {
            case sticker, format
            case emojis = "emoji_list"
        }

        func sticker(_ form: MultipartForm, _ state: State) -> Sticker? {
            let bytes =
                sticker.hasPrefix("attach://")
                ? form.fields[String(sticker.dropFirst(9))]?.content : state.files[sticker]
            guard let bytes, BotServer.isOf(format, bytes) else { return nil }
            return Sticker(bytes: bytes, emoji: emojis)
        }
    }

    private static func describe(_ set: Set, _ name: String) -> String {
        let stickers = set.stickers.enumerated().map { index, sticker in
            // Telegram answers with one emoji, without the selector of its look.
            let emoji = String(String.UnicodeScalarView(sticker.emoji[0].unicodeScalars.filter { $0 != "\u{FE0F}" }))
            return #"{"width":512,"height":300,"emoji":"\#(emoji)","set_name":"\#(name)","is_animated":false,"#
                + #""is_video":\#(sticker.isVideo),"type":"regular","file_id":"s\#(index)","#
                + #""file_unique_id":"su\#(index)","#
                + #""file_size":\#(sticker.bytes.count)}"#
        }
        return #"{"name":"\#(name)","title":"\#(set.title)","sticker_type":"regular","contains_masks":false,"#
            + #""stickers":[\#(stickers.joined(separator: ","))]}"#
    }
}
