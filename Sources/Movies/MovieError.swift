public import Files

/// The error of a movie, a device or a sound. It names the source and the rule.
public struct MovieError: PassingError, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, for programs to compare.
    public enum Code: Hashable, Sendable {
        /// The file or device is not there, or the system refused it.
        case notReadable
        /// The file has no bytes.
        case empty
        /// It is not a movie in a supported format. Playlists are refused with this, too.
        case unknownFormat
        /// The codec of the track is not supported.
        case unknownCodec
        /// It has no moving picture: sound alone, or no tracks.
        case noVideo
        /// It has no sound, and sound was asked for.
        case noAudio
        /// A number in the file is above what `MovieLimits` allows.
        case limit
        /// The format is right but the data is damaged, cut short, or without a single frame.
        case damaged
        /// The device is used by another program.
        case busy
        /// The user may not use the device.
        case refused
        /// The device was unplugged or switched off.
        case unplugged
        /// The device or the encoder does not have the format or setting that was asked for.
        case unsupported
        /// The text of a test source names something unknown or forbidden.
        case badGraph
        /// The file cannot be created or written.
        case notWritable
        /// The disk is full. What was written so far plays.
        case diskFull
        /// All frames of a pool are in use.
        case poolExhausted
        /// The system gave no memory.
        case outOfMemory
        /// FFmpeg's libraries are not installed.
        case notInstalled
        /// The task was cancelled, or the source was stopped.
        case cancelled
    }

    /// The kind of error.
    public let code: Code
    /// A sentence for a person, with the source, the rule, the number that broke it and what to do.
    public let description: String

    /// Creates an error with its reason in words.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Creates an error whose sentence begins with its source.
    ///
    /// - Parameter source: the file, device or graph that the rest of the sentence is about.
    init(_ code: Code, of source: String, _ reason: String) {
        self.init(code, "cannot read \(source): \(reason)")
    }

    /// Whether the same call may succeed later with nothing changed by a person.
    package var isTemporary: Bool { code == .diskFull }

    /// The error of a cancelled task.
    package static var cancelled: MovieError { MovieError(.cancelled, "stopped before its end") }
}

extension MovieError {
    /// Converts an error of the file system, which names the file itself.
    package init(_ error: FileError) {
        self.init(error.code, error.description)
    }
}

extension FileError {
    fileprivate var code: MovieError.Code {
        if cause == .empty { return .empty }
        if case .tooManyBytes = cause { return .limit }
        if action == "write" { return reason == "the disk is full" ? .diskFull : .notWritable }
        return .notReadable
    }
}
