import Glibc
import Synchronization

/// A folder for a run's temporary files. Other users cannot look into it.
///
/// Each run has its own, with a lock file that says that the run lives. A run that makes one removes those of killed
/// runs at the same place: folders of this user's, closed to all others, with a lock that no run holds.
package final class RunFolder: Sendable {
    /// The folder for the run's files, which is empty at first.
    package let path: FilePath
    /// The same folder, also if another user moves it or puts something in its place. Only this process can use it, and
    /// only as long as this object lives.
    package let openPath: FilePath
    /// The folder that contains it.
    package let place: FilePath
    private let name: FilePath
    /// Keeps ``openPath`` valid.
    private let folder: OpenFile
    /// `nil` once the folder is removed.
    private let lock: Mutex<OpenFile?>

    private static let prefix = ".peel-run-"
    private static let lockName: FilePath = "lock"
    private static let contentName: FilePath = "content"

    /// Makes the folder, and removes those of killed runs. Blocks.
    ///
    /// - Parameter place: by default the first of ``standardPlaces`` that can be written to.
    package init(in place: FilePath? = nil) throws(FileError) {
        let made = try Self.make(in: place.map { [$0] } ?? Self.standardPlaces)
        self.place = made.place
        name = made.name
        path = made.place.appending(made.name).appending(Self.contentName)
        openPath = made.openPath.appending(Self.contentName)
        folder = made.folder
        lock = Mutex(made.lock)
    }

    deinit {
        remove()
    }

    /// `TMPDIR`, if it is set. Else the user's cache folder, and where there is none, the system's folder for temporary
    /// files, which all users share.
    package static var standardPlaces: [FilePath] {
        if let folder = getenv("TMPDIR"), folder.pointee != 0 { return [FilePath(cString: folder)] }
        return [FilePath.userFolder("XDG_CACHE_HOME", or: ".cache"), "/tmp"].compactMap { $0 }
    }

    /// Removes the folder with all that is in it. Nothing can be made in it from then on. Blocks.
    package func remove() {
        lock.withLock { lock in
            guard let held = lock.take() else { return }
            try? Self.remove(name, in: OpenFolder(place), holding: held)
        }
        // Network file systems keep a removed file's name until it is closed, and with it the folder.
        try? place.appending(name).removeEmptyFolder()
    }

    /// Returns an unused path in the folder.
    package func newPath() -> FilePath {
        path.appending(FilePath(String(UInt64.random(in: 0 ... .max), radix: 36)))
    }

    /// Removes the folders of killed runs. Blocks.
    package static func removeLeftovers(in place: FilePath) {
        guard let parent = try? OpenFolder(place), let names = try? parent.names() else { return }
        for name in names where isName(name) {
            guard let folder = try? OpenFolder(name, in: parent), (try? folder.status().isPrivate) == true else {
                continue
            }
            // Empty if its run was killed before there was a lock.
            guard (try? parent.unlink(name, flags: AT_REMOVEDIR)) == nil,
                let lock = try? openLock(in: folder), lock.lock(waiting: false) == .taken
            else { continue }
            try? remove(name, in: parent, holding: lock)
        }
    }

    private struct Made: ~Copyable {
        let place: FilePath
        let name: FilePath
        let openPath: FilePath
        let folder: OpenFile
        let lock: OpenFile
    }

    private static func make(in places: [FilePath]) throws(FileError) -> Made {
        var failure: FileError?
        for place in places {
            do throws(FileError) {
                try place.createFolder()
                removeLeftovers(in: place)
                for _ in 0..<16 {
                    if let made = try makeOne(in: place) { return made }
                }
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? FileError("make a folder in", places.first ?? "", errorNumber: EBUSY)
    }

    /// Makes a folder of a run, with its lock and its empty content.
    ///
    /// - Returns: `nil` if a run that starts at the same moment took the folder for a leftover, or another user put a
    ///   folder in its place.
    private static func makeOne(in place: FilePath) throws(FileError) -> Made? {
        var template = place.appending(FilePath(prefix + "XXXXXX")).bytes.map { CChar(bitPattern: $0) } + [0]
        guard mkdtemp(&template) != nil else { throw FileError("make a folder in", place) }
        let path = FilePath(cString: template)
        do throws(FileError) {
            let folder = try OpenFile("list", path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            let opened = try OpenFolder(folder)
            // Another folder of this user could have been put there. The mode may be that of the folder around it.
            guard try opened.names().isEmpty else { return nil }
            if try opened.status().isOwn { folder.setMode(0o700) }
            let lock = try openLock(in: opened, flags: O_CREAT | O_EXCL)
            guard lock.lock(waiting: false) != .heldByAnother, try lock.status().linkCount > 0,
                try opened.status().isMadeLike(lock.status())
            else { return nil }
            try opened.createFolder(contentName)
            let held = try heldPath(of: folder)
            return Made(place: place, name: path.lastComponent, openPath: held, folder: folder, lock: lock)
        } catch  where error.errorNumber == ENOENT {
            return nil
        }
    }

    /// Returns a path that leads to an open folder, whatever its name leads to; its name where there is no `/proc`.
    private static func heldPath(of folder: borrowing OpenFile) throws(FileError) -> FilePath {
        let identity = try folder.status().identity
        let path = folder.withDescriptor { FilePath("/proc/self/fd/\($0)") }
        return (try? path.status().identity) == identity ? path : folder.path
    }

    /// Whether a name has the prefix and six characters of `mkdtemp`.
    private static func isName(_ name: FilePath) -> Bool {
        name.bytes.starts(with: prefix.utf8) && name.bytes.count == prefix.utf8.count + 6
    }

    private static func openLock(in folder: borrowing OpenFolder, flags: CInt = 0) throws(FileError) -> OpenFile {
        try folder.openFile("write", lockName, flags: O_RDWR | O_NONBLOCK | flags)
    }

    /// Removes a folder whose lock is held, the lock last.
    private static func remove(_ name: FilePath, in parent: borrowing OpenFolder, holding lock: borrowing OpenFile)
        throws(FileError)
    {
        let folder = try OpenFolder(name, in: parent)
        // Another folder may be there by now.
        guard try openLock(in: folder).status().identity == lock.status().identity else { return }
        try folder.removeContents(sparing: lockName)
        try folder.unlink(lockName)
        try parent.unlink(name, flags: AT_REMOVEDIR)
    }
}
