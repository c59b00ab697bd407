import Files
import Imaging
import Stickers
import Synchronization
import TestSupport
import Testing

@testable import StickerPacks

/// A pack of many photos behaves as one of few.
@Suite struct PackSizeTests {
    enum Size: CaseIterable, Sendable { case small, large }

    private let fixture = PartFixture()
    private var pack: FilePath { fixture.temporary.path.appending("pack") }
    private var folder: PackFolder { PackFolder(pack) }

    private struct Made {
        var pack: FinishedPack
        var kept: [String] = []
        var made: [String] = []
        var failed: [String] = []
    }

    private func write(_ name: FilePath, _ content: String? = nil) throws {
        try fixture.temporary.write(
            try SyntheticPhoto.ball().png() + Array((content ?? "\(name)").utf8), to: FilePath("in/\(name)"))
    }

    private func remove(_ name: FilePath) throws {
        try fixture.temporary.path.appending("in").appending(name).removeFile()
    }

    /// - Parameter count: after how many photos the run is stopped.
    private func make(
        _ size: Size, _ names: [FilePath], _ settings: PackSettings = PackSettings(), border: Double? = nil,
        upTo count: Int = .max
    ) async throws -> Made {
        let photos = names.map { PackPhoto(fixture.temporary.path.appending("in").appending($0), source: $0) }
        var options = ProcessingOptions(size: .longestSide(64))
        if let border { options.style.borderWidth = border }
        let processor = try fixture.processor(options)
        var made = Made(pack: FinishedPack(folder: pack, stickerCount: 0))
        let done = Atomic(0)
        func take(_ report: PhotoReport) {
            done.add(1, ordering: .relaxed)
            switch report.outcome {
            case .kept: made.kept.append(report.source.description)
            case .made: made.made.append(report.source.description)
            case .failed, .leftOut: made.failed.append(report.source.description)
            }
        }
        let isStopped: @Sendable () -> Bool = { done.load(ordering: .relaxed) >= count }
        switch size {
        case .small:
            let maker = try await PackMaker(folder: pack, photos: photos, processor: processor, settings: settings)
            try await maker.process(report: { take($0) }, isStopped: isStopped)
            made.pack = try await maker.finish()
        case .large:
            let maker = try await LargePackMaker(pack, photos, processor, settings, runLength: 2)
            try await maker.process(report: { take($0) }, isStopped: isStopped)
            made.pack = try await maker.finish()
        }
        let manifest = try folder.readManifest()
        #expect(manifest.stickers.allSatisfy(folder.holdsFile(of:)))
        #expect(made.pack.stickerCount == manifest.stickers.count)
        #expect(
            Set(try FolderWalk(pack).files.map(\.relativePath.description)) == Set(manifest.files + ["pack.json"]))
        return made
    }

    private func sources() throws -> [String] { try folder.readManifest().stickers.map(\.source).sorted() }

    private static let resuming = PackSettings(start: .resuming)
    private static let adding = PackSettings(start: .resuming, keepsAbsent: true)

    @Test(arguments: Size.allCases)
    func `Resumed, what is done is kept, and what was edited or damaged is made anew`(_ size: Size) async throws {
        for name in ["a", "b", "c"] { try write(FilePath("\(name).png"), name) }
        try fixture.temporary.write("no photo", to: "in/d.png")
        let names: [FilePath] = ["a.png", "b.png", "c.png", "d.png"]
        #expect(try await make(size, names).failed == ["d.png"])
        let first = try folder.readManifest()
        #expect(try await make(size, names, Self.resuming).kept.sorted() == ["a.png", "b.png", "c.png"])
        #expect(try folder.readManifest() == first)
        try write("b.png", "edited")
        try write("d.png", "a photo by now")
        let file = folder.path(of: first.stickers[2])
        try AtomicFile.write(file.readBytes().map { $0 ^ 1 }, to: file)
        let next = try await make(size, names, Self.resuming)
        #expect(next.kept == ["a.png"] && next.made.sorted() == ["b.png", "c.png", "d.png"])
        #expect(try sources() == ["a.png", "b.png", "c.png", "d.png"])
    }

    @Test(arguments: Size.allCases)
    func `A photo with another name is kept under it`(_ size: Size) async throws {
        for name in ["a", "b"] { try write(FilePath("\(name).png"), name) }
        _ = try await make(size, ["a.png", "b.png"])
        try write("sub/z.png", "a")
        try remove("a.png")
        let made = try await make(size, ["b.png", "sub/z.png"], Self.adding)
        #expect(made.kept.sorted() == ["b.png", "sub/z.png"] && made.pack.absentStickerCount == 0)
        #expect(try sources() == ["b.png", "sub/z.png"])
    }

    @Test(arguments: Size.allCases)
    func `A photo that cannot be read keeps its sticker`(_ size: Size) async throws {
        for name in ["a", "b"] { try write(FilePath("\(name).png"), name) }
        _ = try await make(size, ["a.png", "b.png"])
        try remove("a.png")
        for border in [nil, 0.1] {
            #expect(try await make(size, ["a.png", "b.png"], Self.resuming, border: border).failed == ["a.png"])
            #expect(try sources() == ["a.png", "b.png"])
        }
        try write("a.png", "a")
        #expect(try await make(size, ["a.png", "b.png"], Self.resuming, border: 0.1).made == ["a.png"])
    }

    @Test(arguments: Size.allCases)
    func `Photos of a folder that cannot be read keep theirs, and go where that is asked for`(
        _ size: Size
    ) async throws {
        for name in ["a", "b", "c"] { try write(FilePath("\(name).png"), name) }
        _ = try await make(size, ["a.png", "b.png"])
        let added = try await make(size, ["c.png"], Self.adding)
        #expect(added.pack.absentStickerCount == 2 && added.pack.removedStickerCount == 0)
        #expect(try sources() == ["a.png", "b.png", "c.png"])
        // With other settings, too, and once more.
        for _ in 0..<2 {
            #expect(try await make(size, ["c.png"], Self.adding, border: 0.1).pack.absentStickerCount == 2)
        }
        #expect(try sources() == ["a.png", "b.png", "c.png"])
        let removed = try await make(size, ["a.png"], PackSettings(start: .resuming, force: true))
        #expect(removed.kept == ["a.png"] && removed.pack.removedStickerCount == 2)
        #expect(try sources() == ["a.png"])
    }

    @Test(arguments: Size.allCases, [PackWriter.Start.anew, .resuming])
    func `Stopped while all is made anew with other settings, nothing is lost`(
        _ size: Size, _ start: PackWriter.Start
    ) async throws {
        let names: [FilePath] = ["a.png", "b.png", "c.png", "d.png", "e.png"]
        for name in names { try write(name) }
        _ = try await make(size, names)
        let stopped = try await make(size, names, PackSettings(start: start), border: 0.1, upTo: 1)
        #expect(stopped.made.count < names.count)
        #expect(try sources() == names.map(\.description))
        let next = try await make(size, names, Self.resuming, border: 0.1)
        #expect(next.kept.sorted() == stopped.made.sorted() && next.kept.count + next.made.count == names.count)
        #expect(Set(try folder.readManifest().stickers.map(\.settings)).count == 1)
    }

    @Test(arguments: Size.allCases)
    func `Without force no sticker is removed whose photo was not given`(_ size: Size) async throws {
        for name in ["a", "b", "c"] { try write(FilePath("\(name).png"), name) }
        _ = try await make(size, ["a.png", "b.png"])
        let error = await #expect(throws: PackError.self) { _ = try await make(size, ["a.png", "c.png"]) }
        #expect(error?.code == .otherPhotos && error?.description.contains("a sticker") == true)
        #expect(error?.description.contains("(b.png)") == true)
        #expect(try sources() == ["a.png", "b.png"])
        _ = try await make(size, ["a.png", "c.png"], PackSettings(force: true))
        #expect(try sources() == ["a.png", "c.png"])
    }

    /// With one photo more it is of the other size.
    @Test(arguments: [(Size.small, Size.large), (.large, .small)])
    func `A pack that grows or shrinks keeps what is done`(_ first: Size, _ second: Size) async throws {
        for name in ["a", "b", "c"] { try write(FilePath("\(name).png"), name) }
        _ = try await make(first, ["a.png", "b.png"])
        let next = try await make(second, ["a.png", "c.png"], Self.adding)
        #expect(next.kept == ["a.png"] && next.made == ["c.png"] && next.pack.absentStickerCount == 1)
        #expect(try sources() == ["a.png", "b.png", "c.png"])
        let stopped = try await make(first, ["a.png", "b.png", "c.png"], PackSettings(), border: 0.1, upTo: 0)
        #expect(stopped.made.isEmpty)
        #expect(try sources() == ["a.png", "b.png", "c.png"])
    }
}
