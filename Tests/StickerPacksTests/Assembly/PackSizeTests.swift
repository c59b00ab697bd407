import Files
import Glibc
import Imaging
import Stickers
import Synchronization
import TestSupport
import Testing

@testable import StickerPacks

/// Packs of few photos, of many, and of several machines follow the same rules.
@Suite struct PackSizeTests {
    enum Size: CaseIterable, Sendable {
        case small, large
        /// Split, worked on and merged.
        case parts, manyParts

        static let makers = [Size.small, .large]
        var isOfParts: Bool { self == .parts || self == .manyParts }
        /// Its lists are beside the manifest.
        var isLarge: Bool { self == .large || self == .manyParts }
    }

    let fixture = PartFixture()
    var pack: FilePath { fixture.temporary.path.appending("pack") }
    var folder: PackFolder { PackFolder(pack) }
    var root: FilePath { fixture.temporary.path.appending("in") }

    struct Made {
        var pack: FinishedPack
        var kept: [String] = []
        var made: [String] = []
        var failed: [String] = []
        var reasons: [String] = []
        /// How many stickers were said to be replaced.
        var replacedCount = 0

        mutating func take(_ report: PhotoReport) {
            switch report.outcome {
            case .kept: kept.append(report.source.description)
            case .made: made.append(report.source.description)
            case .failed, .leftOut:
                failed.append(report.source.description)
                reasons.append(report.reason ?? "")
            }
        }
    }

    func write(_ names: FilePath..., content: String? = nil) throws {
        for name in names {
            try fixture.temporary.write(
                try SyntheticPhoto.ball().png() + Array((content ?? "\(name)").utf8), to: FilePath("in").appending(name)
            )
        }
    }

    func remove(_ name: FilePath) throws { try root.appending(name).removeFile() }

    /// What lies in a folder whose name begins with a digit was found in that folder.
    ///
    /// - Parameter link: another path of the photos' folder.
    private func photos(_ names: [FilePath], through link: FilePath? = nil) -> [PackPhoto] {
        names.map { name in
            let isFoundThere = name.parent.bytes.first.map { (0x30...0x39).contains($0) } == true
            return PackPhoto((link ?? root).appending(name), source: isFoundThere ? name.lastComponent : name)
        }
    }

    private func processor(border: Double? = nil) throws -> PhotoProcessor {
        var options = ProcessingOptions(size: .longestSide(64))
        if let border { options.style.borderWidth = border }
        return try fixture.processor(options)
    }

    private func maker(
        _ size: Size, _ photos: [PackPhoto], by processor: PhotoProcessor, _ settings: PackSettings
    ) async throws -> PackMaker {
        try await PackMaker(
            folder, photos, by: processor, settings, largestManifest: size == .small ? 10 : 0, runLength: 2)
    }

    /// A run on one machine that has not begun.
    func maker(
        _ size: Size, _ names: [FilePath], _ settings: PackSettings = PackSettings()
    ) async throws -> PackMaker {
        try await maker(size, photos(names), by: processor(), settings)
    }

    /// Makes the pack, and looks whether it is whole.
    ///
    /// - Parameters:
    ///   - names: of the photos; their last components are those of the folders that were given.
    ///   - mostPixels: of a photo that is decoded.
    ///   - count: after how many photos the run is stopped.
    ///   - isKilled: whether the run ends then and there.
    ///   - link: another path of the photos' folder.
    @discardableResult
    func make(
        _ size: Size, _ names: [FilePath], _ settings: PackSettings = PackSettings(), border: Double? = nil,
        mostPixels: Int? = nil, upTo count: Int = .max, isKilled: Bool = false, through link: FilePath? = nil
    ) async throws -> Made {
        let photos = photos(names, through: link)
        var processor = try processor(border: border)
        if let mostPixels { processor.limits.pixels = mostPixels }
        if size.isOfParts { return try await merge(size, photos, by: processor, settings, border: border) }
        var made = Made(pack: FinishedPack(folder: pack, stickerCount: 0))
        let done = Atomic(0)
        func take(_ report: PhotoReport) {
            done.add(1, ordering: .relaxed)
            made.take(report)
        }
        let isStopped: @Sendable () -> Bool = { done.load(ordering: .relaxed) >= count }
        let maker = try await maker(size, photos, by: processor, settings)
        made.replacedCount = maker.replacedStickerCount
        if isKilled {
            try await maker.process(report: { take($0) }, isStopped: isStopped)
            return made
        }
        let finished = try await maker.make(report: { take($0) }, isStopped: isStopped)
        made.pack = finished
        try checkIsWhole(finished, size)
        return made
    }

    /// Splits, works and merges. An output has stickers of one border.
    private func merge(
        _ size: Size, _ photos: [PackPhoto], by processor: PhotoProcessor, _ settings: PackSettings, border: Double?
    ) async throws -> Made {
        let parts = try PartsFolder(fixture.temporary.path.appending("parts")).split(
            photos.enumerated().map { $1.listed(order: $0, isVersioned: true) }, .parts(2))
        let output = FolderWorkStore(fixture.temporary.path.appending("out \(border ?? 0)"))
        var made = Made(pack: FinishedPack(folder: pack, stickerCount: 0))
        for part in parts {
            try await PartWorker(part, output: output, processor: processor, settings: settings).run {
                made.take($0.photo)
            }
        }
        var merger = PartMerger([output], .listed(parts.flatMap(\.self)), executor: fixture.executor)
        if size == .manyParts { merger.largestManifest = 1 }
        merger.runLength = 2
        made.pack = try #require(try await merger.merge(into: pack, force: settings.force)).pack
        try checkIsWhole(made.pack, size)
        return made
    }

    private func checkIsWhole(_ pack: FinishedPack, _ size: Size) throws {
        let manifest = try folder.readManifest()
        #expect(manifest.lists?.stickerCount == (size.isLarge ? manifest.stickers.count : nil))
        // No folder of a larger pack is left empty.
        let names = Set(manifest.stickers.map { String($0.fileName.prefix { $0 != "/" }) })
        #expect(try size.isLarge || names == Set(folder.stickers.names().map(\.description)))
        #expect(manifest.stickers.allSatisfy(folder.holdsFile(of:)))
        #expect(pack.stickerCount == manifest.stickers.count)
        #expect(
            Set(try FolderWalk(pack.folder).files.map(\.relativePath.description))
                == Set(manifest.files + ["pack.json"]))
        #expect((try? folder.journal.status()) == nil)
    }

    func sources() throws -> [String] { try folder.readManifest().stickers.map(\.source) }

    static let resuming = PackSettings(start: .resuming)
    static let adding = PackSettings(start: .resuming, keepsAbsent: true)

    @Test(arguments: Size.allCases)
    func resumedWhatIsDoneIsKeptAndWhatWasEditedOrDamagedIsMadeAnew(_ size: Size) async throws {
        try write("a.png", "b.png", "c.png")
        try fixture.temporary.write("no photo", to: "in/d.png")
        let names: [FilePath] = ["a.png", "b.png", "c.png", "d.png"]
        #expect(try await make(size, names).failed == ["d.png"])
        let first = try folder.readManifest()
        let again = try await make(size, names, Self.resuming)
        #expect(again.kept.sorted() == ["a.png", "b.png", "c.png"] && again.failed == ["d.png"])
        #expect(try folder.readManifest() == first)
        try write("b.png", content: "edited")
        try write("d.png", content: "a photo by now")
        let file = folder.path(of: first.stickers[2])
        try AtomicFile.write(file.readBytes().map { $0 ^ 1 }, to: file)
        let next = try await make(size, names, Self.resuming)
        // A worker's output has the sticker still.
        #expect(next.kept.sorted() == (size.isOfParts ? ["a.png", "c.png"] : ["a.png"]))
        #expect(next.made.sorted() == (size.isOfParts ? ["b.png", "d.png"] : ["b.png", "c.png", "d.png"]))
        #expect(try sources() == ["a.png", "b.png", "c.png", "d.png"])
    }

    @Test(arguments: Size.makers) func twoRunsDoNotWriteOnePackAtOnce(_ size: Size) async throws {
        try write("a.png")
        let first = try await maker(size, ["a.png"])
        for settings in [Self.resuming, PackSettings(start: .resuming, force: true)] {
            let error = await #expect(throws: PackError.self) { try await maker(size, ["a.png"], settings) }
            #expect(error?.code == .inUse, "\(String(describing: error))")
        }
        try await first.process(report: { _ in }, isStopped: { false })
        #expect(try await first.finish().stickerCount == 1)
    }

    @Test(arguments: Size.allCases)
    func aPhotoWithAnotherNameIsKeptUnderIt(_ size: Size) async throws {
        try write("a.png", "b.png")
        try await make(size, ["a.png", "b.png"])
        try write("sub/z.png", content: "a.png")
        try remove("a.png")
        let made = try await make(size, ["b.png", "sub/z.png"], Self.adding)
        // A worker knows photos by their names.
        #expect(made.kept.sorted() == (size.isOfParts ? ["b.png"] : ["b.png", "sub/z.png"]))
        #expect(made.pack.absentStickerCount == 0 && made.pack.removedStickerCount == 0)
        #expect(try sources() == ["b.png", "sub/z.png"])
    }

    @Test(arguments: Size.allCases)
    func aPhotoThatCannotBeReadKeepsItsSticker(_ size: Size) async throws {
        try write("a.png", "b.png")
        try await make(size, ["a.png", "b.png"])
        try remove("a.png")
        // Workers have another output for other settings.
        for border in size.isOfParts ? [nil] : [nil, 0.1] {
            #expect(try await make(size, ["a.png", "b.png"], Self.resuming, border: border).failed == ["a.png"])
            #expect(try sources() == ["a.png", "b.png"])
        }
        try write("a.png")
        #expect(try await make(size, ["a.png", "b.png"], Self.resuming, border: 0.1).made.contains("a.png"))
    }

    /// Its last lines are missing.
    private func damage(_ name: FilePath) throws {
        try fixture.temporary.write(SyntheticPhoto.ball().png().dropLast(2000), to: FilePath("in").appending(name))
    }

    private func writeWithoutSubject(_ name: FilePath) throws {
        let nothing = Bitmap(
            size: PixelSize(width: 64, height: 64), filledWith: SRGBColor(red: 90, green: 90, blue: 90))
        try fixture.temporary.write(ImageEncoder(.png()).encode(nothing), to: FilePath("in").appending(name))
    }

    @Test(arguments: Size.allCases)
    func aPhotoThatIsDamagedKeepsItsStickerOneWithoutASubjectDoesNot(_ size: Size) async throws {
        let names: [FilePath] = ["a.png", "b.png", "c.png"]
        for name in names { try write(name) }
        try await make(size, names)
        try damage("a.png")
        try writeWithoutSubject("b.png")
        // Once more, too.
        for _ in 0..<2 {
            let next = try await make(size, names, Self.resuming)
            #expect(next.failed.sorted() == ["a.png", "b.png"])
            #expect(next.reasons.count { $0.hasSuffix("; its earlier stickers are kept") } == 1)
            #expect(try sources() == ["a.png", "c.png"])
        }
    }

    @Test(arguments: Size.makers)
    func madeFromTheStartPhotosThatCannotBeReadOrDecodedKeepTheirStickersUnlessItIsForced(
        _ size: Size
    ) async throws {
        let names: [FilePath] = ["a.png", "b.png", "c.png", "d.png"]
        for name in names { try write(name) }
        try await make(size, names)
        try remove("a.png")
        try damage("c.png")
        try writeWithoutSubject("d.png")
        for border in [nil, 0.1] {
            #expect(try await make(size, names, border: border).failed.sorted() == ["a.png", "c.png", "d.png"])
            #expect(try sources() == ["a.png", "b.png", "c.png"])
        }
        try await make(size, names, PackSettings(force: true))
        #expect(try sources() == ["b.png"])
    }

    @Test(arguments: Size.makers)
    func aPhotoThatCannotBeReadKeepsItsStickerWhereTheFolderIsCalledOtherwise(
        _ size: Size
    ) async throws {
        try write("a.png", "b.png", "c.png")
        fixture.temporary.link("link", to: "in")
        let names: [FilePath] = ["a.png", "b.png", "c.png"]
        try await make(size, names, through: fixture.temporary.path.appending("link"))
        try remove("a.png")
        try damage("c.png")
        let made = try await make(size, names, PackSettings(start: .resuming, force: true))
        #expect(made.kept == ["b.png"] && made.failed.sorted() == ["a.png", "c.png"])
        #expect(try sources() == ["a.png", "b.png", "c.png"])
        #expect(try folder.readManifest().failures.isEmpty)
    }

    @Test(arguments: Size.makers)
    func photosOfAFolderThatCannotBeReadKeepTheirsAndGoWhereThatIsAskedFor(
        _ size: Size
    ) async throws {
        try write("a.png", "b.png", "c.png")
        try await make(size, ["a.png", "b.png"])
        let added = try await make(size, ["c.png"], Self.adding)
        #expect(added.pack.absentStickerCount == 2 && added.pack.removedStickerCount == 0)
        #expect(try sources().sorted() == ["a.png", "b.png", "c.png"])
        // With other settings, too, and once more.
        for _ in 0..<2 {
            #expect(try await make(size, ["c.png"], Self.adding, border: 0.1).pack.absentStickerCount == 2)
        }
        #expect(try sources().sorted() == ["a.png", "b.png", "c.png"])
        let removed = try await make(size, ["a.png"], PackSettings(start: .resuming, force: true))
        #expect(removed.kept == ["a.png"] && removed.pack.removedStickerCount == 2)
        #expect(try sources() == ["a.png"])
    }

    @Test(arguments: Size.makers, [PackSettings.Start.anew, .resuming])
    func stoppedWhileAllIsMadeAnewWithOtherSettingsNothingIsLost(
        _ size: Size, _ start: PackSettings.Start
    ) async throws {
        let names: [FilePath] = ["a.png", "b.png", "c.png", "d.png", "e.png"]
        for name in names { try write(name) }
        try await make(size, names)
        let stopped = try await make(size, names, PackSettings(start: start), border: 0.1, upTo: 1)
        #expect(stopped.made.count < names.count && stopped.pack.removedStickerCount == 0)
        #expect(try sources() == names.map(\.description))
        let next = try await make(size, names, Self.resuming, border: 0.1)
        #expect(next.kept.sorted() == stopped.made.sorted() && next.kept.count + next.made.count == names.count)
        #expect(Set(try folder.readManifest().stickers.map(\.settings)).count == 1)
    }

    /// Another user may put one into a folder that all may write to.
    @Test(arguments: Size.allCases)
    func aPipeInPlaceOfTheJournalIsNotWaitedFor(_ size: Size) async throws {
        try write("a.png")
        try pack.createFolder()
        #expect(mkfifo(folder.journal.description, 0o600) == 0)
        let error = await #expect(throws: PackError.self) {
            try await make(size, ["a.png"], PackSettings(force: true))
        }
        #expect(error?.path == folder.journal, "\(String(describing: error))")
        #expect(try folder.journal.status(followingLinks: false).kind == .other)
    }

    // MARK: Other sizes

    /// With one photo more it is of the other size.
    @Test(arguments: [(Size.small, Size.large), (.large, .small), (.parts, .large), (.manyParts, .small)])
    func aPackThatGrowsOrShrinksKeepsWhatIsDone(_ first: Size, _ second: Size) async throws {
        try write("a.png", "b.png", "c.png")
        try await make(first, ["a.png", "b.png"])
        let next = try await make(second, ["a.png", "c.png"], Self.adding)
        #expect(next.kept == ["a.png"] && next.made == ["c.png"] && next.pack.absentStickerCount == 1)
        #expect(try sources().sorted() == ["a.png", "b.png", "c.png"])
        let stopped = try await make(second, ["a.png", "b.png", "c.png"], PackSettings(), border: 0.1, upTo: 0)
        #expect(stopped.made.isEmpty)
        #expect(try sources().sorted() == ["a.png", "b.png", "c.png"])
    }

    @Test(arguments: Size.makers, [PackSettings.Start.anew, .resuming])
    func aPhotoThatCannotBeReadKeepsTheStickerOfAPackOfAnotherSize(
        _ first: Size, _ start: PackSettings.Start
    ) async throws {
        let second = first == .small ? Size.large : .small
        try write("a.png", "b.png", "c.png")
        try await make(first, ["a.png", "b.png"])
        try remove("a.png")
        let made = try await make(second, ["a.png", "b.png", "c.png"], PackSettings(start: start))
        #expect(made.failed == ["a.png"])
        #expect(try sources() == ["a.png", "b.png", "c.png"])
    }
}
