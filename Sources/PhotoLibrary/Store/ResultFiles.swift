import Files
import Glibc

/// The files of a result's parts.
enum ResultFiles {
    static let maximumCount = 16
    static let maximumNameBytes = 64

    /// Whether a name has only lower-case letters, digits, `.`, `-` and `_`, and begins with a letter or a digit.
    static func isName(_ name: String) -> Bool {
        func isLetterOrDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard let first = name.utf8.first, isLetterOrDigit(first), name.utf8.count <= maximumNameBytes else {
            return false
        }
        return name.utf8.allSatisfy { isLetterOrDigit($0) || ".-_".utf8.contains($0) }
    }

    /// Writes all parts into a new folder that nothing refers to yet, so that they survive a power cut. Incomplete
    /// parts are removed. Blocks.
    static func write(
        _ blobs: [String: [UInt8]], to folder: FilePath, fault: FaultPoint.Handler
    ) throws(FileError) {
        do {
            try folder.createFolderDurably()
            for (name, bytes) in blobs.sorted(by: { $0.key < $1.key }) {
                let path = folder.appending(name)
                let file = try OpenFile(
                    "write", path, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
                try file.write(bytes)
                try file.synchronize()
                fault(.blobWritten)
            }
            try folder.synchronizeFolder()
        } catch {
            try? folder.removeTree()
            throw error
        }
    }
}
