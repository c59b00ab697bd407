import Dispatch
import Files
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Imaging
@testable import StickerPacks

/// What stands in a pack's folder for a platform before an export, while it is written, and after it.
struct TargetFolderTests {
    @Test func aStopLeavesWhatStoodThere() async throws {
        let fixture = try TargetFixture(count: 4, side: 64)
        _ = try await fixture.export(.whatsapp)
        let before = try fixture.files(in: "whatsapp")
        // Wherever it asks.
        var stops = 0
        while true {
            let questions = Atomic(0)
            let allowed = stops
            let outcome = try await PackExport(fixture.folder, TargetFixture.details).run(for: .whatsapp) {
                questions.add(1, ordering: .relaxed).oldValue >= allowed
            }
            #expect(try fixture.files(in: "whatsapp") == before)
            #expect(try fixture.folder.path.names() == ["pack.json", "stickers", "whatsapp"])
            guard outcome == nil else { break }
            stops += 1
        }
        // Before each of the four stickers is made and before each is checked, the icon too, and between the steps.
        #expect(stops >= 4 + 4 + 1 + 2)
    }

    /// Whoever looks at a pack must not have to tidy it up.
    @Test func filesOfTheSystemAreNotInTheWay() async throws {
        let fixture = try TargetFixture(count: 3, side: 64)
        for name in [".DS_Store", "Thumbs.db"] { try fixture.temporary.write("x", to: FilePath("pack/png/\(name)")) }
        #expect(try await fixture.export(.png).isWritten)
        for name in [".DS_Store", "01/Thumbs.db"] { try fixture.temporary.write("x", to: FilePath("pack/png/\(name)")) }
        let checked = try PackCheck(fixture.folder.path.appending("png")).run()
        #expect(checked.map(\.report.isKept) == [true], "\(checked.map(\.report.text))")
        #expect(try await fixture.export(.png).isWritten)
        #expect(try fixture.files(in: "png").count == 3 + ["report.json", "report.txt", "HOW-TO.txt"].count)
        try fixture.temporary.write("x", to: "pack/png/.notes")
        await #expect(throws: PackError.self) { try await fixture.export(.png) }
    }

    /// Each set of a pack has notes of its own upload.
    @Test func notesOfAnUploadAreNotInTheWay() async throws {
        let fixture = try TargetFixture(count: 3, side: 64)
        #expect(try await fixture.export(.telegram).isWritten)
        for name in ["upload.json", "set-1/upload.json", "set-2/upload.json"] {
            try fixture.temporary.write("{}", to: FilePath("pack/telegram/\(name)"))
        }
        #expect(try await fixture.export(.telegram).isWritten)
    }

    /// Removing thousands of files takes long: not on the threads that all of Swift's tasks share.
    @Test func whatIsNotWantedIsRemovedOnTheExecutor() async throws {
        let fixture = try TargetFixture(count: 1, side: 64)
        let turn = DispatchSemaphore(value: 0)
        let progress = Watched((isAsked: false, isBusy: false, isDone: false))
        let executor = PhotoExecutor(threadCount: 1) { progress.withLock { _ in } }
        let export = try PackExport(fixture.folder, TargetFixture.details, executor: executor)
        async let outcome = {
            defer { progress.withLock { $0.isDone = true } }
            return try await export.run(for: .png) {
                let isFirst = progress.withLock { state in
                    defer { state.isAsked = true }
                    return !state.isAsked
                }
                guard isFirst else { return true }
                // From now on the only thread is busy.
                Task(executorPreference: executor) {
                    progress.withLock { $0.isBusy = true }
                    block(until: turn)
                }
                return true
            }
        }()
        await progress.until { $0.isDone || $0.isBusy && executor.waitingJobs > 0 }
        #expect(try fixture.folder.path.names().contains { $0.bytes.starts(with: ".peel-run-".utf8) })
        turn.signal()
        #expect(try await outcome == nil)
        #expect(try fixture.folder.path.names() == ["pack.json", "stickers"])
    }

    /// Synchronising opens each file, which nobody may do here.
    @Test func aFolderThatNeedNotLastIsNotSynchronised() throws {
        for durability in [AtomicFile.Durability.synchronized, .deferred] {
            let folder = TemporaryFolder()
            _ = folder.path.withCString { chmod($0, 0o777) }
            let place = folder.path.appending("png")
            try withoutPrivileges {
                let written = try TargetFolder(for: place, durability: durability)
                try written.write([1], to: "a")
                _ = written.path.appending("a").withCString { chmod($0, 0) }
                if durability == .synchronized {
                    #expect(throws: PackError.self) { try written.commit() }
                } else {
                    try written.commit()
                }
            }
            #expect((try? place.status().kind) == (durability == .deferred ? .folder : nil))
        }
    }

    /// Another user may put them into a folder that all may write to.
    @Test func linksUnderTheNamesOfItsFoldersLeadNowhere() throws {
        let folder = TemporaryFolder()
        let mine = try folder.write("mine", to: "elsewhere/mine.txt")
        for name: FilePath in [".peel-run-abc123", ".peel-old-png"] { folder.link(name, to: "elsewhere") }
        let target = try TargetFolder(for: folder.path.appending("png"))
        try target.write([1], to: "a.png")
        try target.commit()
        #expect(try folder.path.names() == [".peel-run-abc123", "elsewhere", "png"])
        #expect(try mine.parent.names() == ["mine.txt"])
        #expect(try folder.path.appending("png").status(followingLinks: false).kind == .folder)
    }

    /// Another user may do so in a folder that all may write to, while the pack is made.
    @Test func aLinkInTheFoldersPlaceLeadsNoFileElsewhere() throws {
        let folder = TemporaryFolder()
        let files = [
            try folder.write("mine", to: "victim/a.png"), try folder.write("mine", to: "victim/content/a.png"),
        ]
        let place = folder.path.appending("png")
        let target = try TargetFolder(for: place)
        let names = try folder.path.names().filter { $0.bytes.starts(with: ".peel-".utf8) }
        for name in names {
            try folder.path.appending(name).move(to: folder.path.appending("away"))
            folder.link(name, to: "victim")
        }
        for name in ["a.png", "b.png"] { try target.write([1], to: name) }
        try target.commit()
        #expect(names.count == 1)
        for file in files { #expect(try file.readBytes() == Array("mine".utf8)) }
        #expect(try FolderWalk(folder.path.appending("victim")).files.count == 2)
        #expect(try place.status(followingLinks: false).kind == .folder && place.names() == ["a.png", "b.png"])
    }

    /// Another user may move a folder there to have it emptied.
    @Test func aFolderThatIsNoPackIsNotTakenForAnOldOne() throws {
        let folder = TemporaryFolder()
        let mine = try folder.write("mine", to: ".peel-old-png/mine.txt")
        let place = folder.path.appending("png")
        try TargetFolder(for: place).commit()
        let error = #expect(throws: PackError.self) { _ = try TargetFolder(for: place) }
        #expect(error?.code == .inTheWay)
        #expect(try mine.readBytes() == Array("mine".utf8))
        #expect(try folder.path.names() == [".peel-old-png", "png"])
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give folders away"))
    func foldersOfAnotherUserAreNotRemoved() throws {
        let folder = TemporaryFolder()
        let names: [FilePath] = [".peel-new-png", ".peel-old-png", ".peel-run-abc123"]
        for name in names {
            let path = folder.path.appending(name)
            try path.createFolder()
            #expect(path.withCString { chmod($0, 0o700) } == 0)
            #expect(path.withCString { chown($0, 65_534, 65_534) } == 0)
        }
        try TargetFolder(for: folder.path.appending("png")).commit()
        #expect(try folder.path.names() == names + ["png"])
        #expect(throws: PackError.self) { _ = try TargetFolder(for: folder.path.appending("png")) }
        #expect(try folder.path.names() == names + ["png"])
    }

    @Test func whatTookAPacksPlaceMeanwhileIsNotRemoved() throws {
        let folder = TemporaryFolder()
        let place = folder.path.appending("png")
        try TargetFolder(for: place).commit()
        let second = try TargetFolder(for: place)
        try place.move(to: folder.path.appending("away"))
        let mine = try folder.write("mine", to: "png/mine.txt")
        let error = #expect(throws: PackError.self) { try second.commit() }
        #expect(error?.code == .inTheWay)
        #expect(try mine.readBytes() == Array("mine".utf8))
    }

    @Test func whatTookTheOldPacksPlaceMeanwhileIsNotRemoved() throws {
        let folder = TemporaryFolder()
        let place = folder.path.appending("png")
        let victim = try folder.write("mine", to: "victim/mine.txt").parent
        try TargetFolder(for: place).commit()
        let second = try TargetFolder(for: place)
        try second.commit { from, to throws(FileError) in
            try from.move(to: to)
            guard from == place else { return }
            try to.move(to: folder.path.appending("away"))
            try victim.move(to: to)
        }
        #expect(try folder.path.appending(".peel-old-png/mine.txt").readBytes() == Array("mine".utf8))
        #expect(try folder.path.names() == [".peel-old-png", "away", "png"])
    }

    @Test func anErrorNamesThePlaceAndNotTheOpenFolder() throws {
        let folder = TemporaryFolder()
        let place = folder.path.appending("png")
        let target = try TargetFolder(for: place)
        try target.write([1], to: "a")
        let error = #expect(throws: PackError.self) { try target.write([1], to: "a/b") }
        let named = try target.named(#require(error))
        #expect(named.path.bytes.starts(with: place.bytes) && !named.description.contains("/proc/"))
    }

    @Test func aFailedMoveLeavesWhatStoodThere() throws {
        let folder = TemporaryFolder()
        let place = folder.path.appending("whatsapp")
        let first = try TargetFolder(for: place)
        try first.write("old", to: "a/b.txt")
        try first.write(
            PackManifest.json(TargetReport(pictures: [], files: ["a/b.txt"], check: .init(target: "", rules: []))),
            to: "report.json")
        try first.commit()
        let second = try TargetFolder(for: place)
        try second.write("new", to: "a/b.txt")
        #expect(throws: PackError.self) {
            try second.commit { from, to throws(FileError) in
                if to == place { throw FileError("write", to, errorNumber: EIO) }
                _ = rename(from.description, to.description)
            }
        }
        #expect(try place.appending("a/b.txt").readBytes() == Array("old\n".utf8))
        second.discard()
        #expect(try folder.path.names() == ["whatsapp"])
    }

    @Test func aPackThatBreaksARuleIsNotWrittenUnlessForced() async throws {
        let fixture = try TargetFixture(count: 2, side: 64)
        var details = TargetFixture.details
        let refused = try await fixture.export(.whatsapp, details)
        #expect(!refused.isWritten)
        #expect(Set(refused.report.check.broken.map(\.rule)) == ["sticker-count"])
        #expect(try fixture.folder.path.names() == ["pack.json", "stickers"])
        details.force = true
        #expect(try await fixture.export(.whatsapp, details).isWritten)
        #expect(try fixture.files(in: "whatsapp")["contents.json"] != nil)
        details.force = false
        let before = try fixture.files(in: "whatsapp")
        #expect(try await !fixture.export(.whatsapp, details).isWritten)
        #expect(try fixture.files(in: "whatsapp") == before, "what stood there stays")
    }

    @Test func theSamePackGivesTheSameBytesAndTakesThePlaceOfTheOldOne() async throws {
        let fixture = try TargetFixture(count: 4, side: 64)
        _ = try await fixture.export(.whatsapp)
        let before = try fixture.files(in: "whatsapp")
        _ = try await fixture.export(.whatsapp)
        #expect(try fixture.files(in: "whatsapp") == before)
        var details = TargetFixture.details
        details.title = "Other"
        _ = try await fixture.export(.whatsapp, details)
        #expect(try fixture.files(in: "whatsapp").keys.contains("Other.wastickers"))
        #expect(try !fixture.files(in: "whatsapp").keys.contains("Flines Co-c4cfb3ac.wastickers"))
        #expect(try fixture.folder.path.names() == ["pack.json", "stickers", "whatsapp"])
    }

    @Test func filesOfOthersAreNeverRemoved() async throws {
        let fixture = try TargetFixture(count: 3, side: 64)
        let file = try fixture.temporary.write("mine", to: "pack/whatsapp/notes.txt")
        for force in [false, true] {
            var details = TargetFixture.details
            details.force = force
            let error = await #expect(throws: PackError.self) { try await fixture.export(.whatsapp, details) }
            #expect(error?.code == .notATarget && error?.description.contains("notes.txt") == true)
        }
        #expect(try file.readBytes() == Array("mine".utf8))
        try file.removeFile()
        _ = try await fixture.export(.whatsapp)
        try fixture.temporary.write("mine", to: "pack/whatsapp/notes.txt")
        await #expect(throws: PackError.self) { try await fixture.export(.whatsapp) }
        #expect(try file.readBytes() == Array("mine".utf8))
        try fixture.temporary.write("mine", to: "pack/telegram")
        let error = await #expect(throws: PackError.self) { try await fixture.export(.telegram) }
        #expect(error?.code == .inTheWay)
    }

    @Test func aDamagedStickerIsNamedAndNothingStays() async throws {
        let fixture = try TargetFixture([("a.png", [1, 2, 3]), ("b.png", [1, 2, 3]), ("c.png", [1, 2, 3])])
        let error = await #expect(throws: PackError.self) { try await fixture.export(.whatsapp) }
        #expect(error?.code == .damagedSticker)
        #expect(try fixture.folder.path.names() == ["pack.json", "stickers"])
    }

    @Test func whatAKilledRunLeftIsClearedUp() async throws {
        let fixture = try TargetFixture(count: 3, side: 64)
        _ = try await fixture.export(.whatsapp)
        let before = try fixture.files(in: "whatsapp")
        // Killed while the folders change places, after another was killed while it wrote.
        let pack = fixture.folder.path
        #expect(rename(pack.appending("whatsapp").description, pack.appending(".peel-old-whatsapp").description) == 0)
        for name in ["content/a/b.webp", "lock"] {
            try fixture.temporary.write("half", to: FilePath("pack/.peel-run-abc123/\(name)"))
        }
        #expect(chmod(pack.appending(".peel-run-abc123").description, 0o700) == 0)
        _ = try await fixture.export(.whatsapp)
        #expect(try fixture.files(in: "whatsapp") == before)
        #expect(try pack.names() == ["pack.json", "stickers", "whatsapp"])
    }
}

/// On a thread that may wait.
private func block(until turn: DispatchSemaphore) { turn.wait() }
