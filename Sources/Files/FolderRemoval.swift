import Glibc

extension FilePath {
    /// Removes a file or a link, or a folder with its contents. A missing path is fine. Blocks.
    ///
    /// No link is followed, not even one that takes a folder's place meanwhile.
    ///
    /// - Throws: the first ``FileError``. All that can be removed is removed then.
    package func removeTree() throws(FileError) {
        do throws(FileError) {
            return try removeFile()
        } catch {
            if error.errorNumber == ENOTDIR { return }
            guard error.isOfFolder else { throw error }
        }
        try OpenFolder(unlinked: self).removeContents()
        try removeEmptyFolder()
    }
}

extension OpenFolder {
    /// The deepest nesting of folders. Each one is open while its contents are removed.
    private static let deepest = 64

    /// Removes everything in the folder except one name, as ``FilePath/removeTree()`` does.
    func removeContents(sparing spared: FilePath? = nil, depth: Int = 1) throws(FileError) {
        guard depth <= Self.deepest else { throw FileError("remove", path, cause: .tooDeep(limit: Self.deepest)) }
        var failure: FileError?
        for name in try names() where name != spared {
            do throws(FileError) {
                try removeTree(name, depth: depth)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Removes a file, a link or a folder in this one.
    private func removeTree(_ name: FilePath, depth: Int) throws(FileError) {
        do throws(FileError) {
            return try unlink(name)
        } catch {
            guard error.isOfFolder else { throw error }
        }
        try OpenFolder(name, in: self).removeContents(depth: depth + 1)
        try unlink(name, flags: AT_REMOVEDIR)
    }
}

extension FileError {
    /// Whether the error is that a folder stands where a file was to be removed.
    fileprivate var isOfFolder: Bool { errorNumber == EISDIR }
}
