import Execution
public import Files

/// Why a pack could not be read or written. Names the path and the rule.
public struct PackError: PassingError, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, for programs to compare.
    public enum Code: Hashable, Sendable {
        /// The system, or a rule about files, says no.
        case file(FileError.Cause)
        /// The folder has files in it and is not a pack.
        case notAPack
        /// The folder has a pack of other photos.
        case otherPhotos
        /// `pack.json` is not a manifest of a pack, or one that was damaged.
        case damagedManifest
        /// `pack.json` was written by a later version.
        case newerManifest
        /// Something other than a folder stands where the stickers belong.
        case inTheWay
        /// Another run is writing this pack.
        case inUse
        /// The ZIP could not be written or read, for a reason that is not the system's.
        case archive
        /// The pack's platform cannot be told, or other files lie where a pack is to be written.
        case notATarget
        /// The folder has parts of another number.
        case otherParts
        /// There are more parts than a folder may have.
        case tooManyParts
        /// The output has stickers that were made with other settings.
        case otherRun
        /// No worker has written to the output.
        case nothingMade
        /// There is no record of some photos yet: their parts are not done.
        case unfinished
        /// Storage that is reached over a network cannot be reached, or has no room.
        case unreachable
        /// Storage that is reached over a network does not let these credentials in, or is not there.
        case refused
        /// A sticker of the pack is not a picture any more.
        case damagedSticker
        /// A sticker that moves does not fit into a platform's limits.
        case doesNotFit
        /// FFmpeg cannot write a sticker that moves.
        case movie
        /// A file with what is said of photos breaks a rule in that line.
        case badMetadata(line: Int)
    }

    /// The reason.
    public let code: Code
    /// The file or folder.
    package let path: FilePath
    /// One sentence for a person: the path, the rule and what to do.
    public let description: String

    /// An error with its reason in words.
    package init(_ code: Code, _ path: FilePath, _ description: String) {
        self.code = code
        self.path = path
        self.description = description
    }

    /// The error of a file.
    package init(_ error: FileError) {
        self.init(.file(error.cause), error.path, error.description)
    }
}

extension PackError {
    /// Whether the same call may succeed later with nothing changed by a person: the disk is full, storage cannot be
    /// reached, workers are not done.
    package var isTemporary: Bool {
        switch code {
        case .unreachable, .unfinished: true
        case .file(let cause): FileError("", path, cause: cause).isTemporary
        default: false
        }
    }

    static func archive(ofMany count: Int, _ folder: FilePath) -> PackError {
        PackError(
            .archive, folder, "a pack of more than \(count) photos is not written as a ZIP: leave out --zip")
    }

    static func otherPhotos(_ absent: GivenPhotos.Absent, in folder: FilePath) -> PackError {
        let stickers = absent.stickerCount == 1 ? "a sticker" : "\(absent.stickerCount) stickers"
        let named = absent.sources.joined(separator: ", ")
        let rest = absent.photoCount - absent.sources.count
        let others = rest <= 0 ? "" : rest == 1 ? " and another" : " and \(rest) others"
        return PackError(
            .otherPhotos, folder,
            "\(folder) has \(stickers) of photos that were not given (\(named)\(others)), "
                + "which would be lost: choose another folder, or replace the pack")
    }
}

/// Runs `body` with its error about a file turned into one about the pack.
package func asPackError<Result: ~Copyable>(_ body: () throws(FileError) -> Result) throws(PackError) -> Result {
    try rethrowing(PackError.init, body)
}
