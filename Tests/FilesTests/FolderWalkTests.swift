import Files
import Glibc
import TestSupport
import Testing

@Suite struct FolderWalkTests {
    let temporary = TemporaryFolder()

    private func walk(_ path: FilePath = "", excluding: [FilePath] = []) throws -> (
        files: [FilePath], problems: [String]
    ) {
        let root = temporary.path.appending(path)
        let walk = try FolderWalk(root, excluding: excluding)
        for file in walk.files { #expect(file.path == root.appending(file.relativePath)) }
        let prefix = temporary.path.description + "/"
        return (
            walk.files.map(\.relativePath),
            walk.problems.map { String($0.path.description.dropFirst(prefix.count)) + ": " + $0.reason }
        )
    }

    @Test func filesAreFoundAtAnyDepthInTheOrderOfTheirBytes() throws {
        let notUTF8 = FilePath(bytes: [0x2D, 0xFF, 0xFE])
        for name: FilePath in ["b.jpg", "a/z/1.jpg", "a/b.jpg", "a.jpg", "B.jpg", "-o", notUTF8, "a-b"] {
            try temporary.write("", to: name)
        }
        let found = try walk()
        #expect(
            found.files
                == [notUTF8, "-o", "B.jpg", "a-b", "a.jpg", "a/b.jpg", "a/z/1.jpg", "b.jpg"].sorted {
                    $0.bytes.lexicographicallyPrecedes($1.bytes)
                })
        #expect(found.files.first == "-o")
        #expect(found.problems == [])
    }

    @Test func noMoreNamesAreListedThanAreAllowedAndLinksAreLeftAloneIfWanted() throws {
        for name: FilePath in ["a/1", "a/2", "b/c/3", ".hidden", "4"] { try temporary.write("", to: name) }
        let root = temporary.path
        #expect(symlink(root.appending("a").description, root.appending("b/link").description) == 0)
        #expect(symlink(root.appending("4").description, root.appending("b/5").description) == 0)
        let whole = try FolderWalk(root, followingLinks: false, limit: 10)
        #expect(whole.files.map(\.relativePath) == ["4", "a/1", "a/2", "b/c/3"] && whole.problems.isEmpty)
        #expect(try FolderWalk(root).files.map(\.relativePath) == ["4", "a/1", "a/2", "b/5", "b/c/3"])
        for limit in 0..<10 {
            let error = #expect(throws: FileError.self) { try FolderWalk(root, followingLinks: false, limit: limit) }
            #expect(error?.cause == .tooManyFiles(limit: limit))
            #expect(error?.reason == "it has more than the \(limit) files and folders that are allowed")
        }
    }

    @Test func hiddenFilesPipesAndTheFolderOfTheResultsAreLeftOut() throws {
        for name: FilePath in ["a.jpg", ".b.jpg", ".hidden/c.jpg", "pack/stickers/a.png"] {
            try temporary.write("", to: name)
        }
        _ = temporary.path.appending("pipe").withCString { mkfifo($0, 0o600) }
        let found = try walk(excluding: [temporary.path.appending("pack/../pack/"), "/nowhere"])
        #expect(found.files == ["a.jpg"])
        #expect(found.problems == [])
        #expect(try walk(".hidden").files == ["c.jpg"], "a hidden folder that is asked for is not left out")
        let whole = try FolderWalk(temporary.path)
        #expect(whole.hiddenFiles == [".b.jpg"])
        #expect(whole.hiddenFolders == [".hidden"])
    }

    @Test func whatIsExcludedIsPassedOverWithAllThatIsInIt() throws {
        for name: FilePath in ["a.jpg", "b.jpg", "raw/c.jpg", "raw/d/e.jpg", "f/.raw/g.jpg", "f/h.jpg"] {
            try temporary.write("", to: name)
        }
        temporary.link("gone.jpg", to: "nowhere")
        var asked: [FilePath] = []
        let walk = try FolderWalk(temporary.path) { path, isFolder in
            asked.append(path)
            return path == "b.jpg" || path == "gone.jpg" || isFolder && ["raw", ".raw"].contains(path.lastComponent)
        }
        #expect(walk.files.map(\.relativePath) == ["a.jpg", "f/h.jpg"])
        #expect(walk.hiddenFolders == [])
        #expect(walk.problems == [])
        #expect(!asked.contains("raw/c.jpg"))
    }

    @Test func linksToFilesAreFollowed() throws {
        try temporary.write("", to: "elsewhere/a.jpg")
        try temporary.write("", to: "photos/z.jpg")
        temporary.link("photos/link.jpg", to: "../elsewhere/a.jpg")
        temporary.link("photos/missing.jpg", to: "nowhere")
        temporary.link("photos/circle.jpg", to: "circle.jpg")
        let found = try walk("photos")
        #expect(found.files == ["link.jpg", "z.jpg"])
        #expect(
            found.problems == [
                "photos/circle.jpg: its links lead in a circle",
                "photos/missing.jpg: there is no such file or folder",
            ])
    }

    @Test func aLinkedFolderIsLookedThroughOnceAndUnderItsOwnNameIfItHasOneHere() throws {
        try temporary.write("", to: "elsewhere/deep/a.jpg")
        try temporary.write("", to: "photos/z/b.jpg")
        temporary.link("photos/1", to: "../elsewhere")
        temporary.link("photos/2", to: "../elsewhere")
        temporary.link("photos/a", to: "z")
        let found = try walk("photos")
        #expect(found.files == ["1/deep/a.jpg", "z/b.jpg"])
        let again = "it leads back to a folder that is listed already, or to one around it"
        #expect(found.problems == ["photos/2: \(again)", "photos/a: \(again)"])
    }

    @Test(arguments: [".", "..", "../..", "/", "deep", "../photos/deep"])
    func aLinkThatLeadsBackEndsThere(_ target: FilePath) throws {
        try temporary.write("", to: "photos/deep/a.jpg")
        try temporary.write("", to: "photos/z.jpg")
        try temporary.write("", to: "beside.jpg")
        temporary.link("photos/loop", to: target)
        temporary.link("photos/deep/loop", to: "../loop")
        let found = try walk("photos")
        #expect(found.files == ["deep/a.jpg", "z.jpg"])
        #expect(found.problems.count == 2)
    }

    @Test func aFolderWithoutPermissionIsReportedTheRestIsFound() throws {
        try temporary.write("", to: "closed/a.jpg")
        try temporary.write("", to: "open/b.jpg")
        _ = temporary.path.withCString { chmod($0, 0o755) }
        let closed = temporary.path.appending("closed")
        _ = closed.withCString { chmod($0, 0o000) }
        defer { _ = closed.withCString { chmod($0, 0o700) } }
        try withoutPrivileges {
            let found = try walk()
            #expect(found.files == ["open/b.jpg"])
            #expect(found.problems == ["closed: permission denied"])
            #expect(throws: FileError("list", closed, errorNumber: EACCES)) { try FolderWalk(closed) }
        }
    }

    @Test func depthIsNoTroubleUntilTheSystemSaysSo() throws {
        let name = String(repeating: "d", count: 250)
        var deep = FilePath("")
        for _ in 0..<15 { deep = deep.appending(name) }
        try temporary.write("", to: deep.appending("a.jpg"))
        #expect(try walk().files == [deep.appending("a.jpg")])
    }
}
