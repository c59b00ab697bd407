import Glibc

/// A file that appears whole or not at all: it is written under another name beside its place, and moved there at the
/// end. If it is not committed, because of an error or because its owner goes away, what was at its place stays.
///
/// A link at its place is replaced, too, and a device or a pipe is an error. If a person named the file, links are
/// followed: their target is replaced, and a device or a pipe (`/dev/stdout`, `/dev/null`) is written to.
///
/// Every call blocks. Callers run it on the photo executor or on a thread of their own.
public struct AtomicFile: ~Copyable {
    /// How safe the file is if the machine stops.
    public enum Durability: Hashable, Sendable {
        /// Whole when the machine stops at any time: the file, then its folder are synchronised.
        case synchronized
        /// Whole when the program stops at any time. The caller synchronises many files at once, later.
        case deferred
    }

    /// Where the file will appear.
    package let path: FilePath
    private let durability: Durability
    private let file: OpenFile
    /// Whether ``file`` stands under another name until it is moved.
    private var isTemporary: Bool

    /// Creates the file beside its place under a temporary name. Blocks.
    ///
    /// - Parameters:
    ///   - path: where the file will stand.
    ///   - followingLinks: whether a link is followed, so that its target is replaced. Follow links of a path that a
    ///     person named, not of one that the program made.
    ///   - isPrivate: whether only its owner may read it, at any moment.
    package init(
        at path: FilePath, followingLinks: Bool = false, durability: Durability = .synchronized, isPrivate: Bool = false
    ) throws(FileError) {
        let place = followingLinks ? path.resolvingLinks : path
        let existing = try? place.status(followingLinks: followingLinks)
        self.path = place
        self.durability = durability
        switch existing?.kind {
        case .folder:
            throw FileError("write", path, errorNumber: EISDIR)
        case .regular where place.withCString({ access($0, W_OK) }) != 0:
            // A read-only file is not replaced, although its folder would allow it.
            throw FileError("write", path)
        case .other where followingLinks:
            file = try OpenFile("write", path, flags: O_WRONLY)
            isTemporary = false
        case .other:
            throw FileError("write", path, errorNumber: EEXIST)
        default:
            file = try Self.makePartial(for: place, mode: isPrivate ? 0o600 : 0o666)
            isTemporary = true
            if let existing, existing.kind == .regular, !isPrivate { file.setMode(existing.mode) }
        }
    }

    deinit {
        if isTemporary { file.path.withCString { _ = unlink($0) } }
    }

    /// Appends bytes to the file. Blocks.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        do {
            try file.write(bytes)
        } catch {
            throw named(error)
        }
    }

    /// Waits until what was written is on the disk, so that little is left that can fail in ``commit()``. Blocks.
    package func synchronize() throws(FileError) {
        do {
            try file.synchronize()
            if isTemporary { try file.flush() }
        } catch {
            throw named(error)
        }
    }

    /// Moves the file to its place.
    package consuming func commit() throws(FileError) {
        do {
            if durability == .synchronized { try file.synchronize() }
            guard isTemporary else { return }
            try file.flush()
        } catch {
            throw named(error)
        }
        try file.path.move(to: path)
        isTemporary = false
        // The file is in place and whole; an error here does not change that.
        if durability == .synchronized { try? path.parent.synchronizeFolder() }
    }

    /// Calls `body` with the system's number of the file, for a C library that writes to it.
    package func withDescriptor<Result, Failure: Error>(
        _ body: (CInt) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try file.withDescriptor(body)
    }

    /// The same error, with the file's own name rather than the temporary one.
    private func named(_ error: FileError) -> FileError {
        FileError(error.action, path, cause: error.cause)
    }

    /// Writes a whole file at once.
    public static func write(
        _ bytes: [UInt8], to path: FilePath, followingLinks: Bool = false, durability: Durability = .synchronized,
        isPrivate: Bool = false
    ) throws(FileError) {
        let file = try AtomicFile(
            at: path, followingLinks: followingLinks, durability: durability, isPrivate: isPrivate)
        try file.write(bytes)
        try file.commit()
    }
}

extension FilePath {
    /// The path with all its links followed; itself when it leads nowhere yet.
    fileprivate var resolvingLinks: FilePath {
        guard (try? status(followingLinks: false).kind) == .link, (try? status().kind) == .regular else { return self }
        return resolved
    }

    /// The absolute path with all its links followed; itself when it leads nowhere. Blocks.
    package var resolved: FilePath {
        guard let resolved = withCString({ realpath($0, nil) }) else { return self }
        defer { free(resolved) }
        return FilePath(cString: resolved)
    }
}
