import Glibc
import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// inotify itself, on a real folder. A test waits for the wake that must come, and for nothing else.
struct FolderWatchTests {
    private let folder = TemporaryFolderBox()
    private var root: FilePath { folder.folder.path }
    private let timing = FolderWatch.Timing(quiet: .zero, longest: .seconds(600), longestUntold: .milliseconds(5))

    @Test(.timeLimit(.minutes(1)))
    func itWakesForFilesThatAreClosedMovedInAndInNewFolders() async throws {
        try root.appending("in/below").createFolder()
        let watch = try FolderWatch(root.appending("in"), timing: timing)
        var wakes = watch.wakes.makeAsyncIterator()
        #expect(await wakes.next() != nil)
        try folder.folder.write("a", to: "in/a.jpg")
        #expect(await wakes.next() != nil)
        try folder.folder.write("b", to: "b.jpg")
        #expect(rename("\(root)/b.jpg", "\(root)/in/below/b.jpg") == 0)
        #expect(await wakes.next() != nil)
        // A folder that comes with its files, and one that is made: files in them are told of from then on.
        try folder.folder.write("c", to: "other/c.jpg")
        #expect(rename("\(root)/other", "\(root)/in/other") == 0)
        #expect(await wakes.next() != nil)
        try folder.folder.write("d", to: "in/other/d.jpg")
        #expect(await wakes.next() != nil)
        watch.stop()
        while await wakes.next() != nil {}
    }

    @Test(.timeLimit(.minutes(1)))
    func aFolderThatGoesAwayWakesAndIsWatchedAgainWhenItIsBack() async throws {
        let inbox = root.appending("in")
        try inbox.createFolder()
        let watch = try FolderWatch(inbox, timing: timing)
        var wakes = watch.wakes.makeAsyncIterator()
        #expect(await wakes.next() != nil)
        try inbox.removeEmptyFolder()
        #expect(await wakes.next() != nil)
        try inbox.createFolder()
        #expect(await wakes.next() != nil)
        try folder.folder.write("a", to: "in/a.jpg")
        #expect(await wakes.next() != nil)
        watch.stop()
    }

    @Test func onlyAFolderIsWatched() throws {
        let file = try folder.folder.write("a", to: "a.jpg")
        #expect(throws: FileError.self) { try FolderWatch(file) }
        #expect(throws: FileError.self) { try FolderWatch(root.appending("nothing")) }
    }

    @Test func aFileIsBeingWrittenUntilItIsClosed() throws {
        let path = try folder.folder.write("a", to: "a.jpg")
        #expect(!path.isBeingWritten)
        let writing = path.withCString { open($0, O_WRONLY) }
        #expect(path.isBeingWritten)
        close(writing)
        #expect(!path.isBeingWritten)
        #expect(!root.appending("nothing.jpg").isBeingWritten)
    }
}
