import Execution
package import Files
import Glibc

/// The error of the library. It names the path, the rule and what to do.
package struct LibraryError: PassingError, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// A file failed: no permission, a full disk (see ``LibraryError/isDiskFull``), or a rule about files.
        case file(FileError.Cause)
        /// The originals reach the library's limit. The numbers are bytes: of the existing originals, of the new one,
        /// and the limit.
        case full(originals: Int, added: Int, limit: Int)
        /// A result that may not replace others does not fit. The numbers are bytes: of the result, and the library's
        /// limit.
        case noRoom(result: Int, limit: Int)
        /// Another program has the library open.
        case inUse
        /// A later version of the program wrote the index.
        case newerVersion(found: Int, known: Int)
        /// The index is damaged. Opening the library again repairs it.
        case damaged
        /// The folder of the originals is missing, and the index knows of some.
        case originalsMissing
        /// SQLite failed, with this extended result code.
        case database(CInt)
        /// There is no such photo in the library.
        case unknownPhoto
        /// There is no such pack in the library.
        case unknownPack
        /// The library has as many packs as it may have.
        case tooManyPacks
        /// The pack would have more photos than it may have.
        case packTooLarge
        /// The result is too late: there is one that is as new or newer.
        case staleRevision
        /// A value breaks a rule: an invalid file name, details that are not JSON or too long, no bytes, …
        case invalidValue
        /// The library was closed.
        case closed
    }

    package let code: Code
    package let path: FilePath
    /// A sentence for a person, with the path, the rule and what to do.
    package let description: String

    package init(_ code: Code, _ path: FilePath, _ description: String) {
        self.code = code
        self.path = path
        self.description = description
    }

    package init(_ error: FileError) {
        let advice =
            switch error.errorNumber {
            case ENOSPC, EDQUOT: "; make room there"
            case EACCES, EPERM, EROFS: "; choose another folder for the library or permit writing there"
            default: ""
            }
        self.init(.file(error.cause), error.path, error.description + advice)
    }

    package var isTemporary: Bool {
        if case .file(let cause) = code { FileError("", path, cause: cause).isTemporary } else { false }
    }

    /// Whether the disk, or the user's share of it, is full.
    package var isDiskFull: Bool {
        code == .file(.system(ENOSPC)) || code == .file(.system(EDQUOT))
    }
}

/// Runs `body` and converts its error.
func asLibraryError<Result: ~Copyable>(_ body: () throws(FileError) -> Result) throws(LibraryError) -> Result {
    try rethrowing(LibraryError.init, body)
}
