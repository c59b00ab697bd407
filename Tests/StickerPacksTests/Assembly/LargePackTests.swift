import Files
import Glibc
import Imaging
import Stickers
import Synchronization
import TestSupport
import Testing

@testable import StickerPacks

/// Packs of many photos, with few.
@Suite struct LargePackTests {
    private let fixture = PartFixture()
    private var pack: FilePath { fixture.temporary.path.appending("pack") }
    private var folder: PackFolder { PackFolder(pack) }

    private func merger(_ photos: [PartPhoto]) -> PartMerger {
        var merger = PartMerger([fixture.store], .listed(photos), executor: fixture.executor)
        merger.largestManifest = 3
        merger.runLength = 2
        return merger
    }

    private func contents(_ folder: FilePath) throws -> [FilePath: [UInt8]] {
        var contents: [FilePath: [UInt8]] = [:]
        for file in try FolderWalk(folder).files {
            contents[file.relativePath] = try file.path.readBytes(allowsEmpty: true)
        }
        return contents
    }

    private func photosWithABadOne() throws -> [PartPhoto] {
        var photos = try fixture.balls(6)
        photos.append(PartPhoto(try fixture.temporary.write("no photo", to: "photos/bad.jpg"), source: "bad.jpg"))
        return photos
    }

    @Test func saysOfEachPhotoWhatASmallPackSays() async throws {
        let photos = try photosWithABadOne()
        try await fixture.worker(photos).run()
        let small = fixture.temporary.path.appending("small")
        _ = try await PartMerger([fixture.store], .listed(photos)).merge(into: small)
        let merged = try #require(try await merger(photos.reversed()).merge(into: pack))
        #expect(merged.photoCount == 7 && merged.pack.stickerCount == 6 && merged.failures.map(\.source) == ["bad.jpg"])

        let head = try PackManifest(headOf: folder.manifest)
        #expect(head.version == 2 && head.stickers.isEmpty && head.failures.isEmpty)
        #expect(head.lists == .init(stickerCount: 6, failureCount: 1))
        let manifest = try folder.readManifest()
        let expected = try PackFolder(small).readManifest()
        #expect(manifest.failures == expected.failures && manifest.contactSheets == expected.contactSheets)
        #expect(manifest.stickers.count == 6)
        for (entry, small) in zip(manifest.stickers, expected.stickers) {
            #expect(folder.holdsFile(of: entry))
            #expect(entry.file.utf8.count > 67 && entry.fileName.dropFirst(3).hasPrefix(entry.fileName.prefix(2)))
            var entry = entry
            entry.file = small.file
            #expect(entry == small)
        }
        // As many photos as the sheet has places are all shown.
        #expect(
            try pack.appending("contact-sheet.png").readBytes() == small.appending("contact-sheet.png").readBytes())
        let walk = try FolderWalk(pack)
        #expect(walk.hiddenFiles.isEmpty && walk.hiddenFolders.isEmpty)
        #expect(Set(walk.files.map(\.relativePath.description)) == Set(manifest.files + ["pack.json"]))
    }

    /// Another user may put links into a folder that all may write to.
    @Test func nothingIsWrittenOrRemovedByWayOfALink() async throws {
        let photos = try fixture.balls(5)
        try await fixture.worker(photos).run()
        _ = try await merger(photos).merge(into: pack)
        let shard = FilePath(try #require(try folder.readManifest().stickers.last?.file)).parent
        let mine = fixture.temporary.path.appending("elsewhere")
        // First what is not wanted any more lies there, then what has to be written is missing there.
        #expect(rename(pack.appending(shard).description, mine.description) == 0)
        fixture.temporary.link(FilePath("pack").appending(shard), to: mine)
        for (wanted, before) in [(photos.dropLast(), try mine.names()), (photos[...], [])] {
            if before.isEmpty { for name in try mine.names() { try mine.appending(name).removeFile() } }
            let error = await #expect(throws: PackError.self) {
                _ = try await merger(Array(wanted)).merge(into: pack, force: true)
            }
            #expect(error?.code == .file(.system(ENOTDIR)))
            #expect(try mine.names() == before)
        }
        fixture.temporary.link("out/stickers/00", to: mine)
        for name in ["stickers/00/a.webp", "stickers/00/b/a.webp"] {
            await #expect(throws: PackError.self) { try await fixture.store.write([1], to: name) }
            await #expect(throws: PackError.self) { try await fixture.store.remove(name) }
            await #expect(throws: PackError.self) { try await fixture.store.read(name, limit: 100) }
        }
        await #expect(throws: PackError.self) { try await fixture.store.names(in: "stickers/00") }
        try folder.records.removeTree()
        fixture.temporary.link("pack/.peel-records", to: mine)
        #expect(throws: PackError.self) { try folder.claim(force: true) }
        #expect(try mine.isEmptyFolder())
    }

    @Test func theSameOnceMoreChangesNothingAndRemovesWhatAKilledRunLeft() async throws {
        let photos = try photosWithABadOne()
        try await fixture.worker(photos).run()
        _ = try await merger(photos).merge(into: pack)
        let once = try contents(pack)
        let orphan = "stickers/ab/ab\(String(repeating: "0", count: 62)).webp"
        try fixture.temporary.write("left", to: FilePath("pack/\(orphan)"))
        _ = try await merger(photos).merge(into: pack)
        #expect(try contents(pack) == once)
    }

    @Test func isNotWrittenAsAZIP() async throws {
        let photos = try fixture.balls(4)
        try await fixture.worker(photos).run()
        let merge = await #expect(throws: PackError.self) {
            try await merger(photos).merge(into: pack, writesArchive: true)
        }
        let make = await #expect(throws: PackError.self) {
            _ = try await maker(photos, PackSettings(writesArchive: true))
        }
        #expect(merge?.code == .archive && make?.code == .archive)
        #expect((try? pack.status()) == nil)
    }

    @Test func aListThatDoesNotFitTheManifestIsDamaged() async throws {
        let photos = try fixture.balls(5)
        try await fixture.worker(photos).run()
        _ = try await merger(photos).merge(into: pack)
        let list = pack.appending("stickers.jsonl")
        let whole = try list.readBytes()
        let text = String(decoding: whole, as: UTF8.self)
        for damaged in [
            text + text, text.replacing("\"stickers/", with: "\"stickers/../"), String(text.dropLast(20)),
            text.replacing("\"stickers/", with: "\"../stickers/"),
        ] {
            try AtomicFile.write(Array(damaged.utf8), to: list)
            let error = #expect(throws: PackError.self) { try folder.readManifest() }
            #expect(error?.code == .damagedManifest, "\(damaged.prefix(100))")
        }
        try list.removeFile()
        #expect(throws: PackError.self) { try folder.readManifest() }
    }

    /// The records of photos in the output, each with so many copies of a sticker.
    private func copies(_ counts: [Int]) async throws -> [PhotoRecord] {
        try await fixture.worker(fixture.balls(1)).run()
        let made = try #require(fixture.records().first)
        let sticker = made.stickers[0]
        let file = try fixture.output.appending(sticker.file).readBytes()
        return try counts.enumerated().map { number, count in
            let digest = SHA256Digest(of: Array("\(number)".utf8))
            let photo = PartPhoto(FilePath("\(number).png"), order: number)
            var record = made
            record.photo = photo
            record.photoSHA256 = digest.hex
            record.stickers = (1...count).map { instance in
                var copy = sticker
                copy.source = photo.source.escapedText
                copy.sourceSHA256 = digest.hex
                copy.instance = instance
                copy.file = PhotoRecord.name(
                    ofStickerOf: digest, settings: sticker.settings, instance: instance, pathExtension: "webp")
                return copy
            }
            for copy in record.stickers { try fixture.temporary.write(file, to: FilePath("out/\(copy.file)")) }
            try fixture.temporary.write(record.bytes, to: FilePath("out/\(PhotoRecord.name(of: photo))"))
            return record
        }
    }

    /// Tiles are held in memory until those before them have come.
    @Test func aDamagedStickerDoesNotHoldBackTheContactSheet() async throws {
        // The page of three photos has 28 tiles.
        let records = try await copies([1, 28, 1])
        let damaged = fixture.output.appending(records[0].stickers[0].file)
        try AtomicFile.write(damaged.readBytes().map { $0 ^ 1 }, to: damaged)
        var merger = merger(records.map(\.photo))
        merger.isOfInterruptedRun = true
        let sheet = folder.contactSheet(page: 1)
        let looks = Atomic(0)
        let merged = try await merger.merge(into: pack) {
            if (try? sheet.status()) == nil { looks.add(1, ordering: .relaxed) }
            return false
        }
        #expect(merged?.pack.stickerCount == 29 && merged?.pack.contactSheets.count == 2)
        // Before the third photo it is there.
        let looksInVain = looks.load(ordering: .relaxed)
        #expect(looksInVain == 2)
    }

    @Test func thousandsOfPhotosAreSampledOnTheContactSheet() throws {
        let writer = try LargePackWriter(
            folder: folder, run: Samples.run, photoCount: 100_000, force: false, runLength: 10,
            given: nil)
        let shown = (0..<100_000).filter { writer.shows($0) }
        #expect(shown.count > LargePackWriter.mostTiles / 2 && shown.count <= LargePackWriter.mostTiles)
        #expect(Set(zip(shown, shown.dropFirst()).map { $1 - $0 }).count == 1)
    }

    // MARK: One machine

    private func maker(_ photos: [PartPhoto], _ settings: PackSettings = PackSettings()) async throws -> PackMaker {
        try await PackMaker(
            folder, photos.map { PackPhoto($0.photo, source: $0.source) }, by: fixture.processor(), settings,
            largestManifest: 0, runLength: 2)
    }

    @Test func oneMachineMakesThePackOfSeveral() async throws {
        let photos = try photosWithABadOne()
        try await fixture.worker(photos).run()
        let merged = fixture.temporary.path.appending("merged")
        _ = try await merger(photos).merge(into: merged)
        let maker = try await maker(photos)
        var reports: [PhotoReport] = []
        try await maker.process { reports.append($0) }
        #expect(reports.count == 7)
        #expect(try await maker.finish().stickerCount == 6)
        #expect(try contents(pack) == contents(merged))
    }

    @Test func theFormatOfARunThatWasKilledIsKnown() async throws {
        _ = try await maker(fixture.balls(1), PackSettings(encoder: ImageEncoder(.png())))
        try fixture.temporary.write("mine", to: "pack/stickers/notes.webp")
        #expect(folder.keptFormat == .png)
    }
}
