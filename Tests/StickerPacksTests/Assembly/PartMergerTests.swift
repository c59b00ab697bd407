import Files
import Glibc
import Imaging
import Stickers
import TestSupport
import Testing

@testable import StickerPacks

/// The pack that is merged is, byte for byte, the one that a single maker makes.
@Suite struct PartMergerTests {
    private let fixture = PartFixture()
    private var root: FilePath { fixture.temporary.path }
    private var photosFolder: FilePath { root.appending("photos") }

    /// Real photos and painted ones: names that clash in two folders and in case, several subjects, a copy, one that is
    /// no photo, one without a subject.
    private func writePhotos() throws {
        let real = FilePath(#filePath).parent.parent.parent.appending("StickersTests/Fixtures/reference")
        for (name, copy) in [
            ("chelsea", "cats/cat.png"), ("chelsea", "copy of a cat.png"), ("astronaut", "people/cat.png"),
            ("coffee", "people/CAT.png"), ("rocket", "rocket #1.png"),
        ] {
            try fixture.temporary.write(
                real.appending("\(name).input.png").readBytes(), to: FilePath("photos/\(copy)"))
        }
        try fixture.temporary.write(SyntheticPhoto.twoBalls().png(), to: "photos/two.png")
        try fixture.temporary.write(SyntheticPhoto.ball().png().dropLast(2000), to: "photos/cats/torn.png")
        let nothing = Bitmap(
            size: PixelSize(width: 64, height: 64), filledWith: SRGBColor(red: 90, green: 90, blue: 90))
        try fixture.temporary.write(ImageEncoder(.png()).encode(nothing), to: "photos/people/nobody.png")
    }

    private func partPhotos() throws -> [PartPhoto] {
        try FolderWalk(photosFolder).files.map { file in
            PartPhoto(file.path, source: file.relativePath, byteCount: try file.path.status().size)
        }
    }

    private func contents(_ folder: FilePath) throws -> [FilePath: [UInt8]] {
        var contents: [FilePath: [UInt8]] = [:]
        let walk = try FolderWalk(folder)
        #expect(walk.hiddenFiles.isEmpty && walk.hiddenFolders.isEmpty)
        for file in walk.files { contents[file.relativePath] = try file.path.readBytes() }
        return contents
    }

    @Test(arguments: [
        (ProcessingOptions(size: .longestSide(96)), ImageEncoder(.webp()), 0.0),
        (ProcessingOptions(size: .longestSide(96), subjects: .each), ImageEncoder(.png()), 0.0),
        (ProcessingOptions(size: .longestSide(64), background: .gradient), ImageEncoder(.webp()), 0.9),
    ])
    func isThePackOfOneMachine(options: ProcessingOptions, encoder: ImageEncoder, minimumConfidence: Double)
        async throws
    {
        try writePhotos()
        let processor = try fixture.processor(options, by: SharedSegmenter.segmenter())
        var settings = PackSettings(encoder: encoder, minimumConfidence: minimumConfidence, writesArchive: true)
        let whole = root.appending("whole")
        let maker = try await PackMaker(
            folder: whole, photos: PackPhoto.photos(in: photosFolder), processor: processor, settings: settings)
        try await maker.make()

        settings.writesArchive = false
        let parts = try PartsFolder(root.appending("parts")).split(partPhotos(), .parts(3))
        // Two outputs, and one part in both.
        let stores = ["one", "two"].map { FolderWorkStore(root.appending(FilePath($0))) }
        for (part, output) in [(0, 0), (1, 1), (2, 0), (2, 1)] {
            let worker = try await PartWorker(
                parts[part], output: stores[output], processor: processor, settings: settings)
            try await worker.run()
        }
        let merged = root.appending("merged")
        let result = try #require(
            try await PartMerger(stores, .listed(parts.reversed().flatMap(\.self)), executor: fixture.executor)
                .merge(into: merged, writesArchive: true))
        let expected = try contents(whole)
        let manifest = try PackFolder(whole).readManifest()
        #expect(result.failures == manifest.failures && result.photoCount == 8)
        #expect(result.pack.stickerCount == manifest.stickers.count)
        #expect(Set(manifest.failures.map(\.source)).isSuperset(of: ["cats/torn.png", "people/nobody.png"]))
        #expect(manifest.stickers.count >= 3)
        #expect(try Set(contents(merged).keys) == Set(expected.keys))
        #expect(try contents(merged) == expected)

        // Without the list of photos all records are taken, and into the same place.
        _ = try await PartMerger(stores, executor: fixture.executor).merge(into: merged, writesArchive: true)
        #expect(try contents(merged) == expected)
    }

    @Test func aPhotoWithoutARecordIsNamedAndNothingIsWritten() async throws {
        let photos = try fixture.balls(3)
        try await fixture.worker(Array(photos.prefix(2))).run()
        let pack = root.appending("pack")
        let error = await #expect(throws: PackError.self) {
            try await PartMerger([fixture.store], .listed(photos), executor: fixture.executor).merge(into: pack)
        }
        #expect(error?.code == .unfinished && error?.isTemporary == true)
        #expect(error?.description.contains("2.png have no result yet") == true)
        #expect((try? pack.status()) == nil)
    }

    @Test func photosThatAreNotInTheListAreLeftOut() async throws {
        let photos = try fixture.balls(3)
        try await fixture.worker(photos).run()
        let pack = root.appending("pack")
        _ = try await PartMerger([fixture.store], .listed([photos[2], photos[0]]), executor: fixture.executor)
            .merge(into: pack)
        #expect(try PackFolder(pack).readManifest().stickers.map(\.source) == ["0.png", "2.png"])
    }

    @Test func outputsOfOtherSettingsAreNotMixed() async throws {
        let photos = try fixture.balls(1)
        try await fixture.worker(photos).run()
        let other = FolderWorkStore(root.appending("other"))
        let worker = try await PartWorker(
            photos, output: other, processor: fixture.processor(.init(size: .longestSide(64))))
        try await worker.run()
        let error = await #expect(throws: PackError.self) {
            try await PartMerger([fixture.store, other]).merge(into: root.appending("pack"))
        }
        #expect(error?.code == .otherRun)
        let none = await #expect(throws: PackError.self) {
            try await PartMerger([FolderWorkStore(root.appending("none"))]).merge(into: root.appending("pack"))
        }
        #expect(none?.code == .nothingMade)
    }

    /// Others write to the output, too.
    @Test func pipesInTheOutputAreNotWaitedFor() async throws {
        let photos = try fixture.balls(1)
        try await fixture.worker(photos).run()
        let sticker = try #require(fixture.records().first?.stickers.first)
        let run = try #require(try fixture.output.appending("runs").names().first)
        for file in [
            FilePath(sticker.file), FilePath(PhotoRecord.name(of: photos[0])), FilePath("runs").appending(run),
        ] {
            let path = fixture.output.appending(file)
            let bytes = try path.readBytes()
            try path.removeFile()
            #expect(mkfifo(path.description, 0o600) == 0)
            for photos in [PartMerger.Photos.recorded, .listed(photos)] {
                let error = await #expect(throws: PackError.self) {
                    try await PartMerger([fixture.store], photos).merge(into: root.appending("pack"))
                }
                #expect(error?.code == .file(.notAFile) && error?.path == path, "\(error?.description ?? "")")
            }
            try path.removeFile()
            try AtomicFile.write(bytes, to: path)
        }
        #expect(try await PartMerger([fixture.store]).merge(into: root.appending("pack"))?.pack.stickerCount == 1)
    }

    @Test func whatIsNoStickerIsNotMergedWhateverItsRecordSays() async throws {
        let photos = try fixture.balls(1)
        try await fixture.worker(photos).run()
        let record = try #require(fixture.records().first)
        let sticker = fixture.output.appending(record.stickers[0].file)
        let picture = try ImageSource(sticker.readBytes()).decode()
        let smaller = try ImageEncoder(.webp()).encode(picture.resized(to: picture.size.scaled(by: 0.5)))
        let png = try ImageEncoder(.png()).encode(picture)
        for bytes in [Array("<html><body>".utf8), smaller, png] {
            var changed = record
            changed.stickers[0].sha256 = SHA256Digest(of: bytes).hex
            changed.stickers[0].byteCount = bytes.count
            try AtomicFile.write(bytes, to: sticker)
            try await PartOutput(store: fixture.store, run: PackRun(fixture.processor(), PackSettings())).write(changed)
            let error = await #expect(throws: PackError.self) {
                try await PartMerger([fixture.store]).merge(into: root.appending("pack"))
            }
            #expect(error?.code == .damagedSticker && error?.path == sticker)
        }
        var large = record
        large.stickers[0].byteCount = PhotoRecord.largestSticker + 1
        #expect(PhotoRecord(reading: record.bytes) == record && PhotoRecord(reading: large.bytes) == nil)
    }

    @Test func aStickerThatIsALinkIsNotRead() async throws {
        let photos = try fixture.balls(2)
        try await fixture.worker(photos).run()
        let file = FilePath(try #require(fixture.records().first?.stickers.first).file)
        let (sticker, elsewhere) = (fixture.output.appending(file), root.appending("elsewhere"))
        try sticker.move(to: elsewhere)
        fixture.temporary.link(FilePath("out").appending(file), to: elsewhere)
        let error = await #expect(throws: PackError.self) {
            _ = try await PartMerger([fixture.store], .listed(photos), executor: fixture.executor)
                .merge(into: root.appending("pack"))
        }
        #expect(error?.code == .file(.link) && error?.path == sticker)
    }

    @Test func aDamagedStickerIsNamed() async throws {
        let photos = try fixture.balls(2)
        try await fixture.worker(photos).run()
        let sticker = try #require(fixture.records().first?.stickers.first)
        var bytes = try fixture.output.appending(sticker.file).readBytes()
        bytes[bytes.count / 2] ^= 1
        try AtomicFile.write(bytes, to: fixture.output.appending(sticker.file))
        let error = await #expect(throws: PackError.self) {
            try await PartMerger([fixture.store]).merge(into: root.appending("pack"))
        }
        #expect(error?.code == .damagedSticker && error?.path == fixture.output.appending(sticker.file))
    }
}
