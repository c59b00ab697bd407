import Glibc
import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// `peel make --for` and `peel check`, with the built program.
struct PlatformPackTests {
    private let folder = TemporaryFolder()

    private func run(_ arguments: FilePath...) async throws -> (status: CInt?, output: String, errors: String) {
        try await run(arguments)
    }

    private func run(_ arguments: [FilePath]) async throws -> (status: CInt?, output: String, errors: String) {
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
        // What is known before the photos are worked on is said before.
        for more in [[], ["--resume"]] as [[FilePath]] {
            let early = try await run(["make", "-o", "pack", "in", "--for", "whatsapp,telegram"] + more)
            #expect(early.status == 1)
            #expect(
                early.errors
                    == "peel: 1 photo makes no pack for WhatsApp, which takes 3 to 30 stickers: add 2 for 3; "
                    + "use --force to write it anyway\n")
            #expect((try? folder.path.appending("pack").status()) == nil)
        }
        #expect(try await run("make", "in", "-o", "pack").status == 0)
        let made = try await run("make", "in", "-o", "pack", "--for", "whatsapp", "--resume")
        #expect(made.status == 1)
        #expect(made.errors.contains("peel: no pack for WhatsApp: it breaks a rule; use --force to write it anyway"))
        #expect(made.errors.contains("stickers in a pack: 1, allowed 3 to 30: add 2 for 3\n"), "\(made.errors)")
        #expect((try? place.status()) == nil)
        let forced = try await run("make", "in", "-o", "pack", "--for", "whatsapp", "--force")
        #expect(forced.status == 0)
        #expect((try? place.appending("contents.json").status()) != nil)
        let checked = try await run("check", "pack")
        #expect(checked.status == 1)
        #expect(checked.output.contains("FAIL  stickers in a pack"))
    }

    @Test func theBestAreKeptAndTheOthersNamed() async throws {
        for index in 0..<9 {
            // The photo with the two balls, whose subject the network is less sure of, comes first.
            try folder.write(index == 0 ? SamplePhotos.twoBalls : SamplePhotos.ball, to: FilePath("in/\(index).png"))
        }
        let early = try await run("make", "in", "-o", "pack", "--for", "line")
        #expect(
            early.errors.contains(
                "9 photos make no pack for LINE, which takes 8, 16, 24, 32 or 40 stickers: leave out 1 for 8, or add 7 for "
                    + "16; --count best keeps the best 8"), "\(early.errors)")
        let made = try await run("make", "in", "-o", "pack", "--for", "line", "--count", "best", "--json")
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output.contains(#""leftOutStickers":["stickers/"#), "\(made.output)")
        let pictures = try folder.path.appending("pack/line").names().filter { $0.stem.bytes.count == 2 }
        #expect(pictures.count == 8)
    }

    /// LINE and Kakao have packs of their own for them. Too few of a kind are left out where there are enough of the
    /// other.
    @Test(
        arguments: [
            (8, 2, "line", nil), (9, 2, "line", "9 photos make no pack for LINE, which takes 8, 16, 24, 32 or 40"),
            (0, 9, "line", "9 clips make no pack for LINE, which takes 8, 16 or 24 stickers: leave out 1 for 8"),
            (2, 8, "line", nil), (32, 2, "kakao", nil), (0, 24, "kakao", nil),
            (3, 1, "whatsapp", nil), (8, 0, "telegram", nil), (0, 2, "png", nil),
        ] as [(Int, Int, String, String?)])
    func clipsAreCountedForThemselves(
        _ photos: Int, _ clips: Int, _ platform: String, _ problem: String?
    ) async throws {
        for index in 0..<photos { try folder.write([0], to: FilePath("in/\(index).png")) }
        for index in 0..<clips { try folder.write([0], to: FilePath("in/\(index).mp4")) }
        let listed = try await run("make", "in", "-o", "pack", "--for", FilePath(platform), "--dry-run")
        #expect(listed.status == (problem == nil ? 0 : 1), "\(listed.errors)")
        if let problem { #expect(listed.errors.contains(problem), "\(listed.errors)") }
    }

    /// By its name a GIF is a picture; where the number matters, its content says that it moves.
    @Test func picturesThatMoveAreCountedAsClips() async throws {
        let moving = ClipFixture()
        try await moving.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=64x64:rate=10:duration=0.3", moving.path("a.gif"))
        let gif = try moving.path("a.gif").readBytes()
        for index in 0..<24 { try folder.write(gif, to: FilePath("in/\(index).gif")) }
        let listed = try await run("make", "in", "-o", "pack", "--for", "kakao", "--dry-run")
        #expect(listed.status == 0, "\(listed.errors)")
        let still = try await run("make", "in", "-o", "pack", "--for", "kakao", "--still", "--dry-run")
        #expect(still.status == 1 && still.errors.contains("24 photos make no pack for Kakao"), "\(still.errors)")
    }

    /// `.` has a name, too.
    @Test func aPackIsCalledAsItsFolder() async throws {
        try folder.write(SamplePhotos.ball, to: "in/ball.png")
        try folder.path.appending("Cats").createFolder()
        let made = try await BuiltProgram.run(
            ["make", "../in", "-o", ".", "--for", "telegram"], in: folder.path.appending("Cats"))
        try #require(made.succeeded, "\(made.errorText)")
        let title = try folder.path.appending("Cats/telegram/title.txt").readBytes()
        #expect(String(decoding: title, as: UTF8.self) == "Cats\n")
    }

    /// Also of photos that were not given this time.
    @Test func allStickersOfThePackAreCounted() async throws {
        for (name, photo) in [("a", SamplePhotos.ball), ("b", SamplePhotos.ball), ("c", SamplePhotos.twoBalls)] {
            try folder.write(photo, to: FilePath("in/\(name).png"))
        }
        #expect(try await run("make", "in/a.png", "in/b.png", "-o", "pack").status == 0)
        let more = try await run("make", "in/c.png", "-o", "pack", "--resume", "--json")
        #expect(more.output.contains(#""stickerCount":3"#), "\(more.output)")
    }

    /// With `--for` alone, stickers are made without loss: not where there are others already.
    @Test func whatIsKeptDecidesTheFormat() async throws {
        for (name, photo) in [("ball", SamplePhotos.ball), ("two", SamplePhotos.twoBalls)] {
            try folder.write(photo, to: FilePath("in/\(name).png"))
        }
        #expect(try await run("make", "in", "-o", "pack").status == 0)
        // A stranger's picture counts for nothing.
        try folder.write(SamplePhotos.ball, to: "pack/stickers/notes.png")
        let again = try await run("make", "in", "-o", "pack", "--resume", "--for", "telegram", "--json")
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.output.split(separator: "\n").count { $0.contains(#""status":"kept""#) } == 2, "\(again.output)")
        let anew = try await run("make", "in", "-o", "pack", "--resume", "-f", "png", "--json")
        #expect(anew.output.split(separator: "\n").count { $0.contains(#""status":"made""#) } == 2, "\(anew.output)")
        let plain = try await run("make", "in", "-o", "pack", "--resume", "--json")
        #expect(plain.output.split(separator: "\n").count { $0.contains(#""status":"kept""#) } == 2, "\(plain.output)")
    }

    @Test func aRunWithoutAStickerLeavesNoFolders() async throws {
        try folder.write("x", to: "bad.jpg")
        try folder.write("x", to: "there/a.txt")
        for arguments in [
            ["make", "bad.jpg", "-o", "new/a/b"], ["make", "bad.jpg", "-o", "there/a/b"],
            ["sheet", "bad.jpg", "-o", "new/s"],
        ] as [[FilePath]] {
            let made = try await BuiltProgram.run(
                arguments, environment: ["XDG_CACHE_HOME": "\(folder.path)/cache"], in: folder.path)
            #expect(!made.succeeded)
        }
        #expect((try? folder.path.appending("new").status()) == nil)
        #expect(try folder.path.appending("there").names() == ["a.txt"])
    }

    @Test func valuesAreTakenInAnyCase() throws {
        let request = try understood([
            "make", "a", "-o", "b", "--for", "WhatsApp,TELEGRAM", "-f", "PNG", "--text", "Hi", "--text-at", "Top", "-s",
            "ORIGINAL",
        ])
        let make = try #require(request as? MakeRequest)
        #expect(make.targets == [.whatsapp, .telegram] && make.encoding.format == .png)
        #expect(make.options.style.text?.place == .top && make.options.size == .original)
        let sheet = try #require(try understood(["sheet", "a", "-o", "b", "--page", "A4"]) as? SheetRequest)
        #expect(sheet.settings.page == .a4)
        let catalog = try #require(try understood(["catalog", "Save", "APOD:Today", "-o", "b"]) as? CatalogRequest)
        #expect(catalog.output == "b" && catalog.sources.count == 1)
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
            checked.errors.contains(
                "the files in folder do not show which platform it is for: name the platform with --for"))
    }

    @Test func theOptionsAreUnderstood() throws {
        let request = try understood([
            "make", "a", "-o", "b", "--for", "telegram,whatsapp,telegram", "--emoji", "🐱, ❤️👍🏽",
        ])
        let make = try #require(request as? MakeRequest)
        #expect(make.targets == [.telegram, .whatsapp])
        #expect(make.emoji == ["🐱", "❤️", "👍🏽"])
        #expect(make.encoding.format == .png)
        for (arguments, words) in [
            (["--for", "whatsap"], "did you mean 'whatsapp'?"), (["--for", "whatsapp,"], "--for takes some of"),
            (["--for", "whatsapp", "--emoji", "cat"], "--emoji takes only emoji"),
            (["--title", "Cats"], "--title is for packs of a platform: add --for"),
            (["--count", "best"], "--count is for packs of a platform: add --for"),
            (["--for", "line", "--count", "8"], "--count takes best, not '8'"),
        ] {
            let error = #expect(throws: UsageError.self) {
                try understood(["make", "a", "-o", "b"] + arguments.map { FilePath($0) })
            }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        }
        #expect(throws: UsageError.self) { try understood(["check"]) }
    }
}
