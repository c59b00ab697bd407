import Peel
import TestSupport

extension TemporaryFolder {
    /// What a file below the folder says; `nil` when there is none.
    func text(of name: FilePath) -> String? {
        (try? path.appending(name).readBytes(allowsEmpty: true)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The files of a pack or an output below the folder, by their paths.
    func contents(_ name: FilePath) throws -> [FilePath: SHA256Digest] {
        var contents: [FilePath: SHA256Digest] = [:]
        for file in try FolderWalk(path.appending(name)).files {
            contents[file.relativePath] = try SHA256Digest(ofFileAt: file.path)
        }
        return contents
    }
}

/// Holds a folder as long as a test's suite lives.
final class TemporaryFolderBox {
    let folder = TemporaryFolder()
}
