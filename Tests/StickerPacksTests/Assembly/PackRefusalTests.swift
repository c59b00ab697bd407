import Files
import Glibc
import TestSupport
import Testing

@testable import StickerPacks

/// Folders that are no place for a pack: told by name and reason, and left as they were.
@Suite struct PackRefusalTests {
    let fixture = PackFixture()
    var temporary: TemporaryFolder { fixture.temporary }
    var folder: PackFolder { fixture.folder }

    private func refusal(start: PackSettings.Start = .anew, force: Bool = false) -> PackError? {
        #expect(throws: PackError.self) { try fixture.writer(["a.jpg"], start: start, force: force) }
    }

    @Test(arguments: ["letter.txt", ".hidden", "stickers/a.png", "pack.json.bak"])
    func aFolderWithSomethingElseInIt(_ name: String) throws {
        let file = try temporary.write("mine", to: FilePath("pack/" + name))
        let before = try folder.path.names()
        for start in [PackSettings.Start.anew, .resuming] {
            let error = refusal(start: start)
            #expect(error?.code == .notAPack)
            #expect(
                error?.description
                    == "\(folder.path) is not empty and is not a sticker pack: choose another folder, or force it")
        }
        #expect(try folder.path.names() == before)

        let writer = try fixture.writer(["b.jpg"], force: true)
        try PackFixture.work(writer, ["b"])
        try writer.finish()
        #expect(try file.readBytes() == Array("mine".utf8))
        #expect(try fixture.make(["b.jpg"], ["b"]).stickers.count == 1, "it is a pack by now")
        #expect(try file.readBytes() == Array("mine".utf8))
    }

    @Test func aPackOfOtherPhotos() throws {
        let sources = ["a", "b", "c", "d", "e", "f"].map { FilePath("\($0).jpg") }
        try fixture.make(sources, ["a", "b", "c", "d", "e", "f"])
        let before = try fixture.contents()
        let error = #expect(throws: PackError.self) { try fixture.writer(["a.jpg", "z.jpg"], ["a", "b"]) }
        #expect(error?.code == .otherPhotos)
        #expect(
            error?.description
                == "\(folder.path) has 4 stickers of photos that were not given (c.jpg, d.jpg, e.jpg and another), "
                + "which would be lost: choose another folder, or replace the pack")
        // They are called the same, but are others.
        let others = #expect(throws: PackError.self) { try fixture.writer(sources, ["1", "2", "3", "4", "5", "6"]) }
        #expect(others?.description.contains("has 6 stickers") == true)
        #expect(throws: PackError.self) { try fixture.writer(["z.jpg"]) }
        #expect(try fixture.contents() == before)

        // Renamed, and one of them edited; and the path of one that cannot be read beforehand.
        _ = try fixture.writer(
            ["1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg", "f.jpg"], ["a", "b", "c", "d", "e", "other"])
        _ = try fixture.writer(sources)
        _ = try fixture.writer(["a.jpg", "z.jpg"], ["a", "b"], start: .resuming)
        _ = try fixture.writer(["a.jpg", "z.jpg"], ["a", "b"], force: true)
    }

    @Test func aPackWithoutAStickerIsNobodysLoss() throws {
        try fixture.make(["a.jpg"], ["fail"])
        try fixture.make(["b.jpg"], ["b"])
    }

    @Test func anEmptyFolderIsFine() throws {
        try folder.path.createFolder()
        try fixture.make(["a.jpg"], ["a"])
    }

    @Test(arguments: ["", "garbage", "{\"format\":\"peel-pack\",\"version\":1}"])
    func aManifestThatIsDamaged(_ text: String) throws {
        try temporary.write(text, to: "pack/pack.json")
        try temporary.write("old", to: "pack/stickers/old.png")
        let before = try fixture.contents()
        #expect(refusal()?.code == .damagedManifest)
        #expect(refusal(start: .resuming)?.path == folder.manifest)
        #expect(try fixture.contents() == before)

        let writer = try fixture.writer(["a.jpg"], start: .resuming, force: true)
        try PackFixture.work(writer, ["a"])
        try writer.finish()
        #expect(try Set(fixture.contents().keys) == ["pack.json", "stickers/a.png", "stickers/old.png"])
    }

    @Test func aManifestOfALaterVersion() throws {
        try temporary.write("{\"format\":\"peel-pack\",\"version\":99}", to: "pack/pack.json")
        #expect(refusal()?.code == .newerManifest)
        #expect(try folder.path.names() == ["pack.json"])
    }

    @Test func aManifestThatIsAFolder() throws {
        try temporary.write("", to: "pack/pack.json/file")
        #expect(refusal()?.code == .file(.system(EISDIR)))
        #expect(refusal(force: false)?.path == folder.manifest)
    }

    @Test func aFileInTheWay() throws {
        try temporary.write("mine", to: "pack")
        let error = refusal(force: true)
        #expect(error?.code == .inTheWay)
        #expect(error?.description == "\(folder.path) is a file, and a pack is a folder: choose another name")
        #expect(try folder.path.readBytes() == Array("mine".utf8))
    }

    @Test func aFileWhereTheStickersBelong() throws {
        try temporary.write("mine", to: "pack/stickers")
        let error = refusal(force: true)
        #expect(error?.code == .inTheWay)
        #expect(
            error?.description == "\(folder.stickers) is not a folder, but the pack's stickers need one of that name")
        #expect(try fixture.folder.path.names() == ["stickers"])
    }

    @Test func linksInAPackLeadNothingAndNobodyAstray() throws {
        let letter = try temporary.write("mine", to: "letters/letter.png")
        try folder.path.createFolder()
        temporary.link("pack/stickers", to: "../letters")
        #expect(refusal(force: true)?.code == .inTheWay)

        try folder.stickers.removeFile()
        temporary.link("pack/pack.json", to: "../letters/letter.png")
        temporary.link("pack/.peel-journal", to: "../letters/letter.png")
        #expect(refusal(force: true)?.code == .file(.system(ELOOP)))
        try folder.journal.removeFile()
        temporary.link("pack/contact-sheet.png", to: "../letters/letter.png")
        temporary.link("pack/pack.zip", to: "../letters/letter.png")
        let writer = try fixture.writer(["a.jpg"], force: true)
        try PackFixture.work(writer, ["a"])
        try writer.writeContactSheet([1], page: 1)
        try writer.finish(withArchive: true)
        #expect(try letter.readBytes() == Array("mine".utf8))
        #expect(try temporary.path.appending("letters").names() == ["letter.png"])
    }

    @Test func aFolderThatCannotBeWritten() throws {
        // Nobody's to write, not even its owner's: the tests also run without root.
        _ = temporary.path.withCString { chmod($0, 0o555) }
        withoutPrivileges {
            let error = refusal()
            #expect(error?.code == .file(.system(EACCES)))
            #expect(error?.description == "cannot create \(folder.path): permission denied")
        }
        _ = temporary.path.withCString { chmod($0, 0o755) }
        try folder.path.createFolder()
        _ = folder.path.withCString { chmod($0, 0o555) }
        withoutPrivileges {
            #expect(refusal()?.description == "cannot write \(folder.path): permission denied")
        }
        #expect(try folder.path.isEmptyFolder())
        _ = folder.path.withCString { chmod($0, 0) }
        withoutPrivileges {
            #expect(refusal()?.description == "cannot list \(folder.path): permission denied")
        }
    }

    @Test(.enabled(if: SystemAbilities.mountsFileSystems, "only root may mount a small file system"))
    func aDiskThatIsFullInTheMiddle() throws {
        let ran = try withSmallDisk(at: temporary, kilobytes: 64) {
            let writer = try fixture.writer(["a.jpg", "b.jpg", "c.jpg"])
            try PackFixture.work(writer, ["a"])
            let error = #expect(throws: PackError.self) {
                try writer.add(
                    Samples.photo(), source: 1, digest: Samples.digest("b"),
                    files: [Array(repeating: 1, count: 100_000)])
            }
            #expect(error?.code == .file(.system(ENOSPC)))
            #expect(error?.description == "cannot write \(folder.stickers)/b.png: the disk is full")
            writer.fail(source: 1, reason: "the disk is full")
            #expect(try folder.stickers.names() == ["a.png"])
            #expect(try writer.finish().stickers.map(\.fileName) == ["a.png"])
        }
        #expect(ran)
    }

    @Test(.enabled(if: SystemAbilities.mountsFileSystems, "only root may mount a small file system"))
    func aDiskWithNoRoomForTheManifestLeavesWhatARunCanContinue() throws {
        let ran = try withSmallDisk(at: temporary, kilobytes: 64) {
            let writer = try fixture.writer(["a.jpg", "b.jpg"])
            try PackFixture.work(writer, ["a"])
            let filler = temporary.path.appending("filler")
            let file = try OpenFile("write", filler, flags: O_WRONLY | O_CREAT)
            #expect(throws: FileError.self) { while true { try file.write([UInt8](repeating: 0, count: 4096)) } }
            let error = #expect(throws: PackError.self) { try writer.finish() }
            #expect(error?.description == "cannot write \(folder.manifest): the disk is full")
            #expect(try folder.path.names() == [".peel-journal", "stickers"])
            try filler.removeFile()
        }
        #expect(ran)
    }
}
