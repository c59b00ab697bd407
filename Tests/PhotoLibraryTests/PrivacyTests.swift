import Files
import Glibc
import TestSupport
import Testing

@testable import PhotoLibrary

/// What is in a library is for its owner's eyes alone.
@Suite struct PrivacyTests {
    let temporary = TemporaryFolder()
    var folder: FilePath { temporary.path.appending("library") }

    private func mode(_ path: FilePath) throws -> mode_t {
        var status = stat()
        try #require(path.withCString { lstat($0, &status) } == 0)
        return status.st_mode & 0o777
    }

    /// Paths that others may read, write or enter. What lies in a closed folder is closed, too, but counts all the
    /// same.
    private func open(in folder: FilePath) throws -> [FilePath] {
        try folder.names().flatMap { name in
            let path = folder.appending(name)
            let kind = try path.status(followingLinks: false).kind
            if kind == .link { return [FilePath]() }
            let below = kind == .folder ? try open(in: path) : []
            return try (mode(path) & 0o077 == 0 ? [] : [path]) + below
        }
    }

    private func addPhoto(_ number: UInt8) throws {
        let store = try LibraryStore(at: folder)
        let id = try store.add([number, 2, 3], named: "a").photo.id
        _ = try store.setResult(of: id, revision: 1, blobs: ["a": [1]], state: "done", details: nil)
        #expect(try open(in: folder) == [])
    }

    @Test func aLibraryInANewFolderOrOneThatWasThereIsClosedToOthers() throws {
        try addPhoto(1)
        #expect(try mode(folder) == 0o700)
        try folder.removeTree()
        try folder.createFolder()
        #expect(folder.withCString { chmod($0, 0o755) } == 0)
        try addPhoto(1)
        #expect(try mode(folder) == 0o755)
    }

    @Test func whatAnEarlierVersionLeftOpenIsClosed() throws {
        try addPhoto(1)
        for name: FilePath in ["originals", "results", "library.sqlite"] {
            #expect(folder.appending(name).withCString { chmod($0, 0o755) } == 0)
        }
        try addPhoto(2)
    }

    @Test func logsThatAKilledProgramLeftAndDamagedIndexesAreClosed() throws {
        try addPhoto(1)
        for suffix in ["-wal", "-shm", ".damaged-1", ".damaged-1-wal", ".damaged-7", ".rebuilt"] {
            let file = try temporary.write("a name", to: FilePath("library/library.sqlite\(suffix)"))
            #expect(file.withCString { chmod($0, 0o644) } == 0)
        }
        let other = try temporary.write("a person's own", to: "library/notes.txt")
        #expect(other.withCString { chmod($0, 0o644) } == 0)
        try LibraryFolder(path: folder).create()
        #expect(try open(in: folder) == [other])
    }

    @Test func aLinkInThePlaceOfAFolderIsLeftAlone() throws {
        try addPhoto(1)
        let elsewhere = temporary.path.appending("elsewhere")
        let originals = folder.appending("originals")
        #expect(originals.withCString { from in elsewhere.withCString { to in rename(from, to) } } == 0)
        #expect(elsewhere.withCString { chmod($0, 0o755) } == 0)
        #expect(elsewhere.withCString { to in originals.withCString { at in symlink(to, at) } } == 0)
        try addPhoto(2)
        #expect(try mode(elsewhere) == 0o755)
    }
}
