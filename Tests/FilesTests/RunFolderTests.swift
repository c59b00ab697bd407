import Glibc
import TestSupport
import Testing

@testable import Files

/// Folders of a run, and what others may put where they are looked for.
struct RunFolderTests {
    private let temporary = TemporaryFolder()
    private var place: FilePath { temporary.path.appending("place") }

    /// A folder as a killed run leaves it.
    private func leave(_ name: FilePath, lock: FilePath? = "lock", mode: mode_t = 0o700) throws -> FilePath {
        let folder = place.appending(name)
        for file in ["content/stickers-1.zip", lock].compactMap({ $0 }) {
            try temporary.write([1, 2, 3], to: FilePath("place").appending(name).appending(file))
        }
        #expect(folder.withCString { chmod($0, mode) } == 0)
        return folder
    }

    private func exists(_ path: FilePath) -> Bool { (try? path.status(followingLinks: false)) != nil }

    @Test func aRunHasAFolderOfItsOwnClosedToOthers() throws {
        let first = try RunFolder(in: place)
        let second = try RunFolder(in: place)
        #expect(first.path != second.path && first.place == place)
        #expect(try first.path.isEmptyFolder())
        for name in try place.names() { #expect(try place.appending(name).status().mode == 0o700) }
        try AtomicFile.write([1], to: first.newPath())
        second.remove()
        #expect(try !exists(second.path) && first.path.names().count == 1)
        #expect(throws: FileError.self) { try AtomicFile.write([1], to: second.newPath()) }
        first.remove()
        #expect(try place.isEmptyFolder())
    }

    @Test func whatKilledRunsLeftIsRemovedWhatRunsIsNot() throws {
        let leftover = try leave(".peel-run-abc123")
        let empty = place.appending(".peel-run-abc456")
        try empty.createFolder()
        #expect(empty.withCString { chmod($0, 0o700) } == 0)
        let running = try RunFolder(in: place)
        try AtomicFile.write([4], to: running.newPath())
        let second = try RunFolder(in: place)
        #expect(!exists(leftover) && !exists(empty))
        #expect(try running.path.names().count == 1 && exists(second.path))
        RunFolder.removeLeftovers(in: place)
        #expect(try running.path.names().count == 1 && place.names().count == 2)
        running.remove()
        second.remove()
        #expect(try place.isEmptyFolder())
    }

    @Test func onlyFoldersOfThisProgramsRunsAreRemoved() throws {
        let kept = [
            try leave(".peel-run-mine"), try leave(".peel-run-aaaaaa", mode: 0o755),
            try leave(".peel-run-bbbbbb", lock: nil),
            try leave("elsewhere"),
        ]
        temporary.link("place/.peel-run-cccccc", to: kept[3])
        let lockedByLink = try leave(".peel-run-dddddd", lock: nil)
        temporary.link("place/.peel-run-dddddd/lock", to: kept[3].appending("lock"))
        RunFolder.removeLeftovers(in: place)
        for folder in kept + [lockedByLink] {
            #expect(exists(folder.appending("content/stickers-1.zip")), "\(folder)")
        }
        #expect(exists(place.appending(".peel-run-cccccc")))
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give folders away"))
    func anotherUsersFolderIsNotRemoved() throws {
        let folder = try leave(".peel-run-abc123")
        #expect(folder.withCString { chown($0, 65_534, 65_534) } == 0)
        RunFolder.removeLeftovers(in: place)
        #expect(exists(folder.appending("content/stickers-1.zip")))
    }

    @Test func whatTookTheFoldersPlaceIsNotRemovedInItsStead() throws {
        let victim = try leave("victim")
        for isLink in [true, false] {
            let running = try RunFolder(in: place)
            let folder = running.path.parent
            #expect(rename(folder.description, place.appending("away").description) == 0)
            if isLink {
                temporary.link(FilePath("place").appending(folder.lastComponent), to: victim)
            } else {
                _ = try leave(folder.lastComponent)
            }
            running.remove()
            #expect(exists(folder.appending("content/stickers-1.zip")))
            try place.appending("away").removeTree()
            try folder.removeTree()
        }
        #expect(exists(victim.appending("content/stickers-1.zip")))
    }

    /// Another user may put one in its place before it is opened. Some file systems have no permissions.
    @Test(arguments: [(0o700, 0o600, true), (0o755, 0o600, false), (0o755, 0o644, true)] as [(mode_t, mode_t, Bool)])
    func aFolderThatWasNotMadeWithItsLockIsNotUsed(_ mode: mode_t, _ lock: mode_t, _ isUsed: Bool) throws {
        let folder = try leave("folder", mode: mode)
        let file = folder.appending("lock")
        #expect(file.withCString { chmod($0, lock) } == 0)
        #expect(try folder.status().isMadeLike(file.status()) == isUsed)
    }

    @Test func theOpenPathLeadsToTheFolderWhateverTakesItsName() throws {
        let victim = try leave("victim")
        let running = try RunFolder(in: place)
        let folder = running.path.parent
        try folder.move(to: place.appending("away"))
        temporary.link(FilePath("place").appending(folder.lastComponent), to: victim)
        try AtomicFile.write([4], to: running.openPath.appending("file"))
        #expect(try place.appending("away/content").names() == ["file"])
        #expect(try victim.appending("content").names() == ["stickers-1.zip"])
        running.remove()
        #expect(exists(victim.appending("content/stickers-1.zip")))
    }

    /// A run that is really killed.
    @Test func aKilledRunsFolderGoesAtTheNextStart() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [place = place.description as String] in
            let folder = try RunFolder(in: FilePath(place))
            try AtomicFile.write([1], to: folder.newPath())
            withExtendedLifetime(folder) { _ = kill(getpid(), SIGKILL) }
        }
        #expect(try place.names().count == 1)
        let next = try RunFolder(in: place)
        #expect(try place.names() == [next.path.parent.lastComponent])
        next.remove()
    }

    @Test func aPlaceThatCannotBeWrittenIsSaid() throws {
        let file = try temporary.write("", to: "file")
        #expect(throws: FileError("create", file, errorNumber: ENOTDIR)) { try RunFolder(in: file) }
    }
}
