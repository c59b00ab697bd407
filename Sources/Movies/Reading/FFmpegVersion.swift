import CFFmpeg
import Files

/// A version of FFmpeg. Another version's libraries have other structures.
struct FFmpegVersion: Equatable {
    /// The number of libavutil: 59 in `libavutil.so.59`.
    let utilities: Int32

    /// The version that this program was built with, and the only one that it opens.
    static let built = FFmpegVersion(utilities: LIBAVUTIL_VERSION_MAJOR)

    /// The versions in the packages of systems, and the systems' names for people.
    private static let packaged: [String: (version: FFmpegVersion, name: String)] = [
        "bookworm": (FFmpegVersion(utilities: 57), "5.1"),
        "noble": (FFmpegVersion(utilities: 58), "6.1"),
        "trixie": (FFmpegVersion(utilities: 59), "7.1"),
        "plucky": (FFmpegVersion(utilities: 59), "7.1"),
        "questing": (FFmpegVersion(utilities: 59), "7.1"),
        "resolute": (FFmpegVersion(utilities: 60), "8.0"),
        "forky": (FFmpegVersion(utilities: 61), "9.0"),
    ]

    /// The name of the version. From FFmpeg 5 on, each has its own number of libavutil.
    private var name: String { "FFmpeg \(utilities - 52)" }
    /// The package that installs all others.
    private var package: String { "libavdevice\(utilities + 2)" }

    /// Returns what to do on a system that lacks this version's libraries.
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
