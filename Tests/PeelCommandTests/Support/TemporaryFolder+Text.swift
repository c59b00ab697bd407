import Peel
import TestSupport

extension TemporaryFolder {
    /// What a file below the folder says; `nil` when there is none.
    func text(of name: FilePath) -> String? {
        (try? path.appending(name).readBytes(allowsEmpty: true)).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Holds a folder as long as a test's suite lives.
final class TemporaryFolderBox {
    let folder = TemporaryFolder()
}
