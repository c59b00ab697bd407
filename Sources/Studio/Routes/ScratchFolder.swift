import Files
import Glibc

/// A folder for this run alone, which nobody else may look into; removed when it is let go of.
nonisolated final class ScratchFolder: Sendable {
    let path: FilePath

    init() throws(FileError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/peel-studio-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError("make a folder in", FilePath(parent)) }
        path = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    }

    deinit {
        for name in (try? path.names()) ?? [] { try? path.appending(name).removeFile() }
        _ = path.withCString { rmdir($0) }
    }
}
