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
        let result = withCString { mkdir($0, 0o777) }
        if result == 0 { return }
        let errorNumber = errno
        if errorNumber == ENOENT, parent != self, !bytes.isEmpty {
            try parent.createFolder()
            guard withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
                throw FileError("create", self)
            }
        } else if errorNumber != EEXIST {
            throw FileError("create", self, errorNumber: errorNumber)
        }
        guard (try? status().kind) == .folder else { throw FileError("create", self, errorNumber: ENOTDIR) }
    }

    /// Removes a file or a link, not what it leads to. One that is not there is fine. Blocks.
    public func removeFile() throws(FileError) {
        guard withCString({ unlink($0) }) == 0 || errno == ENOENT else { throw FileError("remove", self) }
    }

    /// Removes this folder if nothing is in it.
    public func removeEmptyFolder() throws(FileError) {
        guard withCString({ rmdir($0) }) == 0 || errno == ENOENT else { throw FileError("remove", self) }
    }

    /// Removes a folder with all that is in it. Links are not followed. One that is not there is fine. Blocks.
    ///
    /// - Throws: the first ``FileError``. All that can be removed is removed then.
    package func removeFolderTree() throws(FileError) {
        let kind: FileStatus.Kind
        do {
            kind = try status(followingLinks: false).kind
        } catch  where [ENOENT, ENOTDIR].contains(error.errorNumber) {
            return
        }
        guard kind == .folder else { return }
        var failure: FileError?
        for name in try names() {
            do {
                try appending(name).removeItem()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        try removeEmptyFolder()
    }

    private func removeItem() throws(FileError) {
        if (try? status(followingLinks: false).kind) == .folder {
            try removeFolderTree()
        } else {
            try removeFile()
        }
    }

    /// Waits until the names in this folder are on the disk.
    public func synchronizeFolder() throws(FileError) {
        try OpenFile("write", self, flags: O_RDONLY | O_DIRECTORY).synchronize()
    }
}

/// The owner of an open folder.
struct OpenFolder: ~Copyable {
    private let path: FilePath
    private let handle: OpaquePointer

    init(_ path: FilePath) throws(FileError) {
        guard let handle = path.withCString({ opendir($0) }) else { throw FileError("list", path) }
        self.path = path
        self.handle = handle
    }

    deinit {
        closedir(handle)
    }

    /// The next name in no particular order, `.` and `..` left out; `nil` at the end.
    func nextName() throws(FileError) -> FilePath? {
        while true {
            errno = 0
            guard let entry = readdir(handle) else {
                guard errno == 0 else { throw FileError("list", path) }
                return nil
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 1) { FilePath(cString: $0) }
            }
            if name != "." && name != ".." { return name }
        }
    }

    func names() throws(FileError) -> [FilePath] {
        try names(atMost: .max) ?? []
    }

    /// - Returns: `nil` when there are more; they are not listed any further than that.
    func names(atMost limit: Int) throws(FileError) -> [FilePath]? {
        var names: [FilePath] = []
        while let name = try nextName() {
            guard names.count < limit else { return nil }
            names.append(name)
        }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// Of the folder itself, whatever has become of its path.
    func identity() throws(FileError) -> FileStatus.Identity {
        var status = stat()
        guard fstat(dirfd(handle), &status) == 0 else { throw FileError("list", path) }
        return FileStatus(status).identity
    }
}
