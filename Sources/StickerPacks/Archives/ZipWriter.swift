import CArchive
import Files
import Glibc

/// The owner of libarchive's handle.
struct ZipWriter: ~Copyable {
    /// Takes the bytes of a ZIP that is not written to a file.
    final class Output {
        fileprivate var bytes: [UInt8] = []

        func take() -> [UInt8] {
            defer { bytes = [] }
            return bytes
        }
    }

    private let archive: OpaquePointer
    private let path: FilePath
    /// libarchive writes to it until its handle is freed.
    private let output: Output?

    init(writingTo file: borrowing AtomicFile, at path: FilePath) throws(PackError) {
        self.init(path: path, output: nil)
        try setFormat()
        try check(archive_write_set_bytes_in_last_block(archive, 1))
        try check(file.withDescriptor { archive_write_open_fd(archive, $0) })
    }

    /// - Parameter name: names the ZIP in errors.
    init(writingTo output: Output, named name: FilePath) throws(PackError) {
        self.init(path: name, output: output)
        try setFormat()
        // Nothing is held back.
        try check(archive_write_set_bytes_per_block(archive, 0))
        let target = Unmanaged.passUnretained(output).toOpaque()
        try check(
            archive_write_open(
                archive, target, nil,
                { _, output, bytes, count in
                    guard let output, let bytes else { return -1 }
                    Unmanaged<Output>.fromOpaque(output).takeUnretainedValue().bytes +=
                        UnsafeRawBufferPointer(start: bytes, count: count)
                    return count
                }, nil))
    }

    private init(path: FilePath, output: Output?) {
        guard let archive = archive_write_new() else { preconditionFailure("libarchive has no memory") }
        self.archive = archive
        self.path = path
        self.output = output
    }

    deinit {
        archive_write_free(archive)
    }

    private func setFormat() throws(PackError) {
        try check(archive_write_set_format_zip(archive))
        try check(archive_write_set_options(archive, "zip:compression=store,zip:hdrcharset=UTF-8"))
    }

    func add(_ entry: ZipArchive.Entry) throws(PackError) {
        switch entry.content {
        case .bytes(let bytes):
            try begin(entry.name, size: bytes.count)
            try write(bytes, count: bytes.count)
        case .file(let path):
            try addFile(path, as: entry.name)
        }
        try endEntry()
    }

    private func addFile(_ path: FilePath, as name: String) throws(PackError) {
        let file = try asPackError { () throws(FileError) in try OpenFile.readingFile(path) }
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

    func begin(_ name: String, size: Int) throws(PackError) {
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

    func endEntry() throws(PackError) {
        try check(archive_write_finish_entry(archive))
    }

    func write(_ bytes: [UInt8], count: Int) throws(PackError) {
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
