import Files
import Glibc

/// A folder for this run, which other users cannot read; removed when it is let go of. Folders of runs that were
/// killed are removed by the next run: a living run holds its folder's lock.
nonisolated final class ScratchFolder: Sendable {
    let path: FilePath
    /// Holds the lock.
    private let descriptor: CInt

    private static let prefix = "peel-studio-"

    /// Makes the folder, and removes those of killed runs. Blocks.
    ///
    /// - Parameter parent: `nil` for the system's folder for temporary files.
    init(in parent: FilePath? = nil) throws(FileError) {
        let parent = parent ?? getenv("TMPDIR").map { FilePath(String(cString: $0)) } ?? "/tmp"
        Self.removeLeftovers(in: parent)
        while true {
            var template = parent.appending(FilePath("\(Self.prefix)XXXXXX")).bytes.map { CChar(bitPattern: $0) } + [0]
            guard mkdtemp(&template) != nil else { throw FileError("make a folder in", parent) }
            let path = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
            if let descriptor = Self.lock(path) {
                self.path = path
                self.descriptor = descriptor
                return
            }
            // A run that starts at the same moment took the folder for a leftover.
        }
    }

    deinit {
        Self.remove(path)
        close(descriptor)
    }

    /// Removes the folder with all that is in it. Nothing can be made in it from then on. Blocks.
    func remove() {
        Self.remove(path)
    }

    /// A path in the folder that nothing has.
    func newPath() -> FilePath {
        path.appending(FilePath(String(UInt64.random(in: 0 ... .max), radix: 36)))
    }

    /// - Returns: the descriptor that holds the lock; `nil` when another run has it, or the folder is gone, or is not a
    ///   folder of this user's alone.
    private static func lock(_ path: FilePath) -> CInt? {
        let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        var (opened, named) = (stat(), stat())
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &opened) == 0,
            path.withCString({ lstat($0, &named) }) == 0, opened.st_ino == named.st_ino,
            opened.st_dev == named.st_dev, opened.st_uid == geteuid(), opened.st_mode & 0o077 == 0
        else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func removeLeftovers(in parent: FilePath) {
        for name in (try? parent.names()) ?? [] where isName(name) {
            let path = parent.appending(name)
            guard let descriptor = lock(path) else { continue }
            remove(path)
            close(descriptor)
        }
    }

    /// The prefix and the six characters of `mkdtemp`.
    private static func isName(_ name: FilePath) -> Bool {
        name.bytes.starts(with: prefix.utf8) && name.bytes.count == prefix.utf8.count + 6
    }

    private static func remove(_ path: FilePath) {
        try? path.removeFolderTree()
    }
}
