import Peel

/// Folders that a run may make, so that one that writes nothing leaves none behind.
struct NewFolders: Sendable {
    /// The innermost first.
    private let missing: [FilePath]

    /// Looks which of a folder and those around it are not there yet. Blocks.
    init(_ folder: FilePath) {
        var missing: [FilePath] = []
        var path = folder
        while !path.bytes.isEmpty, (try? path.status(followingLinks: false)) == nil, path.parent != path {
            missing.append(path)
            path = path.parent
        }
        self.missing = missing
    }

    /// Removes those that are empty. Blocks.
    func removeEmpty() {
        for folder in missing where (try? folder.removeEmptyFolder()) == nil { return }
    }
}
