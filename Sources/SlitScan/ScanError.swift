public import Files
public import Imaging
public import Movies

/// The error of a scan. It names the source or file and the rule.
public struct ScanError: PassingError, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, for programs to compare.
    public enum Code: Hashable, Sendable {
        /// A setting is out of its range.
        case badSetting
        /// The picture would need more history than is allowed.
        case historyTooLong
        /// Another client has the camera.
        case busy
        /// The client only watches, or has left.
        case notInControl
        /// The picture would not fit on the disk.
        case noRoom
        /// No camera is running, nothing is recorded, or nothing was scanned yet.
        case notRunning
        /// The frames' format changed.
        case formatChanged
        /// The camera, the movie or its encoder failed.
        case movie(MovieError.Code)
        /// A picture's file failed.
        case file
        /// A picture could not be encoded or decoded.
        case picture(ImagingError.Code)
    }

    /// The kind of error.
    public let code: Code
    /// A sentence for a person, with the rule, the number that broke it and what to do.
    public let description: String
    /// Whether the same call may succeed later without a change by a person: the disk is full or does not answer.
    package let isTemporary: Bool

    /// Creates an error with a sentence for a person.
    package init(_ code: Code, _ description: String, isTemporary: Bool = false) {
        self.code = code
        self.description = description
        self.isTemporary = isTemporary
    }

    /// Converts an error of a camera, movie or encoder, with code ``Code/movie(_:)``.
    package init(_ error: MovieError) {
        self.init(.movie(error.code), error.description, isTemporary: error.isTemporary)
    }

    /// Converts an error of a picture's file, with code ``Code/file``.
    package init(_ error: FileError) {
        self.init(.file, error.description, isTemporary: error.isTemporary)
    }

    /// Converts an error of a picture, with code ``Code/picture(_:)``.
    package init(_ error: ImagingError) {
        self.init(.picture(error.code), error.description)
    }
}
