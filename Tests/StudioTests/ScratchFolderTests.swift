import Files
import Glibc
import TestSupport
import Testing

@testable import Studio

struct ScratchFolderTests {
    private let temporary = TemporaryFolder()
    private var parent: FilePath { temporary.path }

    private func leave(_ name: String, mode: mode_t = 0o700) throws -> FilePath {
        let folder = parent.appending(name)
        try folder.createFolder()
        try AtomicFile.write([1, 2, 3], to: folder.appending("stickers-1.zip"))
        _ = folder.withCString { chmod($0, mode) }
        return folder
    }

    @Test func whatKilledRunsLeftIsRemovedAndWhatRunsIsNot() throws {
        let leftover = try leave("peel-studio-abc123")
        let running = try ScratchFolder(in: parent)
        try AtomicFile.write([4], to: running.newPath())
        // Not a name of ours, not for us alone, not a folder.
        let others = [try leave("peel-studio-mine"), try leave("peel-studio-zzzzzz", mode: 0o755)]
        let link = parent.appending("peel-studio-linked")
        #expect(others[0].withCString { from in link.withCString { symlink(from, $0) } } == 0)
        do {
            let second = try ScratchFolder(in: parent)
            #expect(second.path != running.path)
            #expect((try? leftover.status()) == nil)
            #expect(try running.path.names().count == 1)
            for other in others { #expect(try other.names().count == 1) }
            #expect((try? link.status(followingLinks: false)) != nil)
            var status = stat()
            #expect(second.path.withCString { stat($0, &status) } == 0 && status.st_mode & 0o777 == 0o700)
        }
        #expect(try parent.names().count == 4)
    }

    /// A run that is really killed.
    @Test func aKilledRunsFolderGoesAtTheNextStart() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [parent = parent.description as String] in
            let scratch = try ScratchFolder(in: FilePath(parent))
            try AtomicFile.write([1], to: scratch.newPath())
            kill(getpid(), SIGKILL)
        }
        #expect(try parent.names().count == 1)
        let next = try ScratchFolder(in: parent)
        #expect(try parent.names() == [next.path.lastComponent])
    }
}
