import Movies
import Peel

/// What `peel doctor` found.
struct Examination: Sendable {
    struct Network: Equatable, Sendable {
        var name: String
        var family: String
        var inputSize: PixelSize
        /// Where it ran.
        var device: String
        var milliseconds: Double
    }

    struct Cache: Equatable, Sendable {
        var folder: FilePath
        var bytes: Int
        /// Why no file can be kept in it; `nil` when one can.
        var problem: String?
    }

    struct Format: Equatable, Sendable {
        var name: String
        /// `nil` when its sample was decoded as it should be.
        var problem: String?
    }

    /// Each library's name and version.
    var versions: [(name: String, version: String)]
    var network: Result<Network, CommandFailure>
    /// Devices on which a network could run.
    var devices: [String]
    var cores: Int
    var formats: [Format]
    /// `nil` when there is no home folder to keep it in.
    var cache: Cache?
    /// FFmpeg's version, or why neither videos nor cameras can be used.
    var videos: Result<String, CommandFailure>
    /// The connected ones.
    var cameras: [CameraDevice]

    /// Whether the program can do its work here. A cache that cannot be written only costs time, and photos need no
    /// FFmpeg.
    var isWell: Bool {
        guard case .success = network else { return false }
        return formats.allSatisfy { $0.problem == nil }
    }
}
