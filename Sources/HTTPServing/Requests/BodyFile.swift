package import Files
import Glibc
import Synchronization

/// A request's body in a file of its own, which is removed with its last owner unless it is kept.
package final class BodyFile: Sendable {
    package let path: FilePath
    private let descriptor: CInt
    private let state = Mutex((count: 0, isKept: false))

    /// Creates an empty file that other users may not read. Blocks.
    init(in folder: FilePath) throws(FileError) {
        let path = folder.appending("body-\(String(UInt64.random(in: 0 ... .max), radix: 36))")
        let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw FileError("write", path) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
        if !state.withLock({ $0.isKept }) { path.withCString { _ = unlink($0) } }
    }

    /// The number of bytes.
    package var count: Int { state.withLock { $0.count } }

    /// Keeps the file. The caller removes it.
    package func keep() -> FilePath {
        state.withLock { $0.isKept = true }
        return path
    }

    /// Appends bytes. Blocks on the disk.
    func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        var start = 0
        while start < bytes.count {
            let count = write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileError("write", path) }
            start += count
        }
        state.withLock { $0.count += bytes.count }
    }
}

extension BodyFile: Hashable {
    package static func == (first: BodyFile, second: BodyFile) -> Bool { first === second }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
