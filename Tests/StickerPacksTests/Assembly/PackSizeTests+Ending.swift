import Files
import Imaging
import Stickers
import TestSupport
import Testing

@testable import StickerPacks

/// What a run leaves that is stopped, or ends while the pack is put together, and what the next one takes over.
extension PackSizeTests {
    /// The files in a folder, none where there is no folder, and their bytes.
    private func files(in folder: FilePath) throws -> [FilePath: [UInt8]] {
        var files: [FilePath: [UInt8]] = [:]
        guard (try? folder.status()) != nil else { return files }
        for file in try FolderWalk(folder).files { files[file.path] = try file.path.readBytes(allowsEmpty: true) }
        return files
    }

    @Test(arguments: Size.makers)
    func aRunThatWasStoppedGoesOnAndItsPackIsThatOfARunFromTheStart(_ size: Size) async throws {
        let names = (0..<6).map { FilePath("\($0).png") }
        for name in names { try write(name) }
        try fixture.temporary.write("no photo", to: "in/bad.jpg")
        let stopped = try await make(size, names + ["bad.jpg"], upTo: 2)
        #expect(stopped.made.count < names.count && stopped.pack.stickerCount == stopped.made.count)
        let resumed = try await make(size, names + ["bad.jpg"], Self.resuming)
        #expect(resumed.kept.sorted() == stopped.made.sorted() && resumed.pack.stickerCount == names.count)
        #expect(resumed.failed == ["bad.jpg"] && resumed.replacedCount == 0)
        let before = try files(in: pack)
        let anew = try await make(size, names + ["bad.jpg"])
        #expect(anew.kept.isEmpty && anew.made.count == names.count && anew.replacedCount == names.count)
        #expect(try files(in: pack) == before)
    }

    @Test(arguments: Size.makers, [true, false])
    func aStickerThatIsGoneOrChangedDoesNotEndARunThatIsStopped(
        _ size: Size, _ isGone: Bool
    ) async throws {
        let names: [FilePath] = ["a.png", "b.png", "c.png"]
        for name in names { try write(name) }
        try await make(size, names)
        let file = folder.path(of: try folder.readManifest().stickers[1])
        let damaged = try file.readBytes().map { $0 ^ 1 }
        if isGone { try file.removeFile() } else { try AtomicFile.write(damaged, to: file) }
        let stopped = try await make(size, names, Self.resuming, upTo: 0)
        // The photo was given, though the run did not come to it.
        #expect(stopped.pack.stickerCount == 2 && stopped.pack.removedStickerCount == 0)
        #expect(try sources() == ["a.png", "c.png"])
        #expect(try await make(size, names, Self.resuming).pack.stickerCount == 3)
    }

    @Test(arguments: Size.makers) func withoutAStickerNoPackIsMade(_ size: Size) async throws {
        try fixture.temporary.write("no photo", to: "in/bad.jpg")
        #expect(try await maker(size, ["bad.jpg"]).make().stickerCount == 0)
        #expect((try? folder.manifest.status()) == nil && (try? folder.journal.status()) == nil)
    }

    @Test(arguments: Size.makers)
    func aRunThatFailsWhileItWritesThePackRemovesNothingAndTheNextOneGoesOn(
        _ size: Size
    ) async throws {
        let names: [FilePath] = ["a.png", "b.png", "c.png"]
        try write("a.png", "b.png", "c.png")
        // Of a photo that cannot be read, a record under another name is kept.
        fixture.temporary.link("link", to: "in")
        try await make(size, names, through: fixture.temporary.path.appending("link"))
        try remove("a.png")
        let sheet = folder.contactSheet(page: 1)
        try sheet.removeFile()
        try sheet.createFolder()
        do {
            let maker = try await maker(size, names, Self.adding)
            try await maker.process { _ in }
            let before = try (files(in: pack), files(in: folder.records))
            let error = await #expect(throws: PackError.self) { try await maker.finish() }
            #expect(error?.path == sheet, "\(String(describing: error))")
            let after = try (files(in: pack), files(in: folder.records))
            #expect(before.0.allSatisfy { after.0[$0] == $1 })
            #expect(before.1.allSatisfy { after.1[$0] == $1 })
        }
        try sheet.removeEmptyFolder()
        let next = try await make(size, names, Self.adding)
        #expect(next.failed == ["a.png"] && next.kept.sorted() == ["b.png", "c.png"])
        #expect(try sources() == ["a.png", "b.png", "c.png"])
        #expect(try folder.readManifest().failures.isEmpty)
    }

    @Test(arguments: Size.makers)
    func aRunThatIsKilledOnceTheManifestStandsBeforeItHasRemovedItsNotesIsGoneOnWith(
        _ size: Size
    ) async throws {
        try write("a.png", "b.png", "c.png")
        try await make(size, ["a.png", "b.png", "c.png"])
        try write("sub/z.png", content: "b.png")
        try remove("b.png")
        let names: [FilePath] = ["a.png", "c.png", "sub/z.png"]
        let maker = try await maker(size, names, Self.adding)
        try await maker.process { _ in }
        var notes = try files(in: folder.records)
        notes[folder.journal] = try? folder.journal.readBytes(allowsEmpty: true)
        _ = try await maker.finish()
        for (path, bytes) in notes where (try? path.status()) == nil { try AtomicFile.write(bytes, to: path) }
        // Stopped at once, then not stopped.
        for count in [0, Int.max] {
            let next = try await make(size, names, Self.adding, upTo: count)
            #expect(next.pack.absentStickerCount == 0 && next.made.isEmpty)
            #expect(try sources() == ["a.png", "c.png", "sub/z.png"])
        }
    }

    @Test(arguments: Size.makers)
    func theFormatThatIsKeptIsThatOfMostStickersAndNoMoreOfAListIsReadThanThatTakes(
        _ size: Size
    ) async throws {
        let names: [FilePath] = ["a.png", "b.png", "c.png", "d.png", "e.png"]
        for name in names { try write(name) }
        try await make(size, names)
        // Two threads make at most two.
        try await make(size, names, PackSettings(encoder: ImageEncoder(.png()), start: .resuming), upTo: 1)
        let other = try #require(try folder.readManifest().stickers.first(where: { $0.file.hasSuffix(".png") }))
        #expect(folder.keptFormat == .webp)
        if size == .small { return }
        // More than half of the stickers that the manifest counts are WebP: what comes behind them decides nothing.
        let list = pack.appending(PackFolder.stickerListName)
        let line = PackManifest.json(other, [])
        try AtomicFile.write(list.readBytes() + Array(repeating: line, count: 20).joined(), to: list)
        #expect(folder.keptFormat == .webp)
    }
}
