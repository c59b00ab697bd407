import Files
import Imaging
import Stickers
import Synchronization
import TestSupport
import Testing

@testable import StickerPacks

/// Whole packs of painted photos.
@Suite struct PackMakerTests {
    private let folder = TemporaryFolder()
    private let executor = PhotoExecutor(threadCount: 3)
    private var pack: FilePath { folder.path.appending("pack") }

    private func processor(_ options: ProcessingOptions = .init(size: .longestSide(96))) throws -> PhotoProcessor {
        try PhotoProcessor(segmenter: SharedSegmenter.ofRed(), options: options, executor: executor)
    }

    private func maker(_ photos: [PackPhoto], _ settings: PackSettings = PackSettings()) async throws -> PackMaker {
        try await PackMaker(folder: pack, photos: photos, processor: processor(), settings: settings)
    }

    /// Photos of the same ball, under the names 0.png, 1.png, …
    private func balls(
        _ count: Int, load: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) throws -> [PackPhoto] {
        let ball = try SyntheticPhoto.ball().png()
        return (0..<count).map { number in
            PackPhoto(name: FilePath("ball \(number)"), source: FilePath("\(number).png")) {
                try await load(number)
                // A file of its own for each: the same bytes would be the same sticker.
                return ball + [UInt8(number)]
            }
        }
    }

    private func manifest() throws -> PackManifest { try PackFolder(pack).readManifest() }

    @Test func thePacksOwnStickersAreNoPhotos() async throws {
        try folder.write(SyntheticPhoto.ball().png(), to: "ball.png")
        for _ in 1...2 {
            let photos = try PackPhoto.photos(in: folder.path, excluding: [pack])
            #expect(photos.map(\.source) == ["ball.png"])
            #expect(try await maker(photos, PackSettings(start: .resuming)).make().stickerCount == 1)
        }
        #expect(try PackPhoto.photos(in: folder.path).count > 1)
    }

    @Test func aPhotoWhoseBytesAreKnownIsNotReadAgain() async throws {
        let reads = Mutex([Int]())
        var photos = try balls(2) { number in reads.withLock { $0.append(number) } }
        let digests = Mutex([FilePath: SHA256Digest]())
        _ = try await maker(photos).make { report in
            digests.withLock { $0[report.source] = report.photoDigest }
        }
        #expect(reads.withLock { $0.sorted() } == [0, 1])
        for index in photos.indices { photos[index].digest = digests.withLock { $0[photos[index].source] } }
        #expect(photos.allSatisfy { $0.digest != nil })
        // Known, but without a sticker: it is read after all.
        photos.append(try balls(3) { number in reads.withLock { $0.append(number) } }[2])
        photos[2].digest = SHA256Digest(of: Array("another".utf8))
        let finished = try await maker(photos, PackSettings(start: .resuming)).make()
        #expect(finished.stickerCount == 3)
        #expect(reads.withLock { $0.sorted() } == [0, 1, 2])
    }

    @Test func aFolderOfPhotosBecomesAPack() async throws {
        try folder.write(SyntheticPhoto.ball().png(), to: "photos/b/ball.png")
        try folder.write(SyntheticPhoto.twoBalls().png(), to: "photos/a.PNG")
        try folder.write("a letter", to: "photos/letter.txt")
        try folder.write("no photo", to: "photos/broken.jpg")
        let photos = try PackPhoto.photos(in: folder.path.appending("photos"))
        #expect(photos.map(\.source) == ["a.PNG", "b/ball.png", "broken.jpg"])
        let maker = try await maker(photos, PackSettings(encoder: ImageEncoder(.png()), writesArchive: true))
        var reports: [FilePath: PhotoReport] = [:]
        let finished = try await maker.make { reports[$0.source] = $0 }
        #expect(reports.keys.sorted { $0.description < $1.description } == photos.map(\.source))
        #expect(finished.stickerCount == 2 && finished.removedStickerCount == 0)
        #expect(finished.archive == pack.appending("pack.zip"))
        let manifest = try manifest()
        #expect(manifest.stickers.map(\.file) == ["stickers/a.png", "stickers/ball.png"])
        #expect(manifest.failures.map(\.source) == ["broken.jpg"])
        #expect(manifest.program == .peel)
        for entry in manifest.stickers {
            let sticker = try ImageSource(pack.appending(FilePath(entry.file)).readBytes()).decode()
            #expect(sticker.size == entry.size && sticker.size.longestSide == 96)
            // The balls, not the ground around them.
            #expect(sticker.hasTransparency)
        }
        guard case .made(let files, let scheme) = reports["b/ball.png"]?.outcome else {
            Issue.record("the ball became a sticker: \(String(describing: reports["b/ball.png"]))")
            return
        }
        #expect(files.map(\.file) == ["stickers/ball.png"])
        #expect(scheme.colors.first.map { $0.red > $0.blue } == true)
        #expect(
            reports["b/ball.png"]?.timings.map(\.stage) == [
                "read", "decode", "segment", "cut", "colors", "encode", "write",
            ])
        #expect(reports["broken.jpg"]?.reason == manifest.failures[0].reason)
    }

    @Test func noMorePhotosAreInWorkThanThereAreThreads() async throws {
        let inWork = Mutex((now: 0, most: 0))
        let maker = try await maker(
            balls(10) { _ in
                inWork.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
            })
        try await maker.make { _ in inWork.withLock { $0.now -= 1 } }
        let (now, most) = inWork.withLock { $0 }
        #expect(now == 0 && (1...executor.threadCount).contains(most))
    }

    @Test func onePhotosFailureDoesNotEndTheRest() async throws {
        struct Absent: Error, CustomStringConvertible {
            var description: String { "it is not there" }
        }
        let photos = try balls(4) { if $0 == 1 { throw Absent() } }
        var settings = PackSettings()
        settings.reason = { "\($0), alas" }
        let finished = try await maker(photos, settings).make()
        #expect(finished.stickerCount == 3)
        #expect(try manifest().failures == [.init(source: "1.png", reason: "it is not there, alas")])
    }

    @Test func cancellingLeavesAValidPackThatCanBeGoneOnWith() async throws {
        let loaded = Mutex(0)
        let maker = try await maker(balls(20) { _ in loaded.withLock { $0 += 1 } })
        let reported = Mutex<[PhotoReport]>([])
        let task = Task {
            try await maker.make { report in
                reported.withLock { $0.append(report) }
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        let finished = try await task.value
        // Those that were in work when the first one was done may still have come to their end.
        #expect(loaded.withLock { $0 } <= executor.threadCount)
        let done = reported.withLock { $0 }
        #expect((1...executor.threadCount).contains(done.count))
        #expect(done.allSatisfy { if case .made = $0.outcome { true } else { false } })
        #expect(finished.stickerCount == done.count)
        // What was cancelled did not fail.
        #expect(try manifest().failures.isEmpty)
        let rest = try await self.maker(balls(20), PackSettings(start: .resuming)).make()
        #expect(rest.stickerCount == 20)
    }

    @Test func whatMakesNoSenseToGoOnWithEndsTheRun() async throws {
        // One after the other: the first fails.
        var processor = try processor()
        processor = PhotoProcessor(
            segmenter: processor.segmenter, options: processor.options, executor: PhotoExecutor(threadCount: 1))
        let loaded = Mutex<[Int]>([])
        let photos = try balls(20) { number in loaded.withLock { $0.append(number) } }
        let maker = try await PackMaker(folder: pack, photos: photos, processor: processor)
        // Where a sticker belongs stands a folder that is not empty.
        try folder.write("in the way", to: "pack/stickers/0.webp/file")
        let reports = Mutex(0)
        await #expect(throws: PackError.self) {
            try await maker.make { _ in reports.withLock { $0 += 1 } }
        }
        #expect(loaded.withLock { $0 } == [0])
        #expect(reports.withLock { $0 } == 0)
    }

    @Test func whatTheNetworkDoubtsIsLeftOut() async throws {
        let reports = Mutex<[PhotoReport]>([])
        let finished = try await maker(balls(1), PackSettings(minimumConfidence: 1.01)).make { report in
            reports.withLock { $0.append(report) }
        }
        #expect(finished.stickerCount == 0)
        let report = try #require(reports.withLock { $0 }.first)
        #expect(report.outcome == .leftOut(minimum: 1.01))
        #expect(report.reason?.hasSuffix("is below the minimum 1.010") == true)
        // No sticker, no folder.
        #expect((try? pack.status()) == nil)
    }
}
