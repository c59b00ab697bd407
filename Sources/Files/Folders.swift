import Glibc

extension FilePath {
    init(cString: UnsafePointer<CChar>) {
        self.init(bytes: Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString))))
    }

    /// The names in this folder, hidden ones too, without `.` and `..`, sorted by their bytes. Blocks.
    public func names() throws(FileError) -> [FilePath] {
        try OpenFolder(self).names()
    }

    /// Whether this folder is empty. Blocks.
    public func isEmptyFolder() throws(FileError) -> Bool {
        try OpenFolder(self).nextName() == nil
    }

    /// Makes this folder and those around it that are missing. A folder that is there is fine. Blocks.
    public func createFolder() throws(FileError) {
        try createFolder(mode: 0o777)
    }

    /// The same, where what it makes is for its owner alone. A folder that is there stays as it is. Blocks.
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

    /// Looks whether the folders of a relative path below this one are folders: a link there would lead elsewhere. What
    /// is missing is fine. Blocks.
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

    /// Takes all permissions of others from what is there; not from what a link leads to. Blocks.
    package func closeToOthers() {
        guard let status = try? status(followingLinks: false), status.kind != .link, status.mode & 0o077 != 0 else {
            return
        }
        _ = withCString { chmod($0, status.mode & 0o700) }
    }

    /// Removes a file or a link, not what it leads to. One that is not there is fine. Blocks.
    public func removeFile() throws(FileError) {
        guard withCString({ unlink($0) }) == 0 || errno == ENOENT else { throw FileError("remove", self) }
    }

    /// Removes this folder if nothing is in it.
    public func removeEmptyFolder() throws(FileError) {
        guard withCString({ rmdir($0) }) == 0 || errno == ENOENT else { throw FileError("remove", self) }
    }

    /// Makes this folder, at whose place nothing may stand, not even a link. Blocks.
    package func createNewFolder() throws(FileError) {
        guard withCString({ mkdir($0, 0o777) }) == 0 else { throw FileError("create", self) }
    }

    /// Waits until the names in this folder are on the disk.
    public func synchronizeFolder() throws(FileError) {
        try OpenFile("write", self, flags: O_RDONLY | O_DIRECTORY).synchronize()
    }
}
