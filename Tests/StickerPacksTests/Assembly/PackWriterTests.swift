import Files
import Glibc
import Imaging
import Stickers
import TestSupport
import Testing

@testable import StickerPacks

@Suite struct PackWriterTests {
    let fixture = PackFixture()
    var folder: PackFolder { fixture.folder }

    @Test func theOrderOfTheResultsDoesNotShow() throws {
        let sources: [FilePath] = ["b/cat.jpg", "a/cat.jpg", "dog.jpg", "empty.jpg"]
        func pack(_ order: [Int]) throws -> [FilePath: [UInt8]] {
            let fixture = PackFixture()
            let writer = try fixture.writer(sources)
            for index in order {
                if index == 3 {
                    writer.fail(source: index, reason: "no subject")
                } else {
                    try writer.add(
                        Samples.photo(), source: index, digest: Samples.digest("\(index)"), files: [[UInt8(index)]])
                }
            }
            try writer.writeContactSheet([9], page: 2)
            try writer.writeContactSheet([8], page: 1)
            try writer.finish(withArchive: true)
            return try fixture.contents()
        }
        let inOrder = try pack([0, 1, 2, 3])
        #expect(
            Set(inOrder.keys) == [
                "pack.json", "pack.zip", "contact-sheet.png", "contact-sheet-2.png", "stickers/cat.png",
                "stickers/cat-2.png", "stickers/dog.png",
            ])
        #expect(try pack([3, 1, 0, 2]) == inOrder)
    }

    @Test func theManifestSaysWhatWasDoneInTheOrderOfThePhotos() throws {
        let writer = try fixture.writer(["z.jpg", FilePath(bytes: [0xFF]), "a.jpg"])
        try PackFixture.work(writer, ["z", "fail", "a"])
        try writer.writeContactSheet([1], page: 1)
        let manifest = try writer.finish()
        #expect(try folder.readManifest() == manifest)
        #expect(manifest.stickers.map(\.file) == ["stickers/z.png", "stickers/a.png"])
        #expect(manifest.failures == [PackManifest.Failure(source: "%FF", reason: "fail")])
        #expect(manifest.contactSheets == ["contact-sheet.png"])
        #expect(manifest.archive == nil)
        let entry = try #require(manifest.stickers.first)
        #expect(entry.sourceSHA256 == Samples.digest("z").hex)
        #expect(entry.sha256 == Samples.digest("z 0").hex && entry.byteCount == 3)
        #expect(entry.settings == Samples.settings().description)
        #expect(entry.size == Samples.photo().sticker.size)
        #expect(entry.photoSize == Samples.photo().photoSize)
        #expect(entry.box == Samples.photo().stickers[0].box)
        #expect(try folder.path(of: entry).readBytes() == Array("z 0".utf8))
    }

    @Test func resultsMayComeFromManyThreadsAtOnce() async throws {
        let sources = (0..<64).map { FilePath("\($0 % 10).jpg") }
        let writer = try fixture.writer(sources)
        await withTaskGroup { group in
            for index in sources.indices {
                group.addTask {
                    _ = try? writer.add(
                        Samples.photo(), source: index, digest: Samples.digest("\(index)"), files: [[UInt8(index)]])
                }
            }
        }
        let manifest = try writer.finish()
        #expect(manifest.stickers.map(\.sourceSHA256) == sources.indices.map { Samples.digest("\($0)").hex })
        #expect(manifest.stickers.allSatisfy(folder.holdsFile(of:)))
    }

    @Test func eachSubjectHasAStickerOfItsOwn() throws {
        let manifest = try fixture.make(["a.jpg"], ["a"], instances: 3)
        #expect(manifest.stickers.map(\.fileName) == ["a-1.png", "a-2.png", "a-3.png"])
        #expect(manifest.stickers.map(\.instance) == [1, 2, 3])
    }

    @Test func ofNothingNoPackIsLeftButTheFolderThatWasThereAndWhatElseIsInIt() throws {
        #expect(try fixture.make([], []).stickers.isEmpty)
        #expect(throws: FileError.self) { try fixture.folder.path.status() }
        try fixture.temporary.write("mine", to: "pack/notes.txt")
        let writer = try fixture.writer(["cat.jpg"], force: true)
        writer.fail(source: 0, reason: "no subject")
        try writer.writeContactSheet([1], page: 1)
        try writer.finish(withArchive: true)
        #expect(try fixture.folder.path.names() == ["notes.txt"])
    }

    @Test func aPackThatIsMadeAgainHasNothingLeftOfTheOldOneAndEverythingThatIsNotItsOwn() throws {
        let writer = try fixture.writer(["cat.jpg", "dog.jpg"])
        try PackFixture.work(writer, ["cat", "dog"])
        try writer.writeContactSheet([1], page: 1)
        try writer.writeContactSheet([2], page: 2)
        try writer.finish(withArchive: true)
        let notes = try fixture.temporary.write("mine", to: "pack/notes.txt")
        let drawing = try fixture.temporary.write("mine", to: "pack/stickers/drawing.png")

        try fixture.make(["cat.jpg", "fish.jpg"], ["cat", "fish"], force: true, encoding: "other")
        #expect(
            try Set(fixture.contents().keys) == [
                "pack.json", "stickers/cat.png", "stickers/fish.png", "notes.txt", "stickers/drawing.png",
            ])
        #expect(try notes.readBytes() == drawing.readBytes())
    }

    @Test func aFileThatIsNotThePacksDoesNotDecideItsFormat() throws {
        let writer = try fixture.writer(["a.jpg", "b.jpg"], fileExtension: "webp")
        #expect(folder.keptFormat == nil)
        try PackFixture.work(writer, ["a", "b"])
        try fixture.temporary.write("mine", to: "pack/stickers/notes.png")
        // First it is that of a run that was killed.
        #expect(folder.keptFormat == .webp)
        try writer.finish()
        #expect(folder.keptFormat == .webp)
    }

    @Test func nothingOfTheOldPackIsLostBeforeTheNewOneStands() throws {
        try fixture.make(["cat.jpg", "dog.jpg"], ["cat", "dog"])
        let before = try fixture.contents()
        do {
            let writer = try fixture.writer(["fish.jpg"], force: true)
            try PackFixture.work(writer, ["fish"])
        }
        let after = try fixture.contents()
        #expect(before.allSatisfy { after[$0] == $1 })
    }

    @Test func aManifestThatCannotBeWrittenCostsNoSticker() throws {
        try fixture.make(["cat.jpg", "dog.jpg"], ["cat", "dog"])
        let writer = try fixture.writer(["fish.jpg"], force: true)
        try PackFixture.work(writer, ["fish"])
        try folder.manifest.removeFile()
        try folder.manifest.createFolder()
        #expect(throws: PackError.self) { try writer.finish() }
        #expect(try folder.stickers.names() == ["cat.png", "dog.png", "fish.png"])
    }

    @Test func whereCaseMakesNoDifferenceANameThatOnlyChangesItsCaseIsNotRemoved() throws {
        try fixture.temporary.write("cat", to: "pack/stickers/cat.png")
        let names = (kept: "stickers/Cat.png", old: "stickers/cat.png")
        // A second name of the same file stands for what such a file system shows.
        let (from, to) = (folder.path.appending(names.old), folder.path.appending(names.kept))
        #expect(from.withCString { from in to.withCString { to in link(from, to) } } == 0)
        try folder.remove([names.old], keeping: [names.kept])
        #expect(try folder.stickers.names() == ["Cat.png", "cat.png"])
        try folder.remove([names.old], keeping: ["stickers/other.png"])
        #expect(try folder.stickers.names() == ["Cat.png"])
    }
}
