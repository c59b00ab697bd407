import Foundation
import Peel
import TestSupport
import Testing
import WebTestSupport

@testable import PeelCommand
@testable import TelegramUploads

/// `peel upload`, with the built program and a server that keeps the Bot API's rules.
struct UploadTests {
    private let folder = TemporaryFolder()
    private let server = BotServer()

    private func run(_ arguments: FilePath...) async throws -> (status: CInt?, output: String, errors: String) {
        let environment = [
            "XDG_CACHE_HOME": "\(folder.path)/cache", "PEEL_TELEGRAM_TOKEN": BotServer.token, "http_proxy": nil,
            "PEEL_TELEGRAM_API": server.address,
        ]
        let result = try await BuiltProgram.run(arguments, environment: environment, in: folder.path)
        guard case .exited(let status) = result.exit else { return (nil, result.outputText, result.errorText) }
        return (status, result.outputText, result.errorText)
    }

    @Test func aPackBecomesASetAndAnotherRunChangesNothing() async throws {
        try folder.write(SamplePhotos.ball, to: "in/a.png")
        try folder.write(SamplePhotos.twoBalls, to: "in/b.png")
        let made = try await run("make", "in", "-o", "pack", "--for", "telegram", "--title", "Balls", "--emoji", "⚽️")
        #expect(made.status == 0, "\(made.errors)")
        let sent = try await run("upload", "pack", "--user", "777", "--name", "balls")
        #expect(sent.status == 0, "\(sent.errors)")
        #expect(sent.output == "https://t.me/addstickers/balls_by_peel_test_bot\n")
        #expect(sent.errors == "2 of 2 sent\nballs_by_peel_test_bot: 2 stickers, 2 of them new\n")
        let set = try #require(server.sets["balls_by_peel_test_bot"])
        #expect(set.title == "Balls" && set.stickers.map(\.emoji) == [["⚽"], ["⚽"]])

        try folder.write(BotServer.token + "\n", to: "token")
        let again = try await run(
            "upload", "pack/telegram", "--user", "777", "--name", "balls", "--token-file", "token", "--json", "-q")
        #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
        let line = try #require(JSONSerialization.jsonObject(with: Data(again.output.utf8)) as? [String: Any])
        #expect(Set(line.keys) == Set(Command.upload.jsonRecords[0].fields.map(\.path)))
        #expect(line["added"] as? Int == 0 && line["stickerCount"] as? Int == 2)
        #expect(server.sets["balls_by_peel_test_bot"]?.stickers.count == 2)

        // The notes of an upload are no reason to keep a pack from being made anew.
        let anew = try await run("make", "in", "-o", "pack", "--for", "telegram", "--resume")
        #expect(anew.status == 0, "\(anew.errors)")
        let other = try await run("upload", "pack", "--user", "777", "--name", "balls")
        #expect(other.status == 1)
        #expect(
            other.errors
                == "peel: there is a set balls_by_peel_test_bot already, with other stickers: choose another --name\n")
    }

    /// The server takes it only where its file is what it is called.
    @Test func aStickerThatMovesIsSentAsAVideoBesideOneThatDoesNot() async throws {
        let fixture = ClipFixture()
        try folder.write(SamplePhotos.ball, to: "in/a.png")
        try folder.write(await fixture.clip().readBytes(), to: "in/b.mp4")
        let made = try await run("make", "in", "-o", "pack", "--for", "telegram")
        #expect(made.status == 0, "\(made.errors)")
        let sent = try await run("upload", "pack", "--user", "777", "--name", "both")
        #expect(sent.status == 0, "\(sent.errors)")
        #expect(server.sets["both_by_peel_test_bot"]?.stickers.map(\.isVideo) == [false, true])
        #expect(Array(server.contentTypes.prefix(2)) == ["image/webp", "video/webm"])
    }

    /// Each set's title ends with its number.
    @Test func aTitleThatIsTooLongWithItsNumbersIsRefusedBeforeAnythingIsSent() async throws {
        try folder.write(SamplePhotos.ball, to: "in/a.png")
        let made = try await run("make", "in", "-o", "one", "--for", "telegram")
        try #require(made.status == 0, "\(made.errors)")
        for file in try folder.path.appending("one/telegram").names() where !file.description.hasPrefix("report") {
            let bytes = try folder.path.appending("one/telegram").appending(file).readBytes()
            for set in ["set-1", "set-2"] { try folder.write(bytes, to: FilePath("pack/\(set)").appending(file)) }
        }
        let title = FilePath(String(repeating: "a", count: 63))
        let sent = try await run("upload", "pack", "--user", "777", "--name", "balls", "--title", title)
        #expect(sent.status == 1 && sent.errors.contains("62 fit"), "\(sent.errors)")
        #expect(server.sets.isEmpty)
    }

    @Test func whatGoesWrongIsSaidWithoutTheToken() async throws {
        let none = try await run("upload", "none", "--user", "777", "--name", "balls")
        #expect(none.status == 1 && none.errors == "peel: cannot read none: there is no such file or folder\n")
        let address = try await run("upload", "http://127.0.0.1:9/a.zip", "--user", "777", "--name", "balls")
        #expect(address.errors.contains("it is an address, not a file; download it first"), "\(address.errors)")
        try folder.write("a text", to: "token")
        try folder.write(SamplePhotos.ball, to: "in/a.png")
        _ = try await run("make", "in", "-o", "pack", "--for", "telegram")
        let bad = try await run("upload", "pack", "--user", "777", "--name", "balls", "--token-file", "token")
        #expect(bad.status == 1)
        #expect(bad.errors == "peel: token does not hold a bot's token alone, as 123456:AAbc\n")
        server.close()
        try folder.write("1:" + BotServer.token.dropFirst(7), to: "token")
        let refused = try await run("upload", "pack", "--user", "778", "--name", "balls", "--token-file", "in/a.png")
        #expect(refused.status == 1 && !refused.errors.contains("AAtest"))
    }

    @Test(arguments: [
        (["--name", "a", "--token-file", "t"], "say which Telegram account owns the set: --user ID"),
        (["--user", "1", "--token-file", "t"], "say what the set's address is: --name NAME"),
        (["--user", "1", "--name", "a"], "the bot's token is missing"),
        (
            ["--user", "1", "--name", "a", "--token-file", "t", "--api", "http://example.org"],
            "--api must begin with https:"
        ),
        (
            ["--user", "1", "--name", "a", "--token-file", "t", "--api", "http://8.8.8.8"],
            "--api must begin with https:"
        ),
        (
            ["--user", "1", "--name", "a", "--token-file", "t", "--api", "https://example.org/?a"],
            "--api takes an address without"
        ),
        (["--user", "0", "--name", "a", "--token-file", "t"], "--user takes a whole number from 1"),
        (
            ["--user", "1", "--name", "a", "--token-file", "t", "--title", String(repeating: "t", count: 65)],
            "--title takes 1 to 64 letters"
        ),
    ])
    func aWrongCommandLineIsRefused(options: [String], words: String) {
        let error = #expect(throws: UsageError.self) {
            try understood(["upload", "pack"] + options.map { FilePath($0) })
        }
        #expect(error?.description.hasPrefix(words) == true, "\(error?.description ?? "")")
    }

    @Test func serversOfOnesOwnMaySpeakHTTP() throws {
        for address in ["http://localhost:8081", "http://127.0.0.1:8081/", "http://192.168.1.7:1", "http://[::1]:8081"]
        {
            let request = try understood([
                "upload", "pack", "--user", "1", "--name", "a", "--token-file", "t", "--api", FilePath(address),
            ])
            let upload = try #require(request as? UploadRequest)
            #expect(!upload.address.hasSuffix("/") && upload.token == .file("t"))
        }
    }
}
