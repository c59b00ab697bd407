import Glibc

/// What the system says about a file or folder.
package struct FileStatus: Hashable, Sendable {
    /// What a name leads to.
    package enum Kind: Hashable, Sendable {
        /// A file with bytes.
        case regular
        /// A folder.
        case folder
        /// A symbolic link that was not followed.
        case link
        /// A pipe, a socket or a device.
        case other
    }

    /// The identity of a file. Two paths have the same one only if they lead to the same file.
    package struct Identity: Hashable, Sendable {
        /// The file system's number.
        package let device: UInt64
        let inode: UInt64
    }

    /// What the name leads to.
    package let kind: Kind
    /// The file's size in bytes.
    package let size: Int
    /// The file's identity, which is equal for all names of one file.
    package let identity: Identity
    /// The last change of the file's bytes, in nanoseconds since 1970.
    package let modificationTime: Int
    /// The number of the file's names in folders; 0 once it is removed.
    let linkCount: Int
    /// The permission bits.
    let mode: mode_t
    private let owner: uid_t

    /// Whether it belongs to this user.
    package var isOwn: Bool { owner == geteuid() }

    /// Whether it belongs to this user and is closed to all others.
    var isPrivate: Bool { isOwn && mode & 0o077 == 0 }

    /// Whether a folder is one that this process has just made for its owner alone, like a file in it.
    ///
    /// - Parameter file: a file that was made in the folder, readable for its owner alone. Some file systems have one
    ///   owner and the same permissions for everything, so the folder is compared with it.
    func isMadeLike(_ file: FileStatus) -> Bool {
        owner == file.owner && (mode & 0o077 == 0 || file.mode & 0o077 != 0)
    }

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        size = Int(status.st_size)
        identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        // File systems have times whose nanoseconds are no Int: after the year 2262.
        let seconds = min(max(Int(status.st_mtim.tv_sec), -4_000_000_000), 9_000_000_000)
        modificationTime = seconds * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
        linkCount = Int(status.st_nlink)
        mode = status.st_mode & 0o777
        owner = status.st_uid
    }
}

extension FilePath {
    /// Returns the status of what lies at this path. Blocks.
    ///
    /// - Parameter followingLinks: whether to look at what a link leads to rather than at the link.
    package func status(followingLinks: Bool = true) throws(FileError) -> FileStatus {
        var status = stat()
        let result = withCString { followingLinks ? stat($0, &status) : lstat($0, &status) }
        guard result == 0 else { throw FileError("read", self) }
        return FileStatus(status)
    }
}
