import Glibc
import Peel
import TestSupport
import Testing

@testable import PeelCommand

struct PhotoSearchTests {
    private let folder = TemporaryFolderBox()
    private var root: FilePath { folder.folder.path }

    private func write(_ names: FilePath...) throws {
        for name in names { try folder.folder.write(name.description, to: name) }
    }

    @Test func foldersAreSearchedByPathsAndPhotosKeepTheirOrder() throws {
        try write("in/b.jpg", "in/a/z.PNG", "in/c.txt", "in/.hidden.jpg", "single.dat", "in/d.apng")
        let search = PhotoSearch([root.appending("single.dat"), root.appending("in")], output: "none")
        #expect(search.photos.map(\.source) == ["single.dat", "a/z.PNG", "b.jpg", "d.apng"])
        #expect(search.photos.last?.path == root.appending("in/d.apng"))
        #expect(search.failures.isEmpty)
    }

    @Test func aPhotoIsTakenOnce() throws {
        try write("in/a.jpg")
        folder.folder.link("in/link.jpg", to: "a.jpg")
        let search = PhotoSearch([root.appending("in/a.jpg"), root.appending("in"), root.appending("in")], output: "x")
        #expect(search.photos.map(\.source) == ["a.jpg"])
    }

    @Test func whatLiesInThePackIsNoPhoto() throws {
        try write("a.jpg", "pack/stickers/b.webp", "pack/contact-sheet.png", "packs/c.jpg")
        let search = PhotoSearch([root], output: root.appending("pack"))
        #expect(search.photos.map(\.source) == ["a.jpg", "packs/c.jpg"])
        #expect(PhotoSearch([root.appending("pack")], output: root.appending("pack")).photos.isEmpty)
    }

    /// Their pictures are of photos that a person has, and a contact sheet is no photo.
    @Test func otherPacksInAFolderAreNoPhotos() throws {
        try write("in/a.jpg", "in/old/stickers/b.webp", "in/old/contact-sheet.png", "in/old/.peel-records/c.png")
        try write("in/c/pack.json", "in/c/d.jpg")
        let manifest = """
            {"format": "peel-pack", "version": 1, "program": {"name": "peel", "version": "1"}, "stickers": [],
            "model": {"name": "m", "sha256": "00"}, "failures": [], "contactSheets": []}
            """
        try folder.folder.write(manifest, to: "in/old/pack.json")
        let search = PhotoSearch([root.appending("in")], output: root.appending("new"))
        #expect(search.photos.map(\.source) == ["a.jpg", "c/d.jpg"])
        #expect(search.packs == [root.appending("in/old")] && search.hidden == [])
        let old = root.appending("in/old")
        #expect(search.notes.first == "skipped \(old): a sticker pack; name \(old) explicitly to use its pictures")
        let own = PhotoSearch([root.appending("in")], output: root.appending("in/old"))
        #expect(own.photos == search.photos && own.packs == [])
        let named = PhotoSearch([root.appending("in/old")], output: root.appending("new"))
        #expect(named.photos.map(\.source) == ["contact-sheet.png", "stickers/b.webp"])
    }

    @Test func aPhotoThatWouldBeWrittenOverIsNotTaken() throws {
        try write("a.jpg", "pack/stickers/b.webp", "pack/c.jpg")
        folder.folder.link("link.webp", to: "pack/stickers/b.webp")
        let named = ["a.jpg", "pack/stickers/b.webp", "pack/c.jpg", "link.webp"].map { root.appending($0) }
        let search = PhotoSearch(named, output: root.appending("pack"))
        #expect(search.photos.map(\.source) == ["a.jpg", "c.jpg"])
        #expect(search.failures.map(\.path) == [named[1], named[3]])
        #expect(
            search.failures.first?.description
                == "cannot take \(named[1]): it is one of the files that are to be written; name another output folder")
    }

    @Test func aFolderThatLinksToItselfIsSearchedOnce() throws {
        try write("in/a.jpg", "in/sub/b.jpg")
        folder.folder.link("in/sub/loop", to: "..")
        folder.folder.link("in/self.jpg", to: "self.jpg")
        let search = PhotoSearch([root.appending("in")], output: "x")
        #expect(search.photos.map(\.source) == ["a.jpg", "sub/b.jpg"])
        #expect(search.passedOver.map(\.path) == [root.appending("in/sub/loop")])
        #expect(search.failures.map(\.path) == [root.appending("in/self.jpg")])
        #expect(search.failures.first?.reason == "its links lead in a circle")
    }

    @Test func whatIsMissingIsNamed() throws {
        try write("a.jpg")
        let search = PhotoSearch([root.appending("no"), root.appending("a.jpg")], output: "x")
        #expect(search.photos.count == 1)
        let message = "cannot read \(root.appending("no")): there is no such file or folder"
        #expect(search.failures.map(\.description) == [message])
    }

    @Test func namesThatAreNoUTF8AreFound() throws {
        let name = FilePath(bytes: [0xFF, 0x2E, 0x6A, 0x70, 0x67])
        try folder.folder.write("x", to: name)
        #expect(PhotoSearch([root], output: "x").photos.map(\.source) == [name])
    }

    @Test func otherNamesOfAPhotoAreSaid() throws {
        try write("in/a.jpg", "in/b.jpg")
        folder.folder.link("in/soft.jpg", to: "a.jpg")
        let hard = root.appending("in/hard.jpg")
        let status = root.appending("in/b.jpg").withCString { from in hard.withCString { link(from, $0) } }
        try #require(status == 0)
        let photos = root.appending("in")
        let search = PhotoSearch([photos, photos, photos.appending("a.jpg")], output: "x")
        #expect(search.photos.map(\.source) == ["a.jpg", "b.jpg"])
        #expect(
            search.notes == [
                "skipped \(hard): it is the same file as \(photos)/b.jpg",
                "skipped \(photos)/soft.jpg: it is the same file as \(photos)/a.jpg",
            ])
    }

    @Test func namesThatBeginWithADotAreSaid() throws {
        try write("in/a.jpg", "in/.b.jpg", "in/.notes.txt")
        let photos = root.appending("in")
        let one = "skipped hidden file \(photos)/.b.jpg; name it explicitly to include it"
        #expect(PhotoSearch([photos], output: "x").notes == [one])
        try write("in/.c/d.jpg", "in/.e/f.jpg", "in/.g.png", "in/pack/.h.jpg")
        let search = PhotoSearch([photos], output: photos.appending("pack"))
        #expect(
            search.notes == [
                "skipped hidden files \(photos)/.b.jpg, \(photos)/.g.png, \(photos)/.c and 1 more; "
                    + "name them explicitly to include them"
            ])
        #expect(PhotoSearch([photos.appending(".b.jpg")], output: "x").photos.count == 1)
    }

    @Test func manyNotesAreCounted() throws {
        try write("in/a.jpg")
        for number in 0..<30 { folder.folder.link(FilePath("in/link\(number).jpg"), to: "a.jpg") }
        let notes = PhotoSearch([root.appending("in")], output: "x").notes
        #expect(notes.count == 21)
        #expect(notes.last == "skipped 10 more for similar reasons")
    }

    @Test func rawFilesOfCamerasAreCountedAsSuch() throws {
        try write("in/a.jpg", "in/1.NEF", "in/2.nef", "in/x/3.dng", "in/b.txt")
        #expect(
            PhotoSearch([root.appending("in")], output: "x").notes == [
                "skipped 3 raw files of a camera: 2 .nef, 1 .dng; export them as JPEG first",
                "skipped 1 file that is not a photo: 1 .txt",
            ])
    }

    /// Beside their photos, but no folder of theirs was named.
    @Test func listsThatLieDeeperAreSaid() throws {
        try write("in/a.jpg", "in/stickers.json", "in/sub/b.jpg", "in/sub/stickers.json")
        let (photos, list) = (root.appending("in"), root.appending("in/sub/stickers.json"))
        let note = "skipped \(list): also give \(photos)/sub to read \(list)"
        #expect(PhotoSearch([photos, photos], output: "x").notes == [note])
        #expect(PhotoSearch([photos], output: "x").notes(forSheet: true).isEmpty)
        let both = PhotoSearch([photos, photos.appending("sub")], output: "x")
        #expect(both.notes.isEmpty && both.photos.map(\.source) == ["a.jpg", "sub/b.jpg"])
        #expect(PhotoSearch([photos], output: photos.appending("sub")).notes.isEmpty)
        let patterns = [try #require(PathPattern("stickers.json"))]
        #expect(PhotoSearch([photos], output: "x", excluding: patterns).unreadMetadata.isEmpty)
    }

    @Test func otherFilesAreCountedByKind() throws {
        try write("in/a.jpg", "in/b.TXT", "in/x/c.txt", "in/d.srt", "in/e", "in/stickers.json", "in/Thumbs.db")
        for kind in ["f", "g", "h"] { try write(FilePath("in/1.\(kind)"), FilePath("in/2.\(kind)")) }
        let photos = root.appending("in")
        let search = PhotoSearch([photos, photos], output: "x")
        #expect(
            search.notes == [
                "skipped 10 files that are not photos: 2 .f, 2 .g, 2 .h, 2 .txt, 1 without an ending, 1 of other kinds"
            ])
        let none = PhotoSearch([photos], output: "x", excluding: [try #require(PathPattern("*"))])
        #expect(none.notes.isEmpty)
    }

    @Test func whatPatternsNameIsLeftOut() throws {
        try write("in/a.jpg", "in/b.png", "in/raw/c.jpg", "in/x/raw/d.jpg", "in/raw.txt", "e.png")
        let photos = root.appending("in")
        let patterns = ["*.png", "raw/", "*.tif"].compactMap { PathPattern(FilePath($0)) }
        let search = PhotoSearch([photos, root.appending("e.png")], output: "x", excluding: patterns)
        #expect(search.photos.map(\.source) == ["a.jpg"])
        #expect(search.excludedCount == 4)
        #expect(
            search.notes == [
                "skipped 1 file that is not a photo: 1 .txt", "--exclude '*.tif' matches nothing",
            ])
    }
}
