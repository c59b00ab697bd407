import CFFmpeg
import Execution
package import Files
import Glibc

/// A movie in memory: a file that no folder has. ``MovieWriter`` writes to its path.
package final class MovieMemory: Sendable {
    private let descriptor: CInt

    /// Makes an empty file.
    ///
    /// - Throws: ``MovieError/Code/outOfMemory``.
    package init() throws(MovieError) {
        descriptor = peel_memory_file()
        guard descriptor >= 0 else { throw MovieError(.outOfMemory, "there is no memory for a movie") }
    }

    deinit {
        close(descriptor)
    }

    /// Leads to the file as long as the object is there.
    package var path: FilePath { FilePath("/proc/self/fd/\(descriptor)") }

    /// The bytes that have been written; those that the writer still gathers are not among them.
    package var byteCount: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// What is in the file. Blocks.
    package func bytes() throws(MovieError) -> [UInt8] {
        try rethrowing(MovieError.init) { () throws(FileError) in try path.readBytes() }
    }
}
