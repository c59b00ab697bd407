import Peel
import PhotoLibrary
import TestSupport
import Testing

/// `peel make --pack`, with the built program: packs that a person has in the studio.
struct LibraryPackTests {
    private let folder = TemporaryFolder()

    private func make(_ arguments: [String]) async throws -> (status: CInt?, errors: String) {
        let result = try await BuiltProgram.run(["make"] + arguments.map { FilePath($0) }, in: folder.path)
        guard case .exited(let status) = result.exit else { return (nil, result.errorText) }
        return (status, result.errorText)
    }

    /// The library `lib`, with a sticker of each of these.
    private func makeLibrary(of cutouts: [RealCutout]) async throws -> (library: PhotoLibrary, photos: [PhotoID]) {
        let library = try await PhotoLibrary.open(at: folder.path.appending("lib"), limit: 1 << 30)
        var photos: [PhotoID] = []
        for cutout in cutouts {
            let sticker = try ImageEncoder(.png()).encode(cutout.bitmap())
            let photo = try await library.add(sticker, named: "\(cutout.rawValue).jpg").photo.id
            try await library.setResult(
                of: photo, revision: 1, blobs: ["sticker.png": sticker], state: "done", details: details(of: cutout))
            photos.append(photo)
        }
        return (library, photos)
    }

    /// The cup has an emoji of its own.
    private func details(of cutout: RealCutout) -> String {
        let metadata = cutout == .coffee ? #","metadata":{"emoji":["☕"]}"# : ""
        return #"""
            {"style":{"borderWidth":0.02,"borderColor":"#ffffff","margin":0.01,"background":"transparent",
            "shadow":false},"strokes":[],"undoneStrokes":[],"sticker":{"width":9,"height":9,"photoWidth":9,"photoHeight":9,
            "box":{"x":0,"y":0,"width":9,"height":9},"instances":[],"colors":[],"gradient":[],"textColor":"#000000"}\#(metadata)}
            """#
    }

    @Test func aPackIsMadeInItsOrderWithItsNameAndItsCover() async throws {
        let (library, photos) = try await makeLibrary(of: [.astronaut, .chelsea, .coffee, .rocket])
        let pack = try await library.addPack(named: "Cats", photos: [photos[3], photos[0], photos[2]])
        var change = LibraryPackChange()
        change.cover = .some(photos[2])
        try await library.changePack(pack.id, change)
        _ = try await library.addPack(named: "Cups", photos: [photos[2], photos[1]])
        try await library.close()

        let made = try await make(["--pack", "Cats", "--library", "lib", "--for", "telegram,whatsapp", "-o", "cats"])
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.errors.contains("for Telegram: 3 stickers, "), "\(made.errors)")
        let cats = try #require(try TelegramSet.read(folder.path.appending("cats")).first)
        #expect(cats.title == "Cats")
        #expect(cats.stickers.map(\.name) == ["01-rocket.webp", "02-astronaut.webp", "03-coffee.webp"])
        #expect(cats.stickers.map(\.emoji) == [["🙂"], ["🙂"], ["☕"]])
        let archive = folder.path.appending("cats/whatsapp/Cats.wastickers")
        #expect((try? archive.status().kind) == .regular)
        let checked = try await BuiltProgram.run(["check", "cats"], in: folder.path)
        #expect(checked.succeeded, "\(checked.outputText)")

        // Its first sticker stands for a pack that a person has chosen no cover for.
        let other = try await make(["--pack", "Cups", "--library", "lib", "--for", "telegram", "-o", "cups"])
        #expect(other.status == 0, "\(other.errors)")
        let cups = try #require(try TelegramSet.read(folder.path.appending("cups")).first)
        let covers = try [cats, cups].map { set in try #require(set.cover).readBytes() }
        #expect(covers[0] == covers[1])
    }

    @Test func aPhotoWithoutAStickerIsNamedAndLeftOut() async throws {
        let (library, photos) = try await makeLibrary(of: [.coffee])
        let late = try await library.add(SamplePhotos.ball, named: "late.png").photo.id
        _ = try await library.addPack(named: "Cats", photos: [late, photos[0]])
        try await library.close()
        let made = try await make(["--pack", "Cats", "--library", "lib", "--for", "png", "-o", "pack"])
        #expect(made.status == 1)
        #expect(
            made.errors.contains("late.png has no sticker yet and is left out: make it in the studio"),
            "\(made.errors)")
        #expect(try folder.path.appending("pack/png").names().contains("01-coffee.png"))
    }

    @Test func aPackThatBreaksARuleLeavesNoFolders() async throws {
        let (library, photos) = try await makeLibrary(of: [.coffee])
        _ = try await library.addPack(named: "Cats", photos: photos)
        try await library.close()
        let made = try await make(["--pack", "Cats", "--library", "lib", "--for", "kakao", "-o", "new/cats"])
        #expect(made.status == 1 && made.errors.contains("no pack for Kakao"), "\(made.errors)")
        #expect((try? folder.path.appending("new").status()) == nil)
    }

    @Test func whereThereIsNoLibraryNoneIsMade() async throws {
        let made = try await make(["--library", "lib", "--pack", "Cats", "--for", "png", "-o", "pack"])
        #expect(made.status == 1 && made.errors.contains("lib is not a library of peel serve"), "\(made.errors)")
        #expect((try? folder.path.appending("lib").status()) == nil)
    }

    @Test(arguments: [
        (["--library", "lib"], "add --pack NAME"), (["--pack", "Cats"], "--for whatsapp"),
        (["--pack", "Cats", "--for", "png", "in"], "leave out the photos"),
        (["--pack", "Cats", "--for", "png", "--size", "64"], "--size cannot be used with --pack"),
    ])
    func whatAPackOfTheLibraryTakesIsSaid(_ arguments: [String], _ words: String) async throws {
        let made = try await make(["-o", "pack"] + arguments)
        #expect(made.status == 2 && made.errors.contains(words), "\(made.errors)")
    }
}
