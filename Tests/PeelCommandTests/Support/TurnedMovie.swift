import Files
import TestSupport
import Testing

/// Movies as phones store what they filmed upright: lying, with a matrix that turns them.
enum TurnedMovie {
    /// - Parameters:
    ///   - degrees: how far a player turns it, anticlockwise.
    ///   - movie: as it lies.
    static func write(_ degrees: Int, of movie: FilePath, to turned: FilePath) async throws {
        // From FFmpeg 6 on, the matrix is an option; before, it was made of a word in the file.
        let options = try await Subprocess("ffmpeg", ["-nostdin", "-hide_banner", "-h", "long"]).run().outputText
        let turning: (before: [FilePath], after: [FilePath]) =
            options.contains("-display_rotation")
            ? (["-display_rotation", FilePath("\(degrees)")], [])
            : ([], ["-metadata:s:v:0", FilePath("rotate=\(degrees)")])
        let arguments = ["-nostdin", "-v", "error", "-y"] + turning.before + ["-i", movie, "-c", "copy"]
        let output = try await Subprocess("ffmpeg", arguments + turning.after + [turned]).run()
        try #require(output.succeeded, "\(output.errorText)")
    }
}
