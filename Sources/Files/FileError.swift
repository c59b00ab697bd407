public import Glibc

/// Why a file or folder could not be read or written. Names the path, what was tried and the system's reason.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: FilePath
    /// What was tried, as a verb: `read`, `write`, `list`.
    public let action: String
    /// The system's error number (`ENOENT`, `EACCES`, `ENOSPC`, …).
    public let errorNumber: CInt

    public init(_ action: String, _ path: FilePath, errorNumber: CInt = errno) {
        self.action = action
        self.path = path
        self.errorNumber = errorNumber
    }

    /// The system's words for ``errorNumber``.
    public var reason: String {
        String(cString: strerror(errorNumber))
    }

    public var description: String { "cannot \(action) \(path): \(reason)" }
}
