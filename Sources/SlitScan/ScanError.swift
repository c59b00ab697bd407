public import Files
public import Imaging
public import Movies

/// Why a scan could not begin or go on. Names the source or file and the rule.
public struct ScanError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, for programs to compare.
    public enum Code: Hashable, Sendable {
        /// A setting lies outside of its range.
        case badSetting
        /// The picture would need more history than is allowed.
        case historyTooLong
        /// Another client has the camera.
        case busy
        /// The client only watches, or has gone.
        case notInControl
        /// The picture would not fit the disk.
        case noRoom
        /// There is no camera running, no recording, or nothing was scanned yet.
        case notRunning
        /// The frames' format changed in the middle.
        case formatChanged
        /// The camera, the movie or its encoder.
        case movie(MovieError.Code)
        /// A picture's file.
        case file
        /// A picture's bytes.
        case picture(ImagingError.Code)
    }

    /// The kind of error.
    public let code: Code
    /// A sentence for a person, with the rule, the number that broke it and what to do.
    public let description: String
    /// Whether the same call may succeed later with nothing changed by a person: the disk is full or does not answer.
    public let isTemporary: Bool

    /// An error by its reason, and a sentence for a person.
    public init(_ code: Code, _ description: String, isTemporary: Bool = false) {
        self.code = code
        self.description = description
        self.isTemporary = isTemporary
    }

    /// A camera's, movie's or encoder's error, with code ``Code/movie(_:)``.
    public init(_ error: MovieError) {
        self.init(.movie(error.code), error.description, isTemporary: error.code == .diskFull)
    }

    /// An error of a picture's file, with code ``Code/file``.
    public init(_ error: FileError) {
        self.init(.file, error.description, isTemporary: error.isTemporary)
    }

    /// An error of a picture's bytes, with code ``Code/picture(_:)``.
    public init(_ error: ImagingError) {
        self.init(.picture(error.code), error.description)
    }
}
