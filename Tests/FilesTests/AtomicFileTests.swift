import Glibc
import TestSupport
import Testing

@testable import Files

@Suite struct AtomicFileTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path }

    @Test(arguments: [AtomicFile.Durability.synchronized, .deferred])
    func aFileAppearsAtTheEndWhole(_ durability: AtomicFile.Durability) throws {
        let path = folder.appending("new")
        let file = try AtomicFile(at: path, durability: durability)
        try file.write([1, 2])
        try file.write([3])
        #expect(throws: FileError("read", path, errorNumber: ENOENT)) { try path.status() }
        try file.commit()
        #expect(try path.readBytes() == [1, 2, 3])
        #expect(try folder.names() == ["new"])
    }

    @Test func whatIsNotCommittedLeavesNoTrace() throws {
        let old = try temporary.write("old", to: "file")
        func fail() throws {
            let file = try AtomicFile(at: old)
            try file.write([1, 2, 3])
            #expect(try folder.names().count == 2)
            throw CancellationError()
        }
        #expect(throws: CancellationError.self) { try fail() }
        #expect(try folder.names() == ["file"])
        #expect(try old.readBytes() == Array("old".utf8))
    }

    @Test func aFileThatIsReplacedKeepsItsPermissionsANewOneGetsTheUsualOnes() throws {
        let path = try temporary.write("old", to: "file")
        _ = path.withCString { chmod($0, 0o640) }
        try AtomicFile.write([1], to: path)
        #expect(try path.status().mode == 0o640)
        let mask = umask(0)
        umask(mask)
        let new = folder.appending("new")
        try AtomicFile.write([1], to: new)
        #expect(try new.status().mode == 0o666 & ~mask)
    }

    @Test func aLinkStaysAndWhatItLeadsToIsReplaced() throws {
        let target = try temporary.write("old", to: "elsewhere/target")
        temporary.link("link", to: "elsewhere/target")
        try AtomicFile.write([1], to: folder.appending("link"), followingLinks: true)
        #expect(try target.readBytes() == [1])
        #expect(try folder.appending("link").status(followingLinks: false).kind == .link)
        #expect(try folder.appending("elsewhere").names() == ["target"])
    }

    @Test func aLinkIsReplacedUnlessLinksAreFollowedAndWhereItLeadsNowhere() throws {
        let target = try temporary.write("old", to: "target")
        temporary.link("link", to: "target")
        try AtomicFile.write([1], to: folder.appending("link"))
        temporary.link("nowhere", to: "missing")
        try AtomicFile.write([2], to: folder.appending("nowhere"), followingLinks: true)
        #expect(try target.readBytes() == Array("old".utf8))
        #expect(try folder.names() == ["link", "nowhere", "target"])
        for name: FilePath in ["link", "nowhere"] {
            #expect(try folder.appending(name).status(followingLinks: false).kind == .regular)
        }
    }

    @Test func aDeviceIsWrittenToAndStaysADevice() throws {
        try AtomicFile.write([1], to: "/dev/null", followingLinks: true)
        #expect(throws: FileError("write", "/dev/null", errorNumber: EEXIST)) {
            try AtomicFile.write([1], to: "/dev/null")
        }
        #expect(try FilePath("/dev/null").status().kind == .other)
    }

    @Test func theLongestNameWorksOneByteMoreIsRefused() throws {
        let longest = FilePath(String(repeating: "n", count: 255))
        try AtomicFile.write([1], to: folder.appending(longest))
        #expect(try folder.names() == [longest])
        let longer = folder.appending(longest.description + "n")
        #expect(throws: FileError("write", longer, errorNumber: ENAMETOOLONG)) { try AtomicFile.write([1], to: longer) }
        #expect(try folder.names() == [longest])
    }

    @Test func aFolderOrNoFolderAroundItIsRefusedByItsOwnName() throws {
        #expect(throws: FileError("write", folder, errorNumber: EISDIR)) { try AtomicFile.write([1], to: folder) }
        let missing = folder.appending("missing/file")
        #expect(throws: FileError("write", missing, errorNumber: ENOENT)) { try AtomicFile.write([1], to: missing) }
    }

    @Test func aFileOrFolderThatIsReadOnlyStaysAsItIs() throws {
        let file = try temporary.write("old", to: "closed/file")
        let closed = file.parent
        _ = file.withCString { chmod($0, 0o444) }
        _ = closed.withCString { chmod($0, 0o777) }
        withoutPrivileges {
            #expect(throws: FileError("write", file, errorNumber: EACCES)) { try AtomicFile.write([1], to: file) }
        }
        _ = file.withCString { chmod($0, 0o666) }
        _ = closed.withCString { chmod($0, 0o555) }
        withoutPrivileges {
            #expect(throws: FileError("write", file, errorNumber: EACCES)) { try AtomicFile.write([1], to: file) }
        }
        #expect(try file.readBytes() == Array("old".utf8))
        #expect(try closed.names() == ["file"])
        _ = closed.withCString { chmod($0, 0o755) }
    }
}

/// A disk that is full is told by its name, and leaves what was there.
@Suite struct FullDiskTests {
    let temporary = TemporaryFolder()

    @Test func theFullDevice() {
        let error = #expect(throws: FileError.self) { try AtomicFile.write([1], to: "/dev/full", followingLinks: true) }
        #expect(error?.description == "cannot write /dev/full: the disk is full")
    }

    @Test(.enabled(if: SystemAbilities.mountsFileSystems, "only root may mount a small file system"))
    func aFullFileSystem() throws {
        let path = temporary.path.appending("file")
        let ran = try withSmallDisk(at: temporary, kilobytes: 64) {
            try AtomicFile.write([1, 2, 3], to: path)
            #expect(throws: FileError("write", path, errorNumber: ENOSPC)) {
                try AtomicFile.write(Array(repeating: 0, count: 100_000), to: path)
            }
            #expect(try path.readBytes() == [1, 2, 3])
            #expect(try temporary.path.names() == ["file"])
        }
        #expect(ran)
    }

    @Test func aLimitOnTheSizeOfFilesReachedInTheMiddle() async throws {
        let path = temporary.path.description
        await #expect(processExitsWith: .success) { [path = path as String] in
            let file = FilePath(path).appending("file")
            try AtomicFile.write([1, 2, 3], to: file)
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
            setrlimit(__rlimit_resource_t(1), &limit)
            #expect(throws: FileError("write", file, errorNumber: EFBIG)) {
                try AtomicFile.write(Array(repeating: 0, count: 100_000), to: file)
            }
            #expect(try file.readBytes() == [1, 2, 3])
            #expect(try file.parent.names() == ["file"])
        }
    }
}

@Suite struct LeftoverTests {
    let temporary = TemporaryFolder()

    @Test func whatAKilledRunLeavesIsRemovedWhatIsBeingWrittenStays() async throws {
        let path = temporary.path.description
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let file = try AtomicFile(at: FilePath(path).appending("killed"))
            try file.write([1, 2, 3])
            kill(getpid(), SIGKILL)
        }
        try temporary.write("", to: ".peel-partial-notes")
        try temporary.write("", to: ".peel-partial-0123456789abcdef0")
        temporary.link(".peel-partial-0123456789abcdef", to: "elsewhere")
        #expect(try temporary.path.names().count == 4)

        let living = try AtomicFile(at: temporary.path.appending("living"))
        #expect(try temporary.path.names().count == 5)
        #expect(try AtomicFile.removeLeftovers(in: temporary.path) == 1)
        #expect(try temporary.path.names().count == 4)
        try living.write([1])
        try living.commit()
        #expect(try temporary.path.appending("living").readBytes() == [1])
        #expect(try AtomicFile.removeLeftovers(in: temporary.path) == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give files away"))
    func whatAnotherUsersRunLeavesIsNotRemoved() throws {
        let leftover = try temporary.write("half", to: ".peel-partial-0123456789abcdef")
        #expect(leftover.withCString { chown($0, 65_534, 65_534) } == 0)
        #expect(try AtomicFile.removeLeftovers(in: temporary.path) == 0)
        #expect(try leftover.readBytes() == Array("half".utf8))
    }
}
