import Execution
import Glibc
import Peel

/// Watches a folder for a command: looks through it when something has happened there, and tells what arrived.
@MainActor
final class FolderArrivals {
    let watch: FolderWatch
    private let folder: FilePath
    private var arrivals: PhotoArrivals
    private var said: Set<String> = []
    private var isGone = false

    /// How a folder is watched, which tests hurry.
    struct Pace: Replaceable {
        var timing: FolderWatch.Timing
        static let standard = Pace(timing: FolderWatch.Timing())
    }

    /// What was found by a look.
    struct Found: Sendable {
        /// Files that have arrived whole since the last look, as they were then.
        var stamps: [FilePath: PhotoArrivals.Stamp]
        /// All files of which none is waited for.
        var settled: Set<FilePath>
    }

    /// - Parameters:
    ///   - excluded: folders whose files are no photos.
    ///   - taken: what was taken before.
    /// - Throws: ``FileError`` when there is no such folder.
    init(
        of folder: FilePath, excluding excluded: [FilePath], _ pace: Pace,
        taken: [FilePath: PhotoArrivals.Stamp] = [:]
    ) async throws {
        self.folder = folder
        arrivals = PhotoArrivals(quiet: pace.timing.quiet, taken: taken)
        watch = try await OwnThread.run {
            try FolderWatch(folder, excluding: excluded, timing: pace.timing)
        }
    }

    /// What was taken, as it was then.
    var taken: [FilePath: PhotoArrivals.Stamp] { arrivals.taken }

    /// Which of the photos that a search has found have arrived.
    func look(at search: PhotoSearch) async -> Found {
        let (looked, found, next) = await Self.look(at: search, arrivals)
        arrivals = looked
        if let next { watch.wake(in: next) }
        return found
    }

    /// A photo is not brought again until its file changes.
    func take(_ photo: FilePath, of found: Found) {
        if let stamp = found.stamps[photo] { arrivals.take(photo, stamp) }
    }

    /// Says once what cannot be looked at, and that the folder is there again.
    func tell(_ problems: [SearchProblem], in context: CommandContext) {
        for problem in problems where said.insert(problem.description).inserted {
            let waits = problem.path == folder ? "; it is watched again when it returns" : ""
            context.complain(problem.description + waits)
        }
        let wasGone = isGone
        isGone = problems.contains { $0.path == folder }
        if wasGone, !isGone { context.complain("\(folder): the folder is back") }
        if problems.isEmpty { said = [] }
    }

    @concurrent
    private nonisolated static func look(
        at search: PhotoSearch, _ before: PhotoArrivals
    ) async -> (arrivals: PhotoArrivals, found: Found, next: Duration?) {
        var (arrivals, stamps) = (before, [FilePath: PhotoArrivals.Stamp]())
        for photo in search.photos {
            guard let status = try? photo.path.status(), status.kind == .regular else { continue }
            stamps[photo.path] = PhotoArrivals.Stamp(status)
        }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let look = PhotoArrivals.Look(
            now: .now, time: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec), files: stamps,
            isComplete: search.failures.isEmpty, isBeingWritten: \.isBeingWritten)
        let (files, next) = arrivals.arrived(look)
        let taken = arrivals.taken
        let found = Found(
            stamps: stamps.filter { files.contains($0.key) },
            settled: files.union(stamps.lazy.filter { taken[$0.key] == $0.value }.map(\.key)))
        return (arrivals, found, next)
    }
}

extension FilePath {
    /// Whether a program has the file open for writing. `false` where the system does not tell, as for files of other
    /// users. Blocks.
    var isBeingWritten: Bool {
        // Not every libc declares them: fcntl(2).
        let (setLease, readLease, noLease): (CInt, CInt, CInt) = (1024, 0, 2)
        let file = withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        guard file >= 0 else { return false }
        defer { close(file) }
        // A program that opens the file for writing just now waits for the end of the lease, and the signal that
        // tells of that must not end this program.
        signal(SIGIO, SIG_IGN)
        if fcntl(file, setLease, readLease) == 0 {
            _ = fcntl(file, setLease, noLease)
            return false
        }
        return errno == EAGAIN
    }
}
