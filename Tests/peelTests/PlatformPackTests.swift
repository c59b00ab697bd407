import Glibc
import Peel
import TestSupport
import Testing

@testable import peel

/// `peel make --for` and `peel check`, with the built program.
struct PlatformPackTests {
    private let folder = TemporaryFolder()

    private func run(_ arguments: FilePath...) async throws -> (status: CInt?, output: String, errors: String) {
        let result = try await BuiltProgram.run(
            arguments, environment: ["XDG_CACHE_HOME": "\(folder.path)/cache"], in: folder.path)
        guard case .exited(let status) = result.exit else { return (nil, result.outputText, result.errorText) }
        return (status, result.outputText, result.errorText)
    }

    @Test func packsAreWrittenCheckedAndFoundGood() async throws {
        for (name, photo) in [("ball", SamplePhotos.ball), ("two", SamplePhotos.twoBalls)] {
            try folder.write(photo, to: FilePath("in/\(name).png"))
        }
        try folder.write(SamplePhotos.ballAsWebP, to: "in/third.webp")
        let made = try await run(
            "make", "in", "-o", "pack", "--for", "whatsapp,telegram", "--title", "Balls", "--author", "Ada", "--emoji",
            "⚽")
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.errors.contains("for WhatsApp: 3 stickers, "))
        #expect(made.errors.contains("; pack/telegram\n"))
        let pack = folder.path.appending("pack")
        for file in [
            "whatsapp/contents.json", "whatsapp/Balls.wastickers", "whatsapp/report.txt", "telegram/emoji.txt",
        ] {
            #expect((try? pack.appending(FilePath(file)).status().kind) == .regular, "\(file)")
        }
        let checked = try await run("check", "pack")
        #expect(checked.status == 0, "\(checked.output)")
        #expect(checked.output.contains("WhatsApp: ") && checked.output.contains("Telegram: "))
        #expect(!checked.output.contains("FAIL"))
        let archive = try await run("check", "pack/whatsapp/Balls.wastickers")
        #expect(archive.status == 0, "\(archive.output)")
    }

    @Test func aPackThatBreaksARuleIsNotWrittenUnlessAsked() async throws {
        try folder.write(SamplePhotos.ball, to: "in/a.png")
        let place = folder.path.appending("pack/whatsapp")
        let made = try await run("make", "in", "-o", "pack", "--for", "whatsapp")
        #expect(made.status == 1)
        #expect(made.errors.contains("peel: no pack for WhatsApp: it breaks a rule; --force writes it all the same"))
        #expect(
            made.errors.contains("stickers in a pack: 1 (pack, and 1 more), allowed 3 to 30: add photos"),
            "\(made.errors)")
        #expect((try? place.status()) == nil)
        let forced = try await run("make", "in", "-o", "pack", "--for", "whatsapp", "--force")
        #expect(forced.status == 0)
        #expect((try? place.appending("contents.json").status()) != nil)
        let checked = try await run("check", "pack")
        #expect(checked.status == 1)
        #expect(checked.output.contains("FAIL  stickers in a pack"))
    }

    @Test func whatIsNoPackIsSaid() async throws {
        try folder.write("x", to: "a.zip")
        try folder.write("x", to: "folder/a.txt")
        let checked = try await run("check", "a.zip", "folder", "none")
        #expect(checked.status == 1 && checked.output.isEmpty)
        let lines = checked.errors.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("peel: cannot read a.zip as a ZIP: ") == true)
        #expect(lines.last == "peel: cannot read none: there is no such file or folder")
        #expect(
            checked.errors.contains("the files in folder do not tell for which platform it is: name one with --for"))
    }

    @Test func theOptionsAreUnderstood() throws {
        let request = try Request(arguments: [
            "make", "a", "-o", "b", "--for", "telegram,whatsapp,telegram", "--emoji", "🐱, ❤️👍🏽",
        ])
        guard case .make(let make) = request else { return #expect(Bool(false)) }
        #expect(make.targets == [.telegram, .whatsapp])
        #expect(make.emoji == ["🐱", "❤️", "👍🏽"])
        #expect(make.encoding.format == .png)
        for (arguments, words) in [
            (["--for", "whatsap"], "did you mean 'whatsapp'?"), (["--for", "whatsapp,"], "--for takes some of"),
            (["--for", "whatsapp", "--emoji", "cat"], "--emoji takes emoji and nothing else"),
            (["--title", "Cats"], "--title is for packs of a platform: add --for"),
        ] {
            let error = #expect(throws: UsageError.self) {
                try Request(arguments: ["make", "a", "-o", "b"] + arguments.map { FilePath($0) })
            }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        }
        #expect(throws: UsageError.self) { try Request(arguments: ["check"]) }
    }
}
