import CArchive
import Files
import Glibc

/// Reads the files of an untrusted ZIP: their number, sizes and names are bounded.
enum ZipReader {
    /// - Parameters:
    ///   - path: names the ZIP in errors.
    ///   - limit: how many bytes the files may have together.
    /// - Returns: the regular files by their names. Names that lead out of the ZIP, as with `..` or a slash at the
    ///   start, are kept as they are: nothing is ever written under them.
    /// - Throws: ``PackError/Code/archive`` when it is damaged, encrypted, no ZIP, or holds more than a pack may:
    ///   ``PackFiles/mostFiles``, ``PackFiles/largestFile``, names of more than ``longestName`` bytes.
    static func files(
        of bytes: [UInt8], path: FilePath, limit: Int = PackFiles.largestArchive
    ) throws(PackError) -> [String: [UInt8]] {
        try ZipArchive.withUTF8Locale { () throws(PackError) in
            let result: Result<[String: [UInt8]], PackError> = bytes.withUnsafeBytes { buffer in
                Result { () throws(PackError) in try OpenZip(buffer, path: path).readFiles(limit) }
            }
            return try result.get()
        }
    }

    /// Of a file with its folders.
    static let longestName = 512
}

/// The owner of libarchive's handle. Must not outlive the bytes it reads.
private struct OpenZip: ~Copyable {
    private let archive: OpaquePointer
    private let path: FilePath

    init(_ buffer: UnsafeRawBufferPointer, path: FilePath) throws(PackError) {
        guard let archive = archive_read_new() else { preconditionFailure("libarchive has no memory") }
        self.archive = archive
        self.path = path
        archive_read_support_format_zip(archive)
        guard archive_read_open_memory(archive, buffer.baseAddress, buffer.count) == ARCHIVE_OK else {
            throw damaged("it is not a ZIP")
        }
    }

    deinit {
        archive_read_free(archive)
    }

    func readFiles(_ limit: Int) throws(PackError) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        var total = 0
        var entry: OpaquePointer?
        while true {
            let status = archive_read_next_header(archive, &entry)
            if status == ARCHIVE_EOF { return files }
            guard status == ARCHIVE_OK, let entry else { throw damaged(reason) }
            guard archive_entry_filetype(entry) == S_IFREG, let name = archive_entry_pathname(entry) else { continue }
            guard strnlen(name, ZipReader.longestName + 1) <= ZipReader.longestName else {
                throw damaged("a file's name has more than \(ZipReader.longestName) bytes")
            }
            let file = try read(String(cString: name), atMost: limit - total)
            total += file.count
            files[String(cString: name)] = file
            guard files.count <= PackFiles.mostFiles else {
                throw damaged("it has more than \(PackFiles.mostFiles) files")
            }
        }
    }

    private func read(_ name: String, atMost left: Int) throws(PackError) -> [UInt8] {
        let limit = min(PackFiles.largestFile, left)
        var file: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = archive_read_data(archive, &buffer, buffer.count)
            guard count >= 0 else { throw damaged(reason) }
            if count == 0 { return file }
            file += buffer[..<count]
            guard file.count <= limit else { throw damaged("\(name) is larger than a sticker pack may be") }
        }
    }

    private var reason: String {
        archive_error_string(archive).map { String(cString: $0) } ?? "it is damaged"
    }

    private func damaged(_ reason: String) -> PackError {
        PackError(.archive, path, "cannot read \(path) as a ZIP: \(reason)")
    }
}
