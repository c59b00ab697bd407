import Glibc

extension FilePath {
    /// The bytes up to the first zero.
    package init(cString: UnsafePointer<CChar>) {
        self.init(bytes: Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString))))
    }

    /// The names in this folder, hidden ones too, without `.` and `..`, sorted by their bytes. Blocks.
    package func names() throws(FileError) -> [FilePath] {
        try OpenFolder(self).names()
    }

    /// Whether this folder is empty. Blocks.
    package func isEmptyFolder() throws(FileError) -> Bool {
        try OpenFolder(self).nextName() == nil
    }

    /// Creates this folder and missing parents. An existing folder is fine. Blocks.
    package func createFolder() throws(FileError) {
        try createFolder(mode: 0o777)
    }

    /// Creates this folder and missing parents for its owner alone. An existing folder keeps its permissions. Blocks.
    package func createPrivateFolder() throws(FileError) {
        try createFolder(mode: 0o700)
    }

    private func createFolder(mode: mode_t) throws(FileError) {
        let result = withCString { mkdir($0, mode) }
        if result == 0 { return }
        let errorNumber = errno
        if errorNumber == ENOENT, parent != self, !bytes.isEmpty {
            try parent.createFolder(mode: mode)
            guard withCString({ mkdir($0, mode) }) == 0 || errno == EEXIST else {
                throw FileError("create", self)
            }
        } else if errorNumber != EEXIST {
            throw FileError("create", self, errorNumber: errorNumber)
        }
        guard (try? status().kind) == .folder else { throw FileError("create", self, errorNumber: ENOTDIR) }
    }

    /// Checks that no folder of a relative path below this one is a link, which would lead elsewhere. Missing ones are
    /// fine. Blocks.
    ///
    /// - Parameter action: the verb for the error.
    /// - Throws: ``FileError`` that names the link.
    package func requireFolders(_ relative: FilePath, _ action: String) throws(FileError) {
        var folder = self
        for name in relative.bytes.split(separator: UInt8(ascii: "/")) {
            folder = folder.appending(FilePath(bytes: Array(name)))
            guard let kind = try? folder.status(followingLinks: false).kind else { return }
            guard kind == .folder else { throw FileError(action, folder, errorNumber: ENOTDIR) }
        }
    }

    /// Removes all permissions of other users; a link's target keeps its own. Blocks.
    package func closeToOthers() {
        guard let status = try? status(followingLinks: false), status.kind != .link, status.mode & 0o077 != 0 else {
            return
        }
        _ = withCString { chmod($0, status.mode & 0o700) }
    }

    /// Moves a file or folder within its file system, and replaces what is there. Blocks.
    package func move(to place: FilePath) throws(FileError) {
        let result = withCString { from in place.withCString { to in rename(from, to) } }
        guard result == 0 else { throw FileError("write", place) }
    }

    /// Removes a file or a link, not the link's target. A missing one is fine. Blocks.
    package func removeFile() throws(FileError) {
        guard withCString({ unlink($0) }) == 0 || errno == ENOENT else { throw FileError("remove", self) }
    }

    /// Removes this folder if nothing is in it.
    package func removeEmptyFolder() throws(FileError) {
        guard withCString({ rmdir($0) }) == 0 || errno == ENOENT else { throw FileError("remove", self) }
    }

    /// Waits until the names in this folder are on the disk.
    package func synchronizeFolder() throws(FileError) {
        try OpenFile("write", self, flags: O_RDONLY | O_DIRECTORY).synchronize()
    }
}
