import CFFmpeg
import Files

/// A version of FFmpeg, told by its libraries' names: those of another one have other structures.
struct FFmpegVersion: Equatable {
    /// The number in the name of libavutil: 59 in `libavutil.so.59`.
    let utilities: Int32

    /// What this program was built with, and opens alone.
    static let built = FFmpegVersion(utilities: LIBAVUTIL_VERSION_MAJOR)

    /// What a system's packages have, and how its people call it.
    private static let packaged: [String: (version: FFmpegVersion, name: String)] = [
        "bookworm": (FFmpegVersion(utilities: 57), "5.1"),
        "noble": (FFmpegVersion(utilities: 58), "6.1"),
        "trixie": (FFmpegVersion(utilities: 59), "7.1"),
        "plucky": (FFmpegVersion(utilities: 59), "7.1"),
        "questing": (FFmpegVersion(utilities: 59), "7.1"),
        "resolute": (FFmpegVersion(utilities: 60), "8.0"),
    ]

    /// From FFmpeg 5 on, each has libraries of its own.
    private var name: String { "FFmpeg \(utilities - 52)" }
    /// The package that brings all others.
    private var package: String { "libavdevice\(utilities + 2)" }

    /// What to do on a system where something of this version's libraries is missing.
    func advice(on system: SystemRelease) -> String {
        guard let packaged = system.codename.flatMap({ Self.packaged[$0] }) else {
            return
                "install the libraries of \(name) (\(package) in Debian's way of naming), or build Peel on this system"
        }
        if packaged.version == self { return "apt-get install \(package)" }
        return "\(system.name) has FFmpeg \(packaged.name), and this Peel was built for \(name): "
            + "install the one that was packed for this system, or build Peel there"
    }
}
