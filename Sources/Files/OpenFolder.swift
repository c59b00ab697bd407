import Glibc

/// The owner of an open folder. Its calls act on that folder, whatever happens to its path.
struct OpenFolder: ~Copyable {
    let path: FilePath
    private let handle: OpaquePointer

    init(_ path: FilePath) throws(FileError) {
        guard let handle = path.withCString({ opendir($0) }) else { throw FileError("list", path) }
        self.path = path
        self.handle = handle
    }

    /// Opens the folder at a path that is no link.
    init(unlinked path: FilePath) throws(FileError) {
        try self.init(path, descriptor: path.withCString { open($0, Self.flags) })
    }

    /// Opens a folder in another one, if its name is no link.
    init(_ name: FilePath, in folder: borrowing OpenFolder) throws(FileError) {
        let parent = folder.descriptor
        try self.init(folder.path.appending(name), descriptor: name.withCString { openat(parent, $0, Self.flags) })
    }

    /// Opens an open folder once more.
    init(_ folder: borrowing OpenFile) throws(FileError) {
        try self.init(folder.path, descriptor: folder.withDescriptor { openat($0, ".", Self.flags) })
    }

    private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    private init(_ path: FilePath, descriptor: CInt) throws(FileError) {
        guard descriptor >= 0 else { throw FileError("list", path) }
        guard let handle = fdopendir(descriptor) else {
            let errorNumber = errno
            close(descriptor)
            throw FileError("list", path, errorNumber: errorNumber)
        }
        self.path = path
        self.handle = handle
    }

    deinit {
        closedir(handle)
    }

    /// Returns the next name, in no particular order and without `.` and `..`; `nil` at the end.
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

    /// Returns all names.
    func names() throws(FileError) -> [FilePath] {
        try names(atMost: .max) ?? []
    }

    /// Returns all names.
    ///
    /// - Returns: `nil` if there are more than the limit.
    func names(atMost limit: Int) throws(FileError) -> [FilePath]? {
        rewinddir(handle)
        var names: [FilePath] = []
        while let name = try nextName() {
            guard names.count < limit else { return nil }
            names.append(name)
        }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// Returns the status of the folder.
    func status() throws(FileError) -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError("list", path) }
        return FileStatus(status)
    }

    /// Opens a file in the folder, if it is no link.
    ///
    /// - Parameters:
    ///   - action: the verb for the error.
    ///   - flags: of `open(2)`; `O_NOFOLLOW` and `O_CLOEXEC` are added.
    func openFile(_ action: String, _ name: FilePath, flags: CInt, mode: mode_t = 0o600) throws(FileError) -> OpenFile {
        try OpenFile(action, path.appending(name)) {
            name.withCString { openat(descriptor, $0, flags | O_NOFOLLOW | O_CLOEXEC, mode) }
        }
    }

    /// Creates a folder in this one. Nothing may have its name, not even a link.
    func createFolder(_ name: FilePath) throws(FileError) {
        guard name.withCString({ mkdirat(descriptor, $0, 0o777) }) == 0 else {
            throw FileError("create", path.appending(name))
        }
    }

    /// Removes the name of a file or a link, or with `AT_REMOVEDIR` of an empty folder. A missing name is fine.
    func unlink(_ name: FilePath, flags: CInt = 0) throws(FileError) {
        guard name.withCString({ unlinkat(descriptor, $0, flags) }) == 0 || errno == ENOENT else {
            throw FileError("remove", path.appending(name))
        }
    }

    private var descriptor: CInt { dirfd(handle) }
}
