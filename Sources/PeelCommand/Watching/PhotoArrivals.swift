import Peel

/// Tells which files of a folder have arrived whole and were not taken yet. A value without a clock or a disk: each
/// look brings what was found, and the time.
struct PhotoArrivals {
    /// What changes with a file's bytes.
    struct Stamp: Hashable, Sendable {
        var size: Int
        /// In nanoseconds since 1970.
        var modificationTime: Int

        init(size: Int, modificationTime: Int) {
            self.size = size
            self.modificationTime = modificationTime
        }

        init(_ status: FileStatus) { self.init(size: status.size, modificationTime: status.modificationTime) }
    }

    /// A look at the folder.
    struct Look {
        /// On a clock that is not set.
        var now: ContinuousClock.Instant
        /// In nanoseconds since 1970.
        var time: Int
        var files: [FilePath: Stamp]
        /// Whether all of the folder could be looked through.
        var isComplete = true
        /// Whether a program has the file open for writing.
        var isBeingWritten: (FilePath) -> Bool = { _ in false }
    }

    private struct Waiting {
        var stamp: Stamp
        var since: ContinuousClock.Instant
        /// A file that is written in pieces is waited for longer.
        var changeCount: Int
    }

    private let quiet: Duration
    private var waiting: [FilePath: Waiting] = [:]
    private var changeCounts: [FilePath: Int] = [:]
    private(set) var taken: [FilePath: Stamp]

    /// The longest wait for a file that is written in pieces, and for a live photo's photo, in times of `quiet`.
    private static let longestWait = 10
    /// For a file that is open for writing.
    private static let shortestWait = Duration.milliseconds(10)

    /// - Parameters:
    ///   - quiet: for how long a file must not have changed.
    ///   - taken: before.
    init(quiet: Duration, taken: [FilePath: Stamp] = [:]) {
        self.quiet = quiet
        self.taken = taken
    }

    /// The files that have arrived since the last look.
    ///
    /// - Returns: `next` is when some that are not there yet may be, `nil` where none is waited for.
    mutating func arrived(_ look: Look) -> (files: Set<FilePath>, next: Duration?) {
        if look.isComplete {
            taken = taken.filter { look.files[$0.key] != nil }
            changeCounts = changeCounts.filter { look.files[$0.key] != nil }
        }
        waiting = waiting.filter { look.files[$0.key] != nil }
        var arrived: Set<FilePath> = []
        var next: Duration?
        for (path, stamp) in look.files where taken[path] != stamp && Self.mayBeTaken(path.lastComponent) {
            let left = wait(for: path, stamp, look)
            if left <= .zero { arrived.insert(path) } else { next = min(next ?? left, left) }
        }
        return (arrived, next)
    }

    /// A file is not brought again until it changes.
    mutating func take(_ path: FilePath, _ stamp: Stamp) {
        taken[path] = stamp
        if let changes = waiting.removeValue(forKey: path)?.changeCount, changes > 0 { changeCounts[path] = changes }
    }

    private mutating func wait(for path: FilePath, _ stamp: Stamp, _ look: Look) -> Duration {
        // A live photo's movie may come before its photo, and be as old: its age does not tell that it was there long.
        let mayBeHalf = path.pathExtension == "mov"
        let before = waiting[path]
        var file = before ?? Waiting(stamp: stamp, since: look.now, changeCount: changeCounts[path] ?? 0)
        if before == nil || file.stamp != stamp {
            // The first sight of a file is no change of it, but that of one that was taken is.
            let isChange = before != nil || taken[path] != nil
            file = Waiting(stamp: stamp, since: look.now, changeCount: file.changeCount + (isChange ? 1 : 0))
            // It has not changed for a while. A time in the future says nothing.
            let age = Duration.nanoseconds(look.time - stamp.modificationTime)
            if before == nil, file.changeCount == 0, !mayBeHalf, age >= .zero { file.since = look.now - age }
        }
        let needed = quiet * (mayBeHalf ? Self.longestWait : min(file.changeCount + 1, Self.longestWait))
        var left = needed - file.since.duration(to: look.now)
        if left <= .zero, look.isBeingWritten(path) {
            file.since = look.now
            left = max(needed, Self.shortestWait)
        }
        waiting[path] = file
        return left
    }

    /// Whether files of a name are photos that are whole: programs that sync or download give others until then.
    static func mayBeTaken(_ name: FilePath) -> Bool {
        guard let first = name.bytes.first, first != UInt8(ascii: "."), first != UInt8(ascii: "~"),
            PackPhoto.pathExtensions.contains(name.pathExtension)
        else { return false }
        return !["tmp", "temp", "part", "partial", "crdownload", "download"].contains(name.stem.pathExtension)
    }
}
