import Files
import TestSupport
import Testing

@testable import StickerPacks

/// What is there stays until its successor is whole, whatever it was made with and however a run ends.
@Suite struct PackKeepingTests {
    let fixture = PackFixture()
    let sources: [FilePath] = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
    let contents = ["a", "b", "c", "d"]

    private func finish(_ writer: PackWriter) throws -> PackManifest {
        let manifest = try writer.finish()
        #expect(manifest.stickers.allSatisfy(fixture.folder.holdsFile(of:)))
        #expect(try manifest.stickers.map(\.fileName).sorted() == fixture.folder.stickers.names().map(\.description))
        return manifest
    }

    @Test(arguments: [PackSettings.Start.anew, .resuming], ["png", "webp"])
    func stoppedWhileAllIsMadeAnewWithOtherSettings(
        _ start: PackSettings.Start, _ pathExtension: String
    ) throws {
        let before = try fixture.make(sources, contents, encoding: "old")
        let writer = try fixture.writer(sources, contents, start: start, fileExtension: pathExtension)
        try PackFixture.work(writer, contents, upTo: 2)
        let stopped = try finish(writer)
        #expect(stopped.stickers.map(\.source) == sources.map(\.description))
        #expect(Array(stopped.stickers[2...]) == Array(before.stickers[2...]))
        #expect(writer.removedStickerCount == 0)

        let next = try fixture.writer(sources, start: .resuming, fileExtension: pathExtension)
        #expect(try PackFixture.work(next, contents) == [2, 3])
        #expect(try finish(next).stickers.allSatisfy { FilePath($0.file).pathExtension == pathExtension })
    }

    /// Each photo has other numbers of stickers then, and photos whose names are like those numbers get the names.
    @Test func stoppedWhileAStickerOfEachSubjectIsMade() throws {
        let sources: [FilePath] = ["a.jpg", "a-2.jpg", "b.jpg"]
        try fixture.make(sources, ["a", "a2", "b"])
        let writer = try fixture.writer(sources, start: .resuming, encoding: "each", numbersInstances: true)
        try PackFixture.work(writer, ["a", "a2", "b"], instances: 3, upTo: 1)
        #expect(try finish(writer).stickers.map(\.source) == ["a.jpg", "a.jpg", "a.jpg", "a-2.jpg", "b.jpg"])
        let back = try fixture.writer(sources, start: .resuming)
        try PackFixture.work(back, ["a", "a2", "b"], order: [1, 0, 2], upTo: 1)
        #expect(try finish(back).stickers.map(\.source) == ["a.jpg", "a.jpg", "a.jpg", "a-2.jpg", "b.jpg"])
    }

    @Test func killedWhileAllIsMadeAnewThenStopped() throws {
        let before = try fixture.make(sources, contents, encoding: "old")
        do {
            let killed = try fixture.writer(sources, start: .resuming, fileExtension: "webp")
            try PackFixture.work(killed, contents, upTo: 1)
        }
        let writer = try fixture.writer(sources, start: .resuming, encoding: "third", fileExtension: "avif")
        try PackFixture.work(writer, contents, order: [3, 0, 1, 2], upTo: 1)
        let stopped = try finish(writer)
        #expect(stopped.stickers.map(\.fileName) == ["a.webp", "b.png", "c.png", "d.avif"])
        #expect(Array(stopped.stickers[1...2]) == Array(before.stickers[1...2]))
    }

    @Test func aPhotoWhoseStickersCannotAllBeWrittenKeepsThoseOfBefore() throws {
        let before = try fixture.make(["a.jpg"], ["a"], encoding: "old", instances: 2)
        try fixture.folder.stickers.appending("a-3.png").createFolder()
        let writer = try fixture.writer(["a.jpg"], start: .resuming, numbersInstances: true)
        #expect(throws: PackError.self) { try PackFixture.work(writer, ["a"], instances: 3) }
        let after = try writer.finish()
        #expect(after.stickers == before.stickers && after.stickers.allSatisfy(fixture.folder.holdsFile(of:)))
    }

    @Test(arguments: [false, true])
    func aRunThatIsStoppedRemovesNothingOfPhotosThatItDoesNotHave(_ force: Bool) throws {
        try fixture.make(sources, contents, encoding: "old")
        let writer = try fixture.writer(
            ["x.jpg", "y.jpg"], ["x", "y"], start: force ? .anew : .resuming, force: force)
        try PackFixture.work(writer, ["x", "y"], upTo: 1)
        #expect(try finish(writer).stickers.map(\.source) == ["x.jpg", "a.jpg", "b.jpg", "c.jpg", "d.jpg"])
        #expect(writer.removedStickerCount == 0 && writer.absentStickerCount == 4)
    }

    @Test func photosOfOtherFoldersAreAddedAlsoWhereTheyHaveTheSameNames() throws {
        try fixture.make(["a.jpg", "b.jpg"], ["a", "b"], encoding: "old")
        let writer = try fixture.writer(["a.jpg", "sub/b.jpg"], start: .resuming, keepsAbsent: true)
        try PackFixture.work(writer, ["other a", "other b"])
        let added = try finish(writer)
        #expect(added.stickers.map(\.source) == ["a.jpg", "sub/b.jpg", "a.jpg", "b.jpg"])
        #expect(added.stickers.map(\.fileName) == ["a.png", "b.png", "a-2.png", "b-2.png"])
        #expect(added.stickers[2].sourceSHA256 == Samples.digest("a").hex)
        // The same once more changes nothing, and one that is edited takes the place of what it was.
        let again = try fixture.writer(["a.jpg", "sub/b.jpg"], start: .resuming, keepsAbsent: true)
        #expect(try PackFixture.work(again, ["other a", "edited b"]) == [1])
        let edited = try finish(again)
        #expect(edited.stickers.map(\.fileName) == ["a.png", "b.png", "a-2.png", "b-2.png"])
        #expect(edited.stickers.map(\.source) == ["a.jpg", "sub/b.jpg", "a.jpg", "b.jpg"])
    }

    @Test func aPhotoThatBecameNoStickerThisTimeDoesNotKeepOneAsIfItWereAbsent() throws {
        try fixture.make(sources, contents)
        let writer = try fixture.writer(["z.jpg"], start: .resuming, keepsAbsent: true)
        writer.fail(source: 0, reason: "left out", digest: Samples.digest("a"))
        #expect(try finish(writer).stickers.map(\.source) == ["b.jpg", "c.jpg", "d.jpg"])
    }

    /// In a folder that is no pack, taken by force, or whose pack cannot be read.
    @Test(arguments: ["{}", nil]) func aRunWithoutAStickerRemovesNoFileThatItHasNotWritten(
        _ manifest: String?
    ) throws {
        let folder = fixture.folder
        try folder.path.createFolder()
        try AtomicFile.write(Array("someone's own".utf8), to: folder.path.appending("pack.zip"))
        if let manifest { try AtomicFile.write(Array(manifest.utf8), to: folder.manifest) }
        let before = try folder.path.names().sorted { "\($0)" < "\($1)" }
        let writer = try fixture.writer(["blank.jpg"], force: true)
        writer.fail(source: 0, reason: "no subject", digest: Samples.digest("blank"))
        #expect(try writer.finish().stickers.isEmpty)
        #expect(try folder.path.names().sorted { "\($0)" < "\($1)" } == before)
    }
}
