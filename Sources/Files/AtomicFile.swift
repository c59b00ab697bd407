import Glibc

/// A file that appears whole or not at all: it is written beside its place under another name and moved there at the
/// end. When it is not committed, because of an error or because its owner just goes away, nothing of it stays and
/// what stood at its place is as it was.
///
/// A device or a pipe at its place (`/dev/stdout`, `/dev/null`) cannot be replaced and is written to directly.
///
/// Every call blocks. Callers run it on the photo executor or on a thread of their own.
public struct AtomicFile: ~Copyable {
    /// How sure it is that the file survives when the machine stops.
    public enum Durability: Hashable, Sendable {
        /// Whole when the machine stops at any time: the file, then its folder are synchronised.
        case synchronized
        /// Whole when the program stops at any time. The caller synchronises many files at once, later.
        case deferred
    }

    public let path: FilePath
    private let durability: Durability
    private let file: OpenFile
    /// Whether ``file`` stands under another name until it is moved.
    private var isTemporary: Bool

    /// - Parameters:
    ///   - path: where the file will stand.
    ///   - followingLinks: whether a link there is followed, so that it stays and what it leads to is replaced.
    public init(
        at path: FilePath, followingLinks: Bool = true, durability: Durability = .synchronized
    ) throws(FileError) {
        let place = followingLinks ? path.resolvingLinks : path
        let existing = try? place.status(followingLinks: followingLinks)
        self.path = place
        self.durability = durability
        switch existing?.kind {
        case .folder:
            throw FileError("write", path, errorNumber: EISDIR)
        case .other where followingLinks:
            file = try OpenFile("write", path, flags: O_WRONLY)
            isTemporary = false
        default:
            file = try Self.makeTemporary(for: place)
            isTemporary = true
            if let existing, existing.kind == .regular { file.setMode(existing.mode) }
        }
    }

    deinit {
        if isTemporary { file.path.withCString { _ = unlink($0) } }
    }

    /// Appends bytes.
    public func write(_ bytes: [UInt8]) throws(FileError) {
        do {
            try file.write(bytes)
        } catch {
            throw named(error)
        }
    }

    /// Moves the file to its place.
    public consuming func commit() throws(FileError) {
        do {
            if durability == .synchronized { try file.synchronize() }
            guard isTemporary else { return }
            try file.flush()
        } catch {
            throw named(error)
        }
        let result = file.path.withCString { from in path.withCString { to in rename(from, to) } }
        guard result == 0 else { throw FileError("write", path) }
        isTemporary = false
        // The file stands where it should by now, whole: an error here takes nothing away from that.
        if durability == .synchronized { try? path.parent.synchronizeFolder() }
    }

    /// Calls `body` with the system's number of the file, for a C library that writes to it.
    public func withDescriptor<Result, Failure: Error>(
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
        _ bytes: [UInt8], to path: FilePath, followingLinks: Bool = true, durability: Durability = .synchronized
    ) throws(FileError) {
        let file = try AtomicFile(at: path, followingLinks: followingLinks, durability: durability)
        try file.write(bytes)
        try file.commit()
    }
}

extension AtomicFile {
    /// What the names of files that are being written start with; 16 hexadecimal digits follow.
    static let temporaryPrefix = ".peel-partial-"

    /// Removes what a run that was killed left in a folder. Files that a living process is writing stay: it holds
    /// their lock.
    ///
    /// - Returns: how many were removed.
    @discardableResult
    public static func removeLeftovers(in folder: FilePath) throws(FileError) -> Int {
        var removed = 0
        for name in try folder.names() where isTemporary(name) {
            let path = folder.appending(name)
            guard let leftover = try? OpenFile("remove", path, flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK),
                leftover.lock(waiting: false)
            else { continue }
            if path.withCString({ unlink($0) }) == 0 { removed += 1 }
        }
        return removed
    }

    private static func isTemporary(_ name: FilePath) -> Bool {
        let digits = name.bytes.dropFirst(temporaryPrefix.utf8.count)
        return name.bytes.starts(with: temporaryPrefix.utf8) && digits.count == 16
            && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }

    private static func makeTemporary(for path: FilePath) throws(FileError) -> OpenFile {
        while true {
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            let name = temporaryPrefix + String(repeating: "0", count: 16 - digits.count) + digits
            do {
                let file = try OpenFile(
                    "write", path.parent.appending(name), flags: O_WRONLY | O_CREAT | O_EXCL)
                // Whoever removes leftovers may have taken the file before its lock was.
                _ = file.lock(waiting: true)
                if try file.status().linkCount > 0 { return file }
            } catch  where error.errorNumber == EEXIST {
                continue
            } catch {
                throw FileError(error.action, path, cause: error.cause)
            }
        }
    }
}

extension FilePath {
    /// The path with all its links followed; itself when it leads nowhere yet.
    fileprivate var resolvingLinks: FilePath {
        guard (try? status(followingLinks: false).kind) == .link,
            (try? status().kind) == .regular,
            let resolved = withCString({ realpath($0, nil) })
        else { return self }
        defer { free(resolved) }
        return FilePath(cString: resolved)
    }
}
