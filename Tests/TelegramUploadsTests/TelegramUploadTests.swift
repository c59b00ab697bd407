import Files
import HTTPSending
import ImageLoading
import Imaging
import StickerPacks
import Synchronization
import TestSupport
import Testing
import WebTestSupport

@testable import TelegramUploads

/// Uploads over libcurl to a server that keeps the Bot API's rules.
struct TelegramUploadTests {
    private let folder = TemporaryFolder()
    private let server = BotServer()
    private let clock = InstantClock()
    private let reports = Reports()
    private let fullName = "cats_by_peel_test_bot"

    /// Writes a set of pictures that all differ, and reads it.
    private func set(_ count: Int, emoji: String = "❤️🐱", title: String = "Cats") throws -> TelegramSet {
        var list: [String] = []
        for number in 1...count {
            let color = SRGBColor(red: UInt8(number), green: 100, blue: 50)
            let bitmap = Bitmap(size: PixelSize(width: 512, height: 8), filledWith: color)
            let name = (number < 10 ? "0" : "") + (count > 99 && number < 100 ? "0" : "") + "\(number)"
            let bytes =
                try number == 1 ? OutputFormat.webp.encoder().encode(bitmap) : ImageEncoder(.png()).encode(bitmap)
            try folder.write(bytes, to: FilePath("\(name).\(number == 1 ? "webp" : "png")"))
            list.append(#""\#(name)":"\#(emoji)""#)
        }
        try folder.write("{\(list.joined(separator: ","))}", to: "emoji.txt")
        try folder.write(title, to: "title.txt")
        let cover = Bitmap(size: PixelSize(width: 100, height: 100), filledWith: SRGBColor(red: 1, green: 2, blue: 3))
        try folder.write(ImageEncoder(.png()).encode(cover), to: "cover.png")
        return try #require(try TelegramSet.read(folder.path).first)
    }

    private func upload(
        _ set: TelegramSet, name: String = "cats", user: Int = BotServer.user, token: String = BotServer.token,
        address: String? = nil
    ) async throws -> TelegramUpload.Outcome {
        var options = BotAPI.transportOptions
        options.usesProxies = false
        let api = BotAPI(
            token: try #require(BotToken(token)), address: address ?? server.address,
            transport: CurlTransport(options), clock: clock)
        return try await TelegramUpload(api, user: user, name: name) { [reports] report in
            reports.list.withLock { $0.append(report) }
        }
        .run(set)
    }

    private func failure(_ body: () async throws -> TelegramUpload.Outcome) async throws -> UploadError {
        do {
            let outcome = try await body()
            Issue.record("\(outcome)")
            return UploadError(.refused, "none")
        } catch let error as UploadError {
            #expect(!error.description.contains(BotServer.token.dropFirst(7)), "no error tells the token")
            return error
        }
    }

    private func files(of set: TelegramSet) throws -> [[UInt8]] {
        try set.stickers.map { try $0.file.readBytes() }
    }

    private func expectWhole(_ set: TelegramSet, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let made = try #require(server.sets[fullName], sourceLocation: sourceLocation)
        #expect(try made.stickers.map(\.bytes) == files(of: set), sourceLocation: sourceLocation)
        #expect(made.thumbnail != nil, sourceLocation: sourceLocation)
    }

    @Test func aSetIsMadeOfTheFolderInItsOrderWithTitleEmojiAndIcon() async throws {
        let set = try set(3)
        let outcome = try await upload(set)
        #expect(outcome.link == "https://t.me/addstickers/cats_by_peel_test_bot")
        #expect(outcome.stickerCount == 3 && outcome.addedCount == 3)
        try expectWhole(set)
        let made = try #require(server.sets[fullName])
        #expect(made.title == "Cats" && made.stickers.allSatisfy { $0.emoji == ["❤️", "🐱"] })
        #expect(server.contentTypes == ["image/webp", "image/png", "image/png", "image/png"])
        #expect(
            server.calls == [
                "getMe", "getStickerSet", "uploadStickerFile", "uploadStickerFile", "uploadStickerFile",
                "createNewStickerSet", "setStickerSetThumbnail",
            ])
        #expect(clock.sleeps.isEmpty)
    }

    @Test func moreThanFiftyGoInOneByOneAnd120Fit() async throws {
        let set = try set(120)
        #expect(try await upload(set).stickerCount == 120)
        try expectWhole(set)
        #expect(server.calls.count { $0 == "addStickerToSet" } == 70)
    }

    @Test func theSameCommandAgainAddsNothing() async throws {
        let set = try set(3)
        _ = try await upload(set)
        let again = try await upload(set, name: "Cats_BY_peel_test_bot".replacingOccurrences("C", "c"))
        #expect(again.addedCount == 0 && again.stickerCount == 3)
        try expectWhole(set)
        #expect(reports.list.withLock { $0.contains(.found(3, of: 3)) })
        #expect(server.calls.count { $0 == "uploadStickerFile" } == 3)
    }

    @Test func whatWasInterruptedGoesOnWhereItWas() async throws {
        let set = try set(54)
        server.fail(
            "addStickerToSet", after: 2, .answer(status: 400, BotServer.error(400, "Bad Request: wrong file type")))
        let error = try await failure { try await upload(set) }
        #expect(
            error.code == .refused && error.description.contains("53.png")
                && error.description.contains("wrong file type"))
        #expect(server.sets[fullName]?.stickers.count == 52)
        let outcome = try await upload(set)
        #expect(outcome.addedCount == 2 && outcome.stickerCount == 54)
        try expectWhole(set)
    }

    @Test(arguments: ["createNewStickerSet", "addStickerToSet", "uploadStickerFile"], [0, 1, 2])
    func aLostAnswerMakesNoStickerTwice(method: String, kind: Int) async throws {
        let set = try set(52)
        let faults: [BotServer.Fault] = [
            .lostBefore, .lostAfter,
            .answerAfter(status: 500, BotServer.error(500, "Internal Server Error: created sticker set not found")),
        ]
        server.fail(method, faults[kind])
        #expect(try await upload(set).stickerCount == 52)
        try expectWhole(set)
        #expect(clock.sleeps.count == 1)
    }

    /// The answer is lost, and the service is asked before it has finished: the second try is refused then.
    @Test func aSetThatIsThereAfterAnUncertainTryIsTheOneThatWasAskedFor() async throws {
        let set = try set(2)
        server.fail("createNewStickerSet", .lostAfter)
        let unknown = BotServer.error(400, "Bad Request: STICKERSET_INVALID")
        server.fail("getStickerSet", after: 1, .answer(status: 400, unknown))
        #expect(try await upload(set).stickerCount == 2)
        try expectWhole(set)
    }

    @Test func aServerThatAsksToWaitIsWaitedFor() async throws {
        let set = try set(2)
        server.fail("uploadStickerFile", BotServer.tooManyRequests(17))
        server.fail("createNewStickerSet", BotServer.tooManyRequests(3))
        _ = try await upload(set)
        try expectWhole(set)
        #expect(clock.sleeps == [.seconds(17), .seconds(3)])
    }

    @Test func oneThatAsksForLongIsNotAndTheCommandCanGoOnLater() async throws {
        let set = try set(2)
        server.fail("createNewStickerSet", BotServer.tooManyRequests(4000))
        let error = try await failure { try await upload(set) }
        #expect(error.code == .busy && error.isTemporary && error.description.contains("4000 seconds"))
        #expect(clock.sleeps.isEmpty)
        _ = try await upload(set)
        try expectWhole(set)
    }

    @Test func triesAreBounded() async throws {
        let set = try set(1)
        for _ in 0..<9 { server.fail("uploadStickerFile", .answer(status: 502, "<html>Bad Gateway</html>")) }
        let error = try await failure { try await upload(set) }
        #expect(error.code == .unreachable && error.description.contains("status 502"))
        #expect(clock.sleeps == [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
        server.close()
        let gone = try await failure { try await upload(set) }
        #expect(gone.code == .unreachable && gone.isTemporary)
    }

    @Test(arguments: [
        ("123456:AAwrong", 401, UploadError.Code.badToken), ("123456:AAtest-token_x", 400, .badUser),
    ])
    func aWrongTokenOrUserIsSaid(token: String, status: Int, code: UploadError.Code) async throws {
        let set = try set(1)
        let error = try await failure { try await upload(set, user: 1, token: token) }
        #expect(error.code == code, "\(error)")
    }

    @Test(arguments: [
        (400, "Bad Request: sticker set name is already occupied", UploadError.Code.occupied),
        (400, "Bad Request: invalid sticker set name is specified", .badName),
        (400, "Bad Request: USER_IS_BOT", .badUser), (404, "Not Found", .badToken),
        (413, "Request Entity Too Large", .refused), (400, "Bad Request: invalid sticker emojis", .badEmoji),
    ])
    func aRefusedSetLeavesNothingThatIsGoneOnWith(
        status: Int, words: String, code: UploadError.Code
    ) async throws {
        let set = try set(1)
        server.fail("createNewStickerSet", .answer(status: status, BotServer.error(status, words)))
        #expect(try await failure { try await upload(set) }.code == code)
        server.change(fullName) { $0 = BotServer.Set(title: "x", stickers: []) }
        #expect(try await failure { try await upload(set) }.code == .occupied, "the set is another one")
    }

    /// Servers between, and those of one's own, say what they were asked.
    @Test(
        arguments: [
            "no route for /bot\(BotServer.token)/getMe",
            "no route for /bot\(BotServer.token.replacing(":", with: "%3A"))/getMe",
            String(repeating: "x", count: 190) + BotServer.token, "bad key \(BotServer.token.split(separator: ":")[1])",
            "no route for /bot\(BotServer.token.prefix(13))", "bad key \(BotServer.token.suffix(8))",
            "no route for /BOT\(BotServer.token.uppercased())",
            "bad key \(BotServer.token.replacing("_", with: "&#95;"))",
            "no route for /bot\(BotServer.token.utf8.map { "%" + String($0, radix: 16) }.joined())",
        ], [400, 404, 500])
    func aServerThatEchoesTheAddressItWasAskedDoesNotPrintTheToken(
        words: String, status: Int
    ) async throws {
        let set = try set(1)
        for _ in 0..<5 { server.fail("createNewStickerSet", .answer(status: status, BotServer.error(status, words))) }
        let error = try await failure { try await upload(set) }
        let shown = (error.description + reports.list.withLock { "\($0)" }).lowercased()
        for part in ["aatest", "oken_x", "oken&#95;", "%41%41"] { #expect(!shown.contains(part), "\(shown)") }
    }

    @Test func aSetOfOtherStickersIsNotTouched() async throws {
        server.change(fullName) {
            $0 = BotServer.Set(title: "Dogs", stickers: [.init(bytes: [1], emoji: ["🐶"])])
        }
        let set = try set(2)
        #expect(try await failure { try await upload(set) }.code == .occupied)
        #expect(server.sets[fullName]?.stickers.count == 1)
    }

    @Test func aSetThatWasBegunWithOtherFilesOrWasChangedIsNotTouched() async throws {
        let whole = try set(2)
        _ = try await upload(whole)
        server.change(fullName) { $0?.stickers[1] = .init(bytes: [1], emoji: ["🐶"]) }
        #expect(try await failure { try await upload(whole) }.code == .occupied)
        let other = try set(3, emoji: "🐶")
        #expect(try await failure { try await upload(other) }.code == .occupied)
        #expect(server.sets[fullName]?.stickers.count == 2)
    }

    @Test(arguments: ["1cats", "cats__two", "kätzchen", "cats_", "", "a b", String(repeating: "c", count: 60)])
    func aNameThatBreaksTelegramsRulesIsRefusedBeforeAnythingIsSent(name: String) async throws {
        let error = try await failure { try await upload(try set(1), name: name) }
        #expect(error.code == .badName)
        #expect(server.calls == ["getMe"])
    }

    @Test func whatIsNotTheAPIsAnswerIsSaid() async throws {
        let set = try set(1)
        server.fail("getMe", .answer(status: 200, "<html>Log in to the hotel</html>"))
        #expect(try await failure { try await upload(set) }.code == .badResponse)
        server.fail("getMe", .answer(status: 302, ""))
        #expect(try await failure { try await upload(set) }.code == .badResponse)
    }

    @Test func aFolderThatBreaksARuleIsNotRead() throws {
        _ = try set(2)
        try folder.write("{}", to: "emoji.txt")
        let error = #expect(throws: PackError.self) { try TelegramSet.read(folder.path) }
        #expect(
            error?.description.contains("emoji of a sticker: 0 (01.webp), allowed 1 to 20: see peel check") == true,
            "\(error?.description ?? "")")
    }

    /// Telegram does not say of which: it may know an emoji later than Unicode does.
    @Test(arguments: [1, 3]) func theStickerIsNamedWhoseEmojiTelegramDoesNotTake(number: Int) async throws {
        var set = try set(4)
        set.stickers[number - 1].emoji = [BotServer.unknownEmoji]
        let error = try await failure { try await upload(set) }
        let name = number == 1 ? "01.webp" : "03.png"
        #expect(
            error.code == .badEmoji && error.description.contains("\(name) (\(BotServer.unknownEmoji)): "), "\(error)")
        #expect(server.sets[fullName]?.stickers.count == (number == 1 ? nil : 2))
        if number == 1 { return }
        set.stickers[2].emoji = ["🐱"]
        _ = try await upload(set)
        try expectWhole(set)
    }

    /// As version 1 writes it; a later layout is not guessed.
    @Test func whatNotesAnUploadThatWasBegunIsRead() throws {
        let text = #"{"format":"peel-upload","set":"cats_by_a_bot","stickers":["00ff","11ee"],"version":1}"#
        let record = try #require(UploadRecord.read(folder.write(text, to: "upload.json")))
        #expect(record.set == "cats_by_a_bot" && record.stickers == ["00ff", "11ee"])
        for (old, new) in [(#""version":1"#, #""version":2"#), ("peel-upload", "another")] {
            #expect(UploadRecord.read(try folder.write(text.replacing(old, with: new), to: "upload.json")) == nil)
        }
    }

    @Test func aTokenIsToldFromWhatIsNoneAndDoesNotPrint() throws {
        let token = try #require(BotToken(" 123:AB-c_9\n"))
        #expect("\(token)" == "(token)" && String(reflecting: token) == "(token)")
        for text in ["", "123", ":a", "123:", "123:a/b", "x:abc", "1:2:3", "123:a b"] { #expect(BotToken(text) == nil) }
    }
}

private final class Reports: Sendable {
    let list = Mutex([TelegramUpload.Progress]())
}

extension String {
    fileprivate func replacingOccurrences(_ old: Character, _ new: Character) -> String {
        String(map { $0 == old ? new : $0 })
    }
}
