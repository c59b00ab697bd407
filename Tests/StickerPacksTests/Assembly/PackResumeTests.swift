import Files
import Glibc
import Imaging
import Stickers
import TestSupport
import Testing

@testable import StickerPacks

/// A run that resumes does only what is not done, and what it leaves is what a run from the start leaves.
@Suite struct PackResumeTests {
    let fixture = PackFixture()
    let sources: [FilePath] = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
    let contents = ["a", "b", "c", "d"]

    /// Resumes, says what was done, and checks the outcome against a run from the start.
    private func resume(
        _ sources: [FilePath]? = nil, _ contents: [String]? = nil, instances: Int? = nil
    ) throws -> [Int] {
        let sources = sources ?? self.sources
        let contents = contents ?? self.contents
        let writer = try fixture.writer(sources, start: .resuming, numbersInstances: instances != nil)
        let done = try PackFixture.work(writer, contents, instances: instances)
        try writer.finish()
        let fresh = PackFixture()
        try fresh.make(sources, contents, instances: instances)
        #expect(try fixture.contents() == fresh.contents())
        return done
    }

    /// One that moved is kept under its new path.
    @Test func aPhotoThatIsNewChangedOrFailedIsDoneAndOneThatIsMissingGoes() throws {
        try fixture.make(sources + ["e.jpg"], ["a", "b", "c", "old", "fail"])
        let now: [FilePath] = ["a.jpg", "aa.jpg", "moved/c.jpg", "d.jpg", "e.jpg"]
        #expect(try resume(now, ["a", "new", "c", "edited", "fail"]) == [1, 3, 4])
    }

    /// Of a subject of which refining leaves nothing there is no sticker, and its number is missing.
    @Test func stickersAfterAMissingNumberAreKept() throws {
        let photo = Samples.photo(instances: 4)
        let gappy = ProcessedPhoto(
            stickers: [photo.stickers[0], photo.stickers[3]], colorScheme: photo.colorScheme,
            photoSize: photo.photoSize, instanceCount: 4)
        let files = [Array("first".utf8), Array("fourth".utf8)]
        let digest = Samples.digest("a")
        let first = try fixture.writer(["a.jpg"], numbersInstances: true)
        try first.add(gappy, source: 0, digest: digest, files: files)
        let made = try first.finish()
        let before = try fixture.contents()
        let second = try fixture.writer(["a.jpg"], start: .resuming, numbersInstances: true)
        #expect(try second.keep(source: 0, digest: digest)?.map(\.instance) == [1, 4])
        #expect(try second.finish() == made)
        #expect(try fixture.contents() == before)
        // Nobody came to the photo: what it had stays in the manifest too.
        #expect(try fixture.writer(["a.jpg"], start: .resuming, numbersInstances: true).finish() == made)
    }

    @Test func aStickerThatIsMissingChangedCutOrALinkIsMadeAgain() throws {
        try fixture.make(sources, contents)
        let stickers = fixture.folder.stickers
        try stickers.appending("a.png").removeFile()
        try AtomicFile.write(Array("x 0".utf8), to: stickers.appending("b.png"))
        try AtomicFile.write([], to: stickers.appending("c.png"))
        let elsewhere = try fixture.temporary.write("d 0", to: "elsewhere.png")
        try stickers.appending("d.png").removeFile()
        fixture.temporary.link("pack/stickers/d.png", to: "../../elsewhere.png")
        #expect(try resume() == [0, 1, 2, 3])
        #expect(try elsewhere.readBytes() == Array("d 0".utf8))
    }

    @Test func aPhotoOfSeveralStickersIsDoneAgainWhenOneIsMissing() throws {
        try fixture.make(sources, contents, instances: 3)
        try fixture.folder.stickers.appending("b-2.png").removeFile()
        #expect(try resume(instances: 3) == [1])
    }

    @Test func fewerStickersOfAPhotoLeaveNoneOfTheOldOnes() throws {
        try fixture.make(sources, contents, instances: 3)
        let writer = try fixture.writer(sources, start: .resuming, numbersInstances: true)
        #expect(try PackFixture.work(writer, ["a", "new", "c", "d"], instances: 2) == [1])
        let manifest = try writer.finish()
        #expect(manifest.stickers.map(\.file).filter { $0.contains("b-") } == ["stickers/b-1.png", "stickers/b-2.png"])
        #expect(try fixture.folder.stickers.names().count == 11)
        #expect(manifest.stickers.count == 11)
    }

    @Test(arguments: 0...4)
    func aRunThatEndsEarlyLeavesAValidPackOfWhatIsDone(_ count: Int) throws {
        let writer = try fixture.writer(sources)
        try PackFixture.work(writer, contents, upTo: count)
        let manifest = try writer.finish(withArchive: true)
        #expect(manifest.stickers.count == count)
        if count == 0 {
            // There is nothing to go on with.
            #expect(try fixture.folder.path.parent.names() == [])
        } else {
            #expect(try fixture.folder.stickers.names().count == count)
        }
        #expect(try resume() == Array(count..<4))
    }
}

/// A run that was killed has no time to leave a manifest.
@Suite struct PackKilledTests {
    let fixture = PackFixture()
    let sources: [FilePath] = ["a.jpg", "b.jpg", "c.jpg"]
    let contents = ["a", "b", "c"]

    private func leftByKilledRun(_ count: Int) throws {
        let writer = try fixture.writer(sources)
        try PackFixture.work(writer, contents, upTo: count)
    }

    /// - Parameter others: how many files are not part of the pack.
    private func resume(beside others: Int = 0) throws -> [Int] {
        let writer = try fixture.writer(sources, start: .resuming)
        let done = try PackFixture.work(writer, contents)
        try writer.finish()
        let fresh = PackFixture()
        try fresh.make(sources, contents)
        let (found, expected) = (try fixture.contents(), try fresh.contents())
        #expect(found.filter { expected[$0.key] != nil } == expected)
        #expect(found.count == expected.count + others)
        return done
    }

    @Test func aProcessThatIsKilledWhileItWrites() async throws {
        let path = fixture.folder.path.description
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let folder = PackFolder(FilePath(path))
            let writer = try PackWriter(
                folder: folder, run: Samples.run, photos: ["a.jpg", "b.jpg", "c.jpg"].map { PartPhoto($0) })
            try PackFixture.work(writer, ["a", "b"])
            let partial = try AtomicFile(at: folder.stickers.appending("c.png"), durability: .deferred)
            try partial.write([1, 2, 3])
            kill(getpid(), SIGKILL)
        }
        #expect(try fixture.folder.stickers.names().count == 3)
        #expect(try resume() == [2])
    }

    @Test func aProcessThatIsKilledWhileItWritesTheZIP() async throws {
        let path = fixture.folder.path.description
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let folder = PackFolder(FilePath(path))
            let writer = try PackWriter(
                folder: folder, run: Samples.run, photos: ["a.jpg", "b.jpg", "c.jpg"].map { PartPhoto($0) })
            try PackFixture.work(writer, ["a", "b", "c"])
            try writer.finish()
            let partial = try AtomicFile(at: folder.archive)
            try partial.write([UInt8](repeating: 1, count: 1000))
            kill(getpid(), SIGKILL)
        }
        let leftovers = try fixture.folder.path.names().filter { $0.bytes.starts(with: ".peel-partial-".utf8) }
        #expect(leftovers.count == 1)
        // What a living program writes there stays.
        let alive = try AtomicFile(at: fixture.folder.path.appending("drawing.png"))
        #expect(try resume(beside: 1) == [])
        try alive.write([1])
        try alive.commit()
        #expect(try fixture.folder.path.appending("drawing.png").readBytes() == [1])
    }

    @Test func beforeTheZIPIsThereTheRunIsOneToBeContinued() throws {
        let writer = try fixture.writer(sources)
        try PackFixture.work(writer, contents)
        try fixture.folder.archive.appending("in the way").createFolder()
        #expect(throws: PackError.self) { try writer.finish(withArchive: true) }
        #expect(try fixture.folder.path.names().contains(".peel-journal"))
    }

    @Test func filesThatNoManifestListsYetAreKnownToTheNextRun() throws {
        do {
            let writer = try fixture.writer(sources)
            try PackFixture.work(writer, contents)
            try writer.writeContactSheet([1], page: 1)
            try writer.writeContactSheet([2], page: 2)
        }
        let next = try fixture.writer(["a.jpg"], start: .resuming)
        #expect(try PackFixture.work(next, ["a"]) == [])
        try next.finish()
        #expect(try Set(fixture.contents().keys) == ["pack.json", "stickers/a.png"])
    }

    @Test func beforeAnythingWasDone() throws {
        try leftByKilledRun(0)
        #expect(try resume() == [0, 1, 2])
    }

    @Test func againAndAgain() throws {
        for count in 1...3 {
            let writer = try fixture.writer(sources, start: .resuming)
            #expect(try PackFixture.work(writer, contents, upTo: count) == [count - 1])
        }
        #expect(try resume() == [])
    }

    @Test func afterAPackOfOtherSettings() throws {
        try fixture.make(sources, contents, encoding: "old")
        try leftByKilledRun(2)
        #expect(try resume() == [2])
    }

    @Test func withAJournalThatWasCutAnywhereOrIsGarbage() throws {
        try leftByKilledRun(2)
        let journal = try fixture.folder.journal.readBytes()
        let firstLine = try #require(journal.dropFirst().firstIndex(of: UInt8(ascii: "\n")))
        for length in stride(from: 0, through: journal.count, by: 97) {
            try AtomicFile.write(Array(journal[..<length]), to: fixture.folder.journal)
            let writer = try fixture.writer(sources, start: .resuming)
            let done = try PackFixture.work(writer, contents)
            #expect(done.contains(2))
            #expect(done.contains(0) == (length < firstLine))
        }
        try AtomicFile.write([0, 0x0A, 0xFF, 0x0A] + journal + Array("[{\n[]\n{}".utf8), to: fixture.folder.journal)
        #expect(try resume() == [2])
    }

    @Test func withAJournalThatNamesFilesElsewhere() throws {
        try leftByKilledRun(2)
        let secret = try fixture.temporary.write("secret", to: "pack/secret.txt")
        var entry = PackManifestTests.entry("stickers/../secret.txt")
        entry.sha256 = Samples.digest("secret").hex
        try AtomicFile.write(PackManifest.json([entry], []), to: fixture.folder.journal)
        let writer = try fixture.writer(sources, start: .resuming)
        try writer.finish()
        #expect(try secret.readBytes() == Array("secret".utf8))
    }
}
