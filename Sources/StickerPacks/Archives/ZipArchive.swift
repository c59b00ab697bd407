import CArchive
public import Files
import Glibc

/// Files on disk as one ZIP: stored as they are (pictures do not get smaller), sorted by name and without times, so that
/// the same files give the same bytes. It appears whole or not at all.
public enum ZipArchive {
    /// A file in the archive.
    public struct Entry: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            case file(FilePath)
            case bytes([UInt8])
        }

        /// In the ZIP, with slashes between folders.
        public let name: String
        let content: Content

        /// An entry with the bytes of a file.
        public init(name: String, file: FilePath) {
            self.name = name
            content = .file(file)
        }

        /// An entry with these bytes.
        public init(name: String, bytes: [UInt8]) {
            self.name = name
            content = .bytes(bytes)
        }
    }

    /// Writes a ZIP, reading each file piece by piece. Blocks.
    ///
    /// - Parameter isStopped: asked before each file. Once it is `true`, there is no ZIP.
    /// - Returns: `false` when it was stopped.
    @discardableResult
    public static func write(
        _ entries: [Entry], to path: FilePath, durability: AtomicFile.Durability = .synchronized,
        isStopped: () -> Bool = { false }
    ) throws(PackError) -> Bool {
        try withUTF8Locale { () throws(PackError) in
            let output = try asPackError { () throws(FileError) in
                try AtomicFile(at: path, followingLinks: false, durability: durability)
            }
            let writer = ZipWriter(path: path)
            try writer.open(output)
            for entry in entries.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
                if isStopped() { return false }
                try writer.add(entry)
            }
            try writer.finish()
            do throws(FileError) {
                try output.commit()
            } catch {
                throw PackError(error)
            }
            return true
        }
    }

    /// libarchive learns from the locale alone that names are UTF-8: this gives the thread such a one.
    private static func withUTF8Locale<Value>(_ body: () throws(PackError) -> Value) throws(PackError) -> Value {
        guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) else { return try body() }
        let before = uselocale(locale)
        defer {
            uselocale(before)
            freelocale(locale)
        }
        return try body()
    }
}

/// The owner of libarchive's handle.
private struct ZipWriter: ~Copyable {
    private let archive: OpaquePointer
    private let path: FilePath

    init(path: FilePath) {
        guard let archive = archive_write_new() else { preconditionFailure("libarchive has no memory") }
        self.archive = archive
        self.path = path
    }

    deinit {
        archive_write_free(archive)
    }

    func open(_ output: borrowing AtomicFile) throws(PackError) {
        try check(archive_write_set_format_zip(archive))
        try check(archive_write_set_options(archive, "zip:compression=store,zip:hdrcharset=UTF-8"))
        try check(archive_write_set_bytes_in_last_block(archive, 1))
        try check(output.withDescriptor { archive_write_open_fd(archive, $0) })
    }

    func add(_ entry: ZipArchive.Entry) throws(PackError) {
        switch entry.content {
        case .bytes(let bytes):
            try begin(entry.name, size: bytes.count)
            try write(bytes, count: bytes.count)
        case .file(let path):
            try addFile(path, as: entry.name)
        }
        try check(archive_write_finish_entry(archive))
    }

    private func addFile(_ path: FilePath, as name: String) throws(PackError) {
        let file = try asPackError { () throws(FileError) in try OpenFile(reading: path) }
        let size = try asPackError { () throws(FileError) in try file.status().size }
        try begin(name, size: size)
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        var written = 0
        while case let count = try asPackError({ () throws(FileError) in try file.read(into: &buffer) }), count > 0 {
            written += count
            guard written <= size else { break }
            try write(buffer, count: count)
        }
        guard written == size else {
            throw PackError(.archive, path, "\(path) changed while it was written into \(self.path)")
        }
    }

    private func begin(_ name: String, size: Int) throws(PackError) {
        guard let header = archive_entry_new() else {
            throw PackError(FileError("write", path, errorNumber: ENOMEM))
        }
        defer { archive_entry_free(header) }
        archive_entry_set_pathname(header, name)
        archive_entry_set_filetype(header, S_IFREG)
        archive_entry_set_perm(header, 0o644)
        archive_entry_set_size(header, Int64(size))
        try check(archive_write_header(archive, header))
    }

    private func write(_ bytes: [UInt8], count: Int) throws(PackError) {
        let result = bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, count) }
        guard result == count else { throw error() }
    }

    func finish() throws(PackError) {
        try check(archive_write_close(archive))
    }

    private func check(_ result: CInt) throws(PackError) {
        guard result == ARCHIVE_OK else { throw error() }
    }

    private func error() -> PackError {
        let number = archive_errno(archive)
        // libarchive gives its own troubles numbers below zero and EINVAL or -1 where the system had no part in it.
        if number > 0, number != EINVAL { return PackError(FileError("write", path, errorNumber: number)) }
        let words = archive_error_string(archive).map { String(cString: $0) } ?? "unknown reason"
        return PackError(.archive, path, "cannot write \(path): \(words)")
    }
}

/// The library that writes ZIP files.
public enum ArchiveLibrary {
    /// libarchive's version, for example `3.6.2`.
    public static var version: String {
        let name = String(cString: archive_version_string())
        return name.hasPrefix("libarchive ") ? String(name.dropFirst("libarchive ".count)) : name
    }
}
