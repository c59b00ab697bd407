import Glibc
import TestSupport
import Testing

@testable import Files

@Suite struct FolderTests {
    let temporary = TemporaryFolder()

    @Test func aFolderIsMadeWithThoseAroundItAndMayBeThere() throws {
        let deep = temporary.path.appending("a/b//c/")
        try deep.createFolder()
        try deep.createFolder()
        #expect(try deep.isEmptyFolder())
        #expect(try !temporary.path.isEmptyFolder())
        try FilePath("/").createFolder()
        try FilePath(".").createFolder()
    }

    /// Nanoseconds since 1970 are an Int up to the year 2262, and file systems go on.
    @Test(arguments: [15_032_385_535, 32_503_680_000, -62_135_596_800])
    func aFileMayBeOfAnyYear(_ second: Int) throws {
        let file = try temporary.write("", to: "file")
        let times = [timespec](repeating: timespec(tv_sec: second, tv_nsec: 999_999_999), count: 2)
        #expect(file.withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
        let time = try file.status().modificationTime
        #expect(second > 0 ? time > 4_000_000_000_000_000_000 : time < 0)
        #expect(try FolderWalk(temporary.path).files.count == 1)
    }

    @Test func aHiddenFileFillsAFolderToo() throws {
        try temporary.write("", to: ".hidden")
        #expect(try !temporary.path.isEmptyFolder())
    }

    @Test func aFileInTheWayIsNotAFolder() throws {
        let file = try temporary.write("", to: "file")
        #expect(throws: FileError("create", file, errorNumber: ENOTDIR)) { try file.createFolder() }
        #expect(throws: FileError("create", file.appending("x"), errorNumber: ENOTDIR)) {
            try file.appending("x").createFolder()
        }
        #expect(throws: FileError("list", file, errorNumber: ENOTDIR)) { try file.names() }
        #expect(throws: FileError("list", file, errorNumber: ENOTDIR)) { try file.isEmptyFolder() }
    }

    @Test func whereNothingMayBeMadeNothingIs() {
        _ = temporary.path.withCString { chmod($0, 0o555) }
        let path = temporary.path.appending("a/b")
        withoutPrivileges {
            #expect(throws: FileError("create", temporary.path.appending("a"), errorNumber: EACCES)) {
                try path.createFolder()
            }
        }
    }

    @Test func whatCannotBeRemovedKeepsNothingElse() throws {
        for name: FilePath in ["tree/a/kept/file", "tree/b/file", "tree/c"] { try temporary.write("", to: name) }
        let tree = temporary.path.appending("tree")
        let kept = tree.appending("a/kept")
        for path in [temporary.path, tree, tree.appending("a"), tree.appending("b")] {
            _ = path.withCString { chmod($0, 0o777) }
        }
        _ = kept.withCString { chmod($0, 0o555) }
        let file = kept.appending("file")
        withoutPrivileges {
            #expect(throws: FileError("remove", file, errorNumber: EACCES)) { try tree.removeTree() }
        }
        #expect(try tree.names() == ["a"])
        #expect(try tree.appending("a").names() == ["kept"])
        _ = kept.withCString { chmod($0, 0o777) }
        try tree.removeTree()
        #expect((try? tree.status()) == nil)
        try tree.removeTree()
    }

    @Test func aFolderThatCannotBeLookedAtIsNotOneThatIsMissing() throws {
        try temporary.write("", to: "closed/inner/file")
        _ = temporary.path.appending("closed").withCString { chmod($0, 0) }
        let inner = temporary.path.appending("closed/inner")
        withoutPrivileges {
            #expect(throws: FileError("remove", inner, errorNumber: EACCES)) { try inner.removeTree() }
        }
        _ = temporary.path.appending("closed").withCString { chmod($0, 0o700) }
    }

    @Test func linksAreRemovedNotWhatTheyLeadTo() throws {
        let victim = try temporary.write("", to: "victim/file")
        try temporary.write("", to: "tree/inner/file")
        temporary.link("tree/inner/link", to: victim)
        temporary.link("tree/folder", to: victim.parent)
        temporary.link("link", to: victim.parent)
        for name: FilePath in ["tree", "link"] { try temporary.path.appending(name).removeTree() }
        #expect(try temporary.path.names() == ["victim"] && victim.parent.names() == ["file"])
    }

    /// Between the look at a folder and its removal, another program may put a link at its place.
    @Test func anOpenFolderIsEmptiedWhereItIsNotWhereItsPathLeadsNow() throws {
        let victim = try temporary.write("", to: "victim/file")
        try temporary.write("", to: "tree/inner/file")
        let tree = temporary.path.appending("tree")
        let open = try OpenFolder(unlinked: tree)
        let moved = temporary.path.appending("moved")
        #expect(rename(tree.description, moved.description) == 0)
        temporary.link("tree", to: victim.parent)
        temporary.link("inner", to: victim.parent)
        try open.removeContents()
        #expect(try moved.isEmptyFolder() && victim.parent.names() == ["file"])
        for link in [tree, temporary.path.appending("inner")] {
            #expect(throws: FileError("list", link, errorNumber: ENOTDIR)) { _ = try OpenFolder(unlinked: link) }
            #expect(throws: FileError("list", link, errorNumber: ENOTDIR)) {
                _ = try OpenFolder(link.lastComponent, in: OpenFolder(temporary.path))
            }
        }
    }

    @Test func foldersInFoldersWithoutEndAreLeft() throws {
        let deep = temporary.path.appending("deep")
        var folder = deep
        for _ in 0..<70 { folder = folder.appending("x") }
        try folder.createFolder()
        let error = #expect(throws: FileError.self) { try deep.removeTree() }
        #expect(error?.cause == .tooDeep(limit: 64))
        #expect(try deep.names() == ["x"])
        try deep.appending("x/x/x/x/x/x/x").removeTree()
        try deep.removeTree()
    }

    @Test func noFolderOnTheWayMayBeALink() throws {
        try temporary.write("", to: "a/b/file")
        temporary.link("a/link", to: "b")
        try temporary.path.requireFolders("a/b", "write")
        try temporary.path.requireFolders("a/missing/c", "write")
        try temporary.path.requireFolders(FilePath("file").parent, "write")
        for way: FilePath in ["a/link", "a/link/c", "a/b/file"] {
            let error = #expect(throws: FileError.self) { try temporary.path.requireFolders(way, "write") }
            #expect(error?.errorNumber == ENOTDIR && error?.action == "write")
        }
    }

    @Test func aNewFolderStandsWhereNothingDidNotEvenALink() throws {
        let other = try temporary.write("", to: "other/file").parent
        temporary.link("new", to: other)
        let new = temporary.path.appending("new")
        #expect(throws: FileError("create", new, errorNumber: EEXIST)) {
            try OpenFolder(temporary.path).createFolder("new")
        }
        try new.removeTree()
        try OpenFolder(temporary.path).createFolder("new")
        #expect(try new.isEmptyFolder() && !other.isEmptyFolder())
    }

    @Test func namesComeInTheOrderOfTheirBytesWhateverTheyAre() throws {
        let names: [FilePath] = [".b", "-a", "a", "B", "ä", FilePath(bytes: [0xFF]), "a b\n"]
        for name in names { try temporary.write("", to: name) }
        #expect(
            try temporary.path.names() == ["-a", ".b", "B", "a", "a b\n", "ä", FilePath(bytes: [0xFF])])
    }
}
