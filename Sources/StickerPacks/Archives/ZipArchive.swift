import CArchive
package import Files
import Glibc

/// Files on disk as one ZIP: stored as they are (pictures do not get smaller), sorted by name and without times, so
/// that the same files give the same bytes. It appears whole or not at all.
package enum ZipArchive {
    /// A file in the archive.
    package struct Entry: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            case file(FilePath)
            case bytes([UInt8])
        }

        /// In the ZIP, with slashes between folders.
        package let name: String
        let content: Content

        /// An entry with the bytes of a file.
        package init(name: String, file: FilePath) {
            self.name = name
            content = .file(file)
        }

        /// An entry with these bytes.
        package init(name: String, bytes: [UInt8]) {
            self.name = name
            content = .bytes(bytes)
        }
    }

    /// Writes a ZIP, reading each file piece by piece. Blocks.
    ///
    /// - Parameter isStopped: asked before each file. Once it is `true`, there is no ZIP.
    /// - Returns: `false` when it was stopped.
    @discardableResult
    package static func write(
        _ entries: [Entry], to path: FilePath, durability: AtomicFile.Durability = .synchronized,
        isStopped: () -> Bool = { false }
    ) throws(PackError) -> Bool {
        try withUTF8Locale { () throws(PackError) in
            let output = try asPackError { () throws(FileError) in
                try AtomicFile(at: path, durability: durability)
            }
            let writer = try ZipWriter(writingTo: output, at: path)
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
    static func withUTF8Locale<Value: ~Copyable>(_ body: () throws(PackError) -> Value) throws(PackError) -> Value {
        guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) else { return try body() }
        let before = uselocale(locale)
        defer {
            uselocale(before)
            freelocale(locale)
        }
        return try body()
    }
}

/// The library that writes ZIP files.
package enum ArchiveLibrary {
    /// libarchive's version, for example `3.6.2`.
    package static var version: String {
        let name = String(cString: archive_version_string())
        return name.hasPrefix("libarchive ") ? String(name.dropFirst("libarchive ".count)) : name
    }
}
