import Files
import Glibc
import TestSupport
import Testing

@Suite struct FolderTests {
    let temporary = TemporaryFolder()

    @Test func `A folder is made with those around it, and may be there`() throws {
        let deep = temporary.path.appending("a/b//c/")
        try deep.createFolder()
        try deep.createFolder()
        #expect(try deep.isEmptyFolder())
        #expect(try !temporary.path.isEmptyFolder())
        try FilePath("/").createFolder()
        try FilePath(".").createFolder()
    }

    @Test func `A hidden file fills a folder too`() throws {
        try temporary.write("", to: ".hidden")
        #expect(try !temporary.path.isEmptyFolder())
    }

    @Test func `A file in the way is not a folder`() throws {
        let file = try temporary.write("", to: "file")
        #expect(throws: FileError("create", file, errorNumber: ENOTDIR)) { try file.createFolder() }
        #expect(throws: FileError("create", file.appending("x"), errorNumber: ENOTDIR)) {
            try file.appending("x").createFolder()
        }
        #expect(throws: FileError("list", file, errorNumber: ENOTDIR)) { try file.names() }
        #expect(throws: FileError("list", file, errorNumber: ENOTDIR)) { try file.isEmptyFolder() }
    }

    @Test func `Where nothing may be made, nothing is`() {
        _ = temporary.path.withCString { chmod($0, 0o555) }
        let path = temporary.path.appending("a/b")
        withoutPrivileges {
            #expect(throws: FileError("create", temporary.path.appending("a"), errorNumber: EACCES)) {
                try path.createFolder()
            }
        }
    }

    @Test func `What cannot be removed keeps nothing else`() throws {
        for name: FilePath in ["a/kept/file", "b/file", "c"] { try temporary.write("", to: name) }
        let kept = temporary.path.appending("a/kept")
        for path in [temporary.path, temporary.path.appending("a"), temporary.path.appending("b")] {
            _ = path.withCString { chmod($0, 0o777) }
        }
        _ = kept.withCString { chmod($0, 0o555) }
        let file = kept.appending("file")
        withoutPrivileges {
            #expect(throws: FileError("remove", file, errorNumber: EACCES)) {
                try temporary.path.removeFolderTree()
            }
        }
        #expect(try temporary.path.names() == ["a"])
        #expect(try temporary.path.appending("a").names() == ["kept"])
        _ = kept.withCString { chmod($0, 0o777) }
        try temporary.path.removeFolderTree()
        #expect((try? temporary.path.status()) == nil)
        try temporary.path.removeFolderTree()
    }

    @Test func `A folder that cannot be looked at is not one that is missing`() throws {
        try temporary.write("", to: "closed/inner/file")
        _ = temporary.path.appending("closed").withCString { chmod($0, 0) }
        let inner = temporary.path.appending("closed/inner")
        withoutPrivileges {
            #expect(throws: FileError("read", inner, errorNumber: EACCES)) { try inner.removeFolderTree() }
        }
        _ = temporary.path.appending("closed").withCString { chmod($0, 0o700) }
    }

    @Test func `Names come in the order of their bytes, whatever they are`() throws {
        let names: [FilePath] = [".b", "-a", "a", "B", "ä", FilePath(bytes: [0xFF]), "a b\n"]
        for name in names { try temporary.write("", to: name) }
        #expect(
            try temporary.path.names() == ["-a", ".b", "B", "a", "a b\n", "ä", FilePath(bytes: [0xFF])])
    }
}
