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

    @Test func `Names come in the order of their bytes, whatever they are`() throws {
        let names: [FilePath] = [".b", "-a", "a", "B", "ä", FilePath(bytes: [0xFF]), "a b\n"]
        for name in names { try temporary.write("", to: name) }
        #expect(
            try temporary.path.names() == ["-a", ".b", "B", "a", "a b\n", "ä", FilePath(bytes: [0xFF])])
    }
}
