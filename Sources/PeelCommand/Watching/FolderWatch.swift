import Execution
import Glibc
import Peel
import Synchronization

/// Wakes the command that takes photos out of a folder when some may have arrived there, or in a folder below it.
///
/// It tells that something happened and not what: the command looks through the folder. So a queue of the system that
/// overflows, a burst of a thousand files and a folder that comes with its contents cost one look each, and nothing is
/// held but a number for each folder. Whatever lies in a folder before it is watched is there at the look that follows.
final class FolderWatch: Sendable {
    /// How long it waits, at most or at least.
    struct Timing: Sendable {
        /// After a change, until it wakes: files come in bursts, and a file that was just closed may go on.
        var quiet = Duration.seconds(1)
        /// Until it wakes although nothing was told: network shares do not tell what other machines write.
        var longest = Duration.seconds(60)
        /// The same while the folder is gone, or the system watches no more folders.
        var longestUntold = Duration.seconds(5)
    }

    /// At the start, and then whenever a look is worth it. Ends with ``stop()``.
    let wakes: AsyncStream<Void>
    private let timer: WakeTimer

    /// Begins to watch. Blocks.
    ///
    /// - Parameter excluded: folders that are not watched, such as the one for the results.
    /// - Throws: ``FileError`` when there is no such folder.
    init(_ folder: FilePath, excluding excluded: [FilePath] = [], timing: Timing = Timing()) throws {
        guard try folder.status().kind == .folder else {
            throw FileError("watch", folder, errorNumber: ENOTDIR)
        }
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.wakes = wakes
        let timer = try WakeTimer()
        self.timer = timer
        let isStarted = SystemThread.start(name: "peel-watch", niceness: 5) {
            var folders = WatchedFolders(folder, excluding: excluded)
            folders.watchAll()
            wake.yield()
            while let signal = timer.wait(orUntilTold: folders.queue, atMost: folders.patience(timing)) {
                let isTold = folders.takeEvents()
                let isOther = folders.checkRoot()
                if isTold || isOther { timer.set(in: timing.quiet) }
                if signal == .due || signal == .nothing { wake.yield() }
            }
            wake.finish()
        }
        precondition(isStarted, "the system has no thread left")
    }

    deinit { timer.end() }

    /// Wakes once more in this time, unless it does so before.
    func wake(in duration: Duration) { timer.set(in: duration) }

    /// Ends ``wakes``.
    func stop() { timer.end() }
}
