package import Glibc

/// The owner of an open file, which is closed when the owner goes out of scope.
///
/// Every call blocks until the system is done with it, and starts again when a signal interrupts it. Callers run it on
/// the photo executor or on a thread of their own.
package struct OpenFile: ~Copyable, Sendable {
    /// The name with which it was opened.
    package let path: FilePath
    private var descriptor: CInt
    private let isOwned: Bool

    private init(path: FilePath, descriptor: CInt, isOwned: Bool) {
        self.path = path
        self.descriptor = descriptor
        self.isOwned = isOwned
    }

    deinit {
        if isOwned, descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Opens a file (or a pipe, where this waits for its writer) for reading.
    package init(reading path: FilePath) throws(FileError) {
        try self.init("read", path, flags: O_RDONLY)
    }

    /// Opens a file for reading, and refuses a pipe or a device, which this never waits for.
    ///
    /// - Throws: ``FileError``, with ``FileError/Cause/notAFile``, ``FileError/Cause/link`` or `EISDIR`.
    package static func readingFile(_ path: FilePath, followingLinks: Bool = true) throws(FileError) -> OpenFile {
        do throws(FileError) {
            let links = followingLinks ? 0 : O_NOFOLLOW
            let file = try OpenFile("read", path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY | links)
            try file.requireFile()
            return file
        } catch {
            throw followingLinks || error.errorNumber != ELOOP ? error : FileError("read", path, cause: .link)
        }
    }

    private func requireFile() throws(FileError) {
        switch try status().kind {
        case .regular: break
        case .folder: throw FileError("read", path, errorNumber: EISDIR)
        case .link, .other: throw FileError("read", path, cause: .notAFile)
        }
    }

    /// Opens the file. Blocks.
    ///
    /// - Parameters:
    ///   - action: the verb for the error.
    ///   - flags: of `open(2)`; `O_CLOEXEC` is added.
    package init(_ action: String, _ path: FilePath, flags: CInt, mode: mode_t = 0o666) throws(FileError) {
        try self.init(action, path) { path.withCString { open($0, flags | O_CLOEXEC, mode) } }
    }

    /// - Parameter open: returns the descriptor, or sets the error number.
    init(_ action: String, _ path: FilePath, open: () -> CInt) throws(FileError) {
        let (descriptor, errorNumber) = retryingWhenInterrupted { Int(open()) }
        guard descriptor >= 0 else { throw FileError(action, path, errorNumber: errorNumber) }
        self.init(path: path, descriptor: CInt(descriptor), isOwned: true)
    }

    /// The program's standard input, named `-` in errors. It stays open.
    package static var standardInput: OpenFile {
        OpenFile(path: "-", descriptor: STDIN_FILENO, isOwned: false)
    }

    /// The program's standard output, named `-` in errors. It stays open.
    package static var standardOutput: OpenFile {
        OpenFile(path: "-", descriptor: STDOUT_FILENO, isOwned: false)
    }

    /// Returns the status of the open file, whatever happened to its name.
    ///
    /// - Throws: ``FileError``.
    package func status() throws(FileError) -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError("read", path) }
        return FileStatus(status)
    }

    /// Fills `buffer` from an index on with one call of the system.
    ///
    /// - Returns: the number of bytes read; 0 at the end of the file.
    package func read(into buffer: inout [UInt8], from start: Int = 0) throws(FileError) -> Int {
        let (count, errorNumber) = retryingWhenInterrupted {
            buffer.withUnsafeMutableBytes { bytes in
                Glibc.read(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
            }
        }
        guard count >= 0 else { throw FileError("read", path, errorNumber: errorNumber) }
        return count
    }

    /// Writes all of `bytes`.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        var start = 0
        while start < bytes.count {
            let (count, errorNumber) = retryingWhenInterrupted {
                bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start) }
            }
            guard count >= 0 else { throw FileError("write", path, errorNumber: errorNumber) }
            start += count
        }
    }

    /// Waits until what was written is on the disk.
    package func synchronize() throws(FileError) {
        let (result, errorNumber) = retryingWhenInterrupted { Int(fsync(descriptor)) }
        // Pipes and some file systems have nothing to synchronise and say so.
        guard result == 0 || errorNumber == EINVAL || errorNumber == ENOTSUP else {
            throw FileError("write", path, errorNumber: errorNumber)
        }
    }

    /// Moves to the file's start, to read what was written.
    package func rewind() throws(FileError) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileError("read", path) }
    }

    package enum Lock {
        case taken
        case heldByAnother
        /// The file system has no locks.
        case unsupported
    }

    /// Locks the file until it is closed. The lock is advisory: it holds off only programs that lock the file too.
    ///
    /// - Parameter waiting: whether to wait for another that has it.
    package func lock(waiting: Bool) -> Lock {
        let (result, errorNumber) = retryingWhenInterrupted {
            Int(flock(descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB))
        }
        if result == 0 { return .taken }
        return errorNumber == EWOULDBLOCK ? .heldByAnother : .unsupported
    }

    /// Locks the file, and waits up to a quarter of a second for another holder: a program that is starting briefly
    /// holds what its parent had open.
    package func lockPatiently() -> Lock {
        for _ in 0..<25 {
            let lock = lock(waiting: false)
            guard lock == .heldByAnother else { return lock }
            usleep(10_000)
        }
        return lock(waiting: false)
    }

    /// Sets the permission bits if the file system can.
    func setMode(_ mode: mode_t) {
        _ = fchmod(descriptor, mode)
    }

    /// Makes the file system report bytes that it took but could not store; some report it only at a close.
    func flush() throws(FileError) {
        let copy = dup(descriptor)
        guard copy >= 0, Glibc.close(copy) == 0 else { throw FileError("write", path) }
    }

    /// Calls `body` with the file's descriptor, for a C library that writes to it.
    package func withDescriptor<Result, Failure: Error>(
        _ body: (CInt) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(descriptor)
    }
}

/// Calls `call` again for as long as a signal interrupts it.
///
/// - Returns: what it returned, and the error number if that is negative.
func retryingWhenInterrupted(_ call: () -> Int) -> (result: Int, errorNumber: CInt) {
    while true {
        let result = call()
        if result >= 0 { return (result, 0) }
        let errorNumber = errno
        if errorNumber != EINTR { return (result, errorNumber) }
    }
}
