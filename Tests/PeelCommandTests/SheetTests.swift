import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// `peel sheet`: its command line, and what the built program writes.
struct SheetTests {
    private let folder = TemporaryFolder()

    private func request(_ words: String...) throws -> SheetRequest? {
        try understood((["sheet"] + words).map { FilePath($0) }) as? SheetRequest
    }

    private func run(_ arguments: FilePath...) async throws -> (status: CInt?, errors: String) {
        let result = try await BuiltProgram.run(
            ["sheet"] + arguments, environment: ["XDG_CACHE_HOME": "\(folder.path)/cache"], in: folder.path)
        guard case .exited(let status) = result.exit else { return (nil, result.errorText) }
        return (status, result.errorText)
    }

    private var files: [String] {
        ((try? folder.path.appending("out").names()) ?? []).map(\.description).sorted()
    }

    @Test func commandLineIsUnderstood() throws {
        let request = try #require(
            try request(
                "pack", "-o", "out", "--as", "png,lines", "--page", "4x6in", "--landscape", "-s", "42.5", "--gap", "5",
                "--margin", "6", "--bleed", "1.5", "--backing", "rectangle", "--backing-offset", "2", "--turn",
                "quarter",
                "-n", "3", "--marks", "--dpi", "600", "--smooth", "0.5", "--style", "plain"))
        #expect(request.formats == [.png, .lines])
        var settings = SheetSettings()
        settings.page = .photo
        settings.isLandscape = true
        settings.stickerSize = 42.5
        settings.gap = 5
        settings.margin = 6
        settings.bleed = 1.5
        settings.backing = .rectangle
        settings.backingOffset = 2
        settings.turning = .quarter
        settings.copies = 3
        settings.hasRegistrationMarks = true
        settings.resolution = 600
        settings.smoothing = 0.5
        #expect(request.settings == settings)
        #expect(request.style.borderWidth == 0)
    }

    @Test func theMarginIsThatOfThePage() throws {
        let request = try #require(try request("pack", "-o", "out", "--margin", "70"))
        #expect(request.settings.margin == 70)
        #expect(request.style == .dieCut)
    }

    @Test func bleedGivesWayToTheGapAndToAnOffset() throws {
        #expect(try request("a", "-o", "out")?.settings.bleed == 2)
        #expect(try request("a", "-o", "out", "--gap", "3")?.settings.bleed == 1.5)
        #expect(try request("a", "-o", "out", "--offset", "2")?.settings.bleed == 0)
        #expect(try request("a", "-o", "out", "--page", "own", "--gap", "0")?.settings.bleed == 2)
    }

    @Test(arguments: [
        ["--size", "0"], ["--size", "nan"], ["--gap", "-1"], ["--dpi", "0"], ["--bleed", "9"], ["--page", "a9"],
        ["--copies", "0"], ["--margin", "1e9"], ["--margin", "inf"], ["--as", "gif"], ["--offset", "24"],
        ["--page", "own", "--copies", "2"], ["--page", "own", "--marks"], ["--page", "own", "--landscape"],
        ["--style", "plain", "--border-color", "red"],
    ])
    func wrongValueIsRefusedBeforeAnythingIsDone(words: [String]) {
        #expect(throws: UsageError.self) {
            try understood((["sheet", "a", "-o", "out"] + words).map { FilePath($0) })
        }
    }

    @Test func packPhotoAndStickerShareTheSheets() async throws {
        try folder.write(SamplePhotos.ball, to: "in/photo.png")
        let made = try await BuiltProgram.run(
            ["make", "in", "-o", "pack", "-f", "png"], environment: ["XDG_CACHE_HOME": "\(folder.path)/cache"],
            in: folder.path)
        #expect(made.succeeded, "\(made.errorText)")
        try folder.write(ImageEncoder(.png()).encode(RealCutout.coffee.bitmap()), to: "cup.png")
        try folder.write(SamplePhotos.twoBalls, to: "balls.png")
        let sheet = try await run("pack", "cup.png", "balls.png", "-o", "out", "--as", "pdf,png,svg,lines", "-s", "40")
        #expect(sheet.status == 0, "\(sheet.errors)")
        #expect(sheet.errors.contains("3 stickers on 1 page, "), "\(sheet.errors)")
        #expect(sheet.errors.contains(" % full; packed by bounding boxes: "), "\(sheet.errors)")
        #expect(files == ["sheet-1-lines.svg", "sheet-1.png", "sheet-1.svg", "sheet.pdf"])
        let lines = try String(decoding: folder.path.appending("out/sheet-1-lines.svg").readBytes(), as: UTF8.self)
        #expect(lines.split(separator: "<path").count == 4, "three lines")
    }

    /// A clip in a folder is not printed, and one that is named once: a phone's photo has its movie beside it.
    @Test func aFolderGivesItsPhotosAndNoClips() async throws {
        let fixture = ClipFixture()
        let clip = try await fixture.clip()
        try folder.write(SamplePhotos.ball, to: "in/ball.png")
        try AtomicFile.write(clip.readBytes(), to: folder.path.appending("in/clip.mp4"))
        for name: FilePath in ["in/notes.txt", "in/.hidden.png"] { try folder.write("x", to: name) }
        let sheet = try await run("in", "-o", "out")
        #expect(sheet.status == 0 && sheet.errors.contains("1 sticker on 1 page"), "\(sheet.errors)")
        for note in [
            "peel: skipped hidden file in/.hidden.png; name it explicitly to include it\n",
            "peel: skipped 1 file that is not a photo: 1 .txt\n",
            "peel: skipped 1 clip: name a clip to print its best frame\n",
        ] {
            #expect(sheet.errors.contains(note), "\(sheet.errors)")
        }
        try folder.write("x", to: "clips/a.mp4")
        let none = try await run("clips", "-o", "none")
        #expect(none.status == 1 && none.errors.contains("for a sheet: skipped 1 clip"), "\(none.errors)")
        let named = try await run("in/ball.png", "in/clip.mp4", "-o", "named", "--enlarge")
        #expect(named.status == 0 && named.errors.contains("2 stickers on 1 page"), "\(named.errors)")
        // Packs below a folder give their stickers.
        let made = try await BuiltProgram.run("make", "in/ball.png", "-o", "in/pack", in: folder.path)
        try #require(made.succeeded, "\(made.errorText)")
        let both = try await run("in", "-o", "both")
        #expect(both.status == 0 && both.errors.contains("2 stickers on 1 page"), "\(both.errors)")
    }

    @Test func stickerThatIsTooLargeIsNamedWithWhatToDo() async throws {
        try folder.write(ImageEncoder(.png()).encode(RealCutout.coffee.bitmap()), to: "cup.png")
        let sheet = try await run("cup.png", "-o", "out", "--page", "a6", "--size", "300")
        #expect(sheet.status == 1)
        #expect(sheet.errors.contains("peel: cup takes "), "\(sheet.errors)")
        #expect(sheet.errors.contains("make the sticker or the margin smaller"))
        #expect(files.isEmpty)
    }

    @Test func whatIsNoPictureIsNamedAndTheOthersAreLaidOut() async throws {
        try folder.write("no picture", to: "bad.jpg")
        try folder.write(ImageEncoder(.png()).encode(RealCutout.coffee.bitmap()), to: "cup.png")
        let sheet = try await run("bad.jpg", "cup.png", "none.png", "-o", "out")
        #expect(sheet.status == 1)
        #expect(sheet.errors.contains("bad.jpg: ") && sheet.errors.contains("none.png"), "\(sheet.errors)")
        #expect(sheet.errors.contains("1 sticker on 1 page"))
        #expect(files == ["sheet.pdf"])
    }

    /// Neither a photo, which is cut out first, nor a sticker, nor a pack's.
    @Test func pageIsNotWrittenOverAPhotoOrASticker() async throws {
        try folder.write(SamplePhotos.ball, to: "in/photo.png")
        try folder.write(ImageEncoder(.png()).encode(RealCutout.coffee.bitmap()), to: "in/cup.png")
        let made = try await BuiltProgram.run(
            "make", "in/photo.png", "-o", "pack", "-f", "png", in: folder.path)
        try #require(made.succeeded, "\(made.errorText)")
        let runs: [(source: FilePath, output: FilePath)] = [
            ("in/photo.png", "in"), ("in/cup.png", "in"), ("pack", "pack/stickers"),
        ]
        for (source, output) in runs {
            let place = folder.path.appending(output)
            let names = try place.names()
            let bytes = try names.map { try place.appending($0).readBytes() }
            let sheet = try await BuiltProgram.run(
                "sheet", source, "-o", output, "--page", "own", "--as", "pdf,png", in: folder.path)
            #expect(sheet.exit == .exited(1))
            #expect(sheet.errorText.contains("would overwrite"), "\(sheet.errorText)")
            #expect(try place.names() == names)
            #expect(try names.map { try place.appending($0).readBytes() } == bytes)
        }
    }

    @Test func pagesOfAnEarlierRunAreNamed() async throws {
        try folder.write(ImageEncoder(.png()).encode(RealCutout.coffee.bitmap()), to: "cup.png")
        let first = try await run("cup.png", "-o", "out", "--as", "lines", "--page", "a6", "-n", "6")
        #expect(!first.errors.contains("earlier run"), "\(first.errors)")
        let second = try await run("cup.png", "-o", "out", "--as", "lines", "--page", "a6", "--quiet")
        #expect(second.errors.isEmpty)
        let third = try await run("cup.png", "-o", "out", "--as", "lines", "--page", "a6")
        #expect(third.status == 0)
        #expect(third.errors.contains("out/sheet-2-lines.svg "), "\(third.errors)")
        #expect(third.errors.contains(" of an earlier run: remove what is no longer needed"))
    }

    @Test func folderWithoutAPictureMakesNoSheet() async throws {
        try folder.path.appending("empty").createFolder()
        let sheet = try await run("empty", "-o", "out")
        #expect(sheet.status == 1)
        #expect(sheet.errors.contains("there is no sticker for a sheet"), "\(sheet.errors)")
        #expect(files.isEmpty)
    }

    /// Covers, icons and the same sticker in other sizes lie beside the stickers of packs for platforms.
    @Test func ofAPackForAPlatformTheStickersAloneAreLaidOut() async throws {
        try folder.write(SamplePhotos.ball, to: "in/ball.png")
        let made = try await BuiltProgram.run(
            ["make", "in", "-o", "pack", "--for", "telegram,imessage", "--emoji", "🙂"],
            environment: ["XDG_CACHE_HOME": "\(folder.path)/cache"], in: folder.path)
        try #require(made.succeeded, "\(made.errorText)")
        for source: FilePath in ["pack/telegram", "pack/imessage", "pack/imessage/small"] {
            let sheet = try await run(source, "-o", "out", "--as", "lines", "-s", "20")
            #expect(sheet.status == 0, "\(sheet.errors)")
            #expect(sheet.errors.contains("1 sticker on 1 page"), "\(source): \(sheet.errors)")
        }
        // Without a report, as in a ZIP that was unpacked, by their names.
        let sticker = try ImageEncoder(.png()).encode(RealCutout.coffee.bitmap())
        for (source, names) in [
            ("line", ["01.png", "main.png", "tab.png"]), ("set", ["a.png", "cover.png", "emoji.txt"]),
            ("phone", ["a.webp", "tray-1.png", "title.txt", "author.txt"]), ("mine", ["main.png"]),
        ] {
            for name in names { try folder.write(sticker, to: FilePath("\(source)/\(name)")) }
            let sheet = try await run(FilePath(source), "-o", "out", "--as", "lines", "-s", "20")
            #expect(sheet.errors.contains("1 sticker on 1 page"), "\(source): \(sheet.errors)")
        }
        // One that is named is meant.
        let cover = try await run("pack/telegram/cover.png", "-o", "out", "--as", "lines", "-s", "10")
        #expect(cover.errors.contains("1 sticker on 1 page"), "\(cover.errors)")
    }

    /// In each folder of a pack, only those pixels count that its photo has. A folder that lies elsewhere is not known.
    @Test func pixelsThatWereAddedDoNotCountInTheFoldersOfAPack() async throws {
        try folder.write(SamplePhotos.ball, to: "ball.png")
        let made = try await BuiltProgram.run(
            ["make", "ball.png", "-o", "pack", "--for", "telegram,imessage", "--emoji", "🙂"],
            environment: ["XDG_CACHE_HOME": "\(folder.path)/cache"], in: folder.path)
        try #require(made.succeeded, "\(made.errorText)")
        let telegram = folder.path.appending("pack/telegram")
        for name in try telegram.names() {
            try folder.write(telegram.appending(name).readBytes(), to: FilePath("elsewhere/telegram").appending(name))
        }
        folder.link("link", to: telegram)
        folder.link("own", to: folder.path.appending("pack/stickers"))
        let sticker = try #require(try telegram.names().first { $0.pathExtension == "webp" })
        let sources: [FilePath] = [
            "pack", "pack/telegram", "pack/telegram/.", "link", FilePath("pack/telegram").appending(sticker),
            "pack/imessage", "pack/imessage/small", "pack/stickers", "pack//stickers", "own",
        ]
        var densities: Set<Substring> = []
        for source in sources {
            let sheet = try await run(source, "-o", "out", "-s", "65")
            #expect(sheet.status == 1 && files.isEmpty, "\(source): \(sheet.errors)")
            let words = sheet.errors.split(separator: " ")
            densities.insert(try #require(words.firstIndex(of: "has").map { words[$0 + 1] }, "\(sheet.errors)"))
        }
        // Edges of smaller pictures lie elsewhere by a part of a pixel.
        let numbers = densities.compactMap { Int($0) }
        #expect(numbers.count == densities.count && (numbers.max() ?? 0) - (numbers.min() ?? 0) <= 2, "\(densities)")
        let unknown = try await run("elsewhere/telegram", "-o", "out", "-s", "65")
        #expect(unknown.status == 0, "\(unknown.errors)")
    }

    @Test func aPhotoWithTooFewPixelsIsPrintedOnlyWhenThatIsWanted() async throws {
        try folder.write(SamplePhotos.ball, to: "ball.png")
        let refused = try await run("ball.png", "-o", "out", "-s", "150")
        #expect(refused.status == 1 && files.isEmpty)
        #expect(refused.errors.contains("peel: ball has ") && refused.errors.contains(" pixels an inch at 150 mm, and"))
        #expect(refused.errors.contains("(--enlarge)"), "\(refused.errors)")
        // A pack's sticker has 512, of which more than half were added.
        let made = try await BuiltProgram.run("make", "ball.png", "-o", "pack", in: folder.path)
        try #require(made.succeeded, "\(made.errorText)")
        let pack = try await run("pack", "-o", "out", "-s", "65")
        #expect(pack.status == 1 && files.isEmpty, "\(pack.errors)")
        #expect(pack.errors.contains("peel: ball has ") && pack.errors.contains(" pixels an inch at 65 mm, and"))
        let result = try await BuiltProgram.run(
            ["sheet", "ball.png", "-o", "out", "-s", "150", "--enlarge", "--json"],
            environment: ["XDG_CACHE_HOME": "\(folder.path)/cache"], in: folder.path)
        #expect(result.succeeded, "\(result.errorText)")
        #expect(result.errorText.contains("mm it looks sharp (200 an inch)"), "\(result.errorText)")
        #expect(result.outputText.contains(#""coarse":[{"sticker":"ball","dotsPerInch":"#), "\(result.outputText)")
    }
}
