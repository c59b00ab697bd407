import Glibc

/// An error that may be over the next time: a disk that is full, a server that does not answer.
package protocol PassingError: Error {
    /// Whether the same call may succeed later with nothing changed by a person.
    var isTemporary: Bool { get }
}

/// Why a file or folder could not be read or written. Names the path, what was tried and the rule or the system's
/// reason.
public struct FileError: PassingError, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Cause: Hashable, Sendable {
        /// The system said no, with this error number: `ENOENT`, `EACCES`, `EISDIR`, `ENOSPC`, …
        case system(CInt)
        /// It is a pipe, a socket or a device.
        case notAFile
        /// It is a link in a folder to which others may write.
        case link
        /// There are no bytes in it.
        case empty
        /// There are more bytes in it than may be read.
        case tooManyBytes(limit: Int)
        /// It has more files and folders than may be listed.
        case tooManyFiles(limit: Int)
        /// Its folders are nested deeper than may be searched.
        case tooDeep(limit: Int)
        /// A linked folder leads to one that is listed anyway, or to one that contains the searched folder.
        case folderSeenBefore
        /// It lies where the program is to write.
        case ownOutput
    }

    /// The file or folder.
    public let path: FilePath
    /// What was tried, as a verb: `read`, `write`, `list`.
    package let action: String
    /// What went wrong.
    public let cause: Cause

    /// An error of a rule of this program.
    ///
    /// - Parameter action: what was tried, as a verb: `read`, `write`, `list`.
    package init(_ action: String, _ path: FilePath, cause: Cause) {
        self.action = action
        self.path = path
        self.cause = cause
    }

    /// Creates an error of the system; by default the last call's.
    ///
    /// - Parameter action: what was tried, as a verb: `read`, `write`, `list`.
    package init(_ action: String, _ path: FilePath, errorNumber: CInt = errno) {
        self.init(action, path, cause: .system(errorNumber))
    }

    /// The system's error number; 0 if a rule of this program was broken.
    package var errorNumber: CInt {
        if case .system(let number) = cause { number } else { 0 }
    }

    /// Whether the same call may succeed later: the disk is full, a file server does not answer, the system lacks a
    /// resource.
    package var isTemporary: Bool {
        [
            ENOSPC, EDQUOT, EIO, ESTALE, ETIMEDOUT, ENOTCONN, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH, EREMOTEIO,
            EAGAIN, EINTR, ENOMEM, EMFILE, ENFILE, ENOLCK, EBUSY,
        ].contains(errorNumber)
    }

    /// Whether the disk, or the user's share of it, is full.
    package var isDiskFull: Bool { [ENOSPC, EDQUOT].contains(errorNumber) }

    /// The reason in words for a person.
    package var reason: String {
        switch cause {
        case .notAFile: "it is a pipe, a socket or a device, not a file"
        case .link: "it is a link, and links are not followed there"
        case .empty: "it is empty"
        case .tooManyBytes(let limit): "it has more than the \(limit) bytes that are allowed"
        case .tooManyFiles(let limit): "it has more than the \(limit) files and folders that are allowed"
        case .tooDeep(let limit): "its folders are nested more than \(limit) deep"
        case .folderSeenBefore: "it leads back to a folder that is listed already, or to one around it"
        case .ownOutput: "it is one of the files that are to be written; name another output folder"
        case .system(ENOENT) where action == "read" && isAddress: "it is an address, not a file; download it first"
        case .system(let number): Self.words(for: number)
        }
    }

    /// Whether it is one of the web, which is taken only where pictures are.
    private var isAddress: Bool {
        ["http:", "https:"].contains { path.description.lowercased().hasPrefix($0) }
    }

    public var description: String { "cannot \(action) \(path): \(reason)" }

    private static func words(for errorNumber: CInt) -> String {
        switch errorNumber {
        case ENOENT: "there is no such file or folder"
        case EACCES, EPERM: "permission denied"
        case EISDIR: "it is a folder"
        case ENOTDIR: "it is not a folder, or a part of its path is not"
        case EEXIST: "it is there already"
        case ENOSPC, EDQUOT: "the disk is full"
        case EROFS: "the file system is read-only"
        case EBADF: "it is closed"
        case ENAMETOOLONG: "the name is too long"
        case ELOOP: "its links lead in a circle"
        default: String(cString: strerror(errorNumber))
        }
    }
}
