import Glibc
import Peel
import Synchronization

/// A folder for what a run makes and does not keep: the stickers of photos that `peel sheet` lays out, manifests that come
/// from storage. Each run has its own and holds its lock; those of runs that were killed are removed by the next run.
nonisolated final class WorkFolder: Sendable {
    let path: FilePath
    /// Holds the lock, or nothing where the file system has none.
    private let file: Mutex<OpenFile>

    /// How the names of all folders for the same purpose begin.
    static let sheets = ".peel-sheet-"
    static let manifests = ".peel-manifests-"

    /// Makes the folder, and those around it. Blocks.
    init(in output: FilePath, _ prefix: String) throws(FileError) {
        try output.createFolder()
        Self.removeLeftovers(in: output, prefix)
        for _ in 0..<16 {
            let name = prefix + String(UInt64.random(in: .min ... .max), radix: 16)
            let path = output.appending(FilePath(name))
            try path.createFolder()
            // A run that starts at the same moment may take the folder for a leftover.
            guard let file = try? Self.open(path), file.lock(waiting: false) != .heldByAnother,
                (try? file.status().identity) == (try? path.status().identity)
            else { continue }
            self.path = path
            self.file = Mutex(file)
            return
        }
        throw FileError("create a folder in", output, errorNumber: EBUSY)
    }

    /// Removes the folder with all that is in it, as far as that can be done. Blocks.
    func remove() {
        try? path.removeFolderTree()
    }

    private static func open(_ path: FilePath) throws(FileError) -> OpenFile {
        try OpenFile("read", path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }

    /// Removes the folders of killed runs. Blocks.
    static func removeLeftovers(in output: FilePath, _ prefix: String) {
        for name in (try? output.names()) ?? [] where name.bytes.starts(with: prefix.utf8) {
            let path = output.appending(name)
            // Where the file system has no locks, its run may still be working.
            guard let file = try? open(path), file.lock(waiting: false) == .taken else { continue }
            try? path.removeFolderTree()
        }
    }
}
