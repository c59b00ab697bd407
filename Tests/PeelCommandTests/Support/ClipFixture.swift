import Peel
import TestSupport
import Testing

/// Short clips of a photo, made by FFmpeg, and what other programs read of the results.
struct ClipFixture {
    let folder = TemporaryFolder()

    func path(_ name: FilePath) -> FilePath { folder.path.appending(name) }

    func cut(_ arguments: FilePath..., onOutput: Subprocess.Listener? = nil) async throws -> Subprocess.Output {
        try await BuiltProgram.run(["cut"] + arguments, onOutput: onOutput)
    }

    func ffmpeg(_ arguments: FilePath...) async throws {
        let made = try await Subprocess("ffmpeg", ["-nostdin", "-v", "error"] + arguments).run()
        #expect(made.succeeded, "\(made.errorText)")
    }

    func probe(_ movie: FilePath, _ entries: FilePath) async throws -> String {
        let output = try await Subprocess(
            "ffprobe", ["-v", "error", "-count_frames", "-show_entries", entries, "-of", "csv=p=0", movie]
        ).run()
        #expect(output.succeeded, "\(output.errorText)")
        return output.outputText
    }

    /// Some frames of a photo, 320 × 320 at 20 a second, with a tone. A red square on the astronaut's suit marks frame
    /// 2.
    func clip(frames: Int = 4, named name: FilePath = "clip.mp4") async throws -> FilePath {
        let photo = checkout.appending("Tests/StickersTests/Fixtures/reference/astronaut.input.png")
        try await ffmpeg(
            "-loop", "1", "-r", "20", "-i", photo, "-f", "lavfi", "-i", "sine", "-t",
            FilePath("\(Double(frames) / 20)"), "-vf",
            "drawbox=x=130:y=270:w=40:h=40:color=red:t=fill:enable='eq(n,2)'", "-c:v", "libx264", "-pix_fmt",
            "yuv420p", "-c:a", "aac", path(name))
        return path(name)
    }

    /// Most of ten such frames: a download that broke off.
    func shortClip() async throws -> FilePath {
        let (ten, all) = (try await clip(frames: 10, named: "ten.mp4"), path("whole.mp4"))
        try await ffmpeg("-i", ten, "-g", "1", "-movflags", "+faststart", all)
        let whole = try all.readBytes()
        try AtomicFile.write(Array(whole.prefix(whole.count * 3 / 4)), to: path("short.mp4"))
        return path("short.mp4")
    }

    /// The frames of a movie, as FFmpeg's decoder draws them.
    func frames(_ movie: FilePath) async throws -> [Bitmap] {
        let folder = path("decoded")
        try? folder.createFolder()
        let decoder: [FilePath] = movie.pathExtension == "webm" ? ["-c:v", "libvpx-vp9"] : []
        let read = try await Subprocess(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y"] + decoder + [
                "-i", movie, "-fps_mode", "passthrough", "-pix_fmt", "rgba", folder.appending("%03d.png"),
            ]
        ).run()
        #expect(read.succeeded, "\(read.errorText)")
        let names = try folder.names()
        defer { for name in names { try? folder.appending(name).removeFile() } }
        return try names.map { try ImageSource(folder.appending($0).readBytes()).decode() }
    }

    /// Each is named in one line, and nothing is left of it. A movie without a subject and a text are among them.
    ///
    /// - Parameter more: follows the result's name.
    func refuses(_ inputs: [(FilePath, words: String)], _ more: FilePath...) async throws {
        try await ffmpeg("-f", "lavfi", "-i", "color=c=gray:s=160x120:r=10:d=0.5", path("empty.mp4"))
        try AtomicFile.write(Array("no movie".utf8), to: path("text.mp4"))
        let usual = [
            (path("empty.mp4"), words: "no subject was found in any of its 5 frames"),
            (path("text.mp4"), words: "cannot read"),
        ]
        for (input, words) in usual + inputs {
            let output = try await BuiltProgram.run(["cut", input, "-o", path("out.webm")] + more)
            #expect(output.exit == .exited(1) && output.errorText.contains(words), "\(input): \(output.errorText)")
            #expect(output.errorText.split(separator: "\n").count == 1)
        }
        let left = try folder.path.names().map(\.description).filter { $0.hasPrefix("out") || $0.hasPrefix(".") }
        #expect(left.isEmpty, "\(left)")
    }

    /// What is left beside what the test made itself.
    func left(besides known: FilePath...) throws -> [FilePath] {
        try folder.path.names().filter { !known.contains($0) }
    }
}

extension Bitmap {
    /// Whether the astronaut's suit is there, and the wall beside her is not.
    var showsAstronautAlone: Bool {
        self[150, 290].alpha > 250 && self[310, 60].alpha < 5 && self[310, 8].alpha < 5
    }
}
