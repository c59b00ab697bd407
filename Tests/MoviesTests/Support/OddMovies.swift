import Files
import Movies
import TestSupport
import Testing

/// Movies made with the `ffmpeg` command, which `Scripts/setup` installs: kinds that the writer does not write.
struct OddMovies {
    let folder = TemporaryFolder()

    /// - Parameter arguments: of `ffmpeg`, without the output.
    func make(_ name: String, _ arguments: String) async throws -> FilePath {
        let path = folder.path.appending(name)
        let words = arguments.split(separator: " ").map { FilePath(String($0)) }
        let output = try await Subprocess(
            "ffmpeg", ["-nostdin", "-v", "error", "-y", "-bitexact"] + words + [path]
        ).run()
        try #require(output.succeeded, "ffmpeg: \(output.errorText)")
        return path
    }

    func bytes(_ name: String, _ arguments: String) async throws -> [UInt8] {
        try await make(name, arguments).readBytes()
    }
}

/// All that a source gives.
struct ReadMovie {
    var info: MovieInfo
    var frames: [VideoFrame] = []
    var sound: [AudioChunk] = []
    var error: MovieError?
    var loss: MovieLoss?

    init(_ source: MovieSource, _ options: ReadingOptions = ReadingOptions(pool: FramePool(capacity: 2000)))
        async throws
    {
        let reader = try await MovieReader.open(source, options)
        info = reader.info
        do {
            for try await sample in reader.samples {
                switch sample {
                case .picture(let frame): frames.append(frame)
                case .sound(let chunk): sound.append(chunk)
                }
            }
        } catch {
            self.error = error
        }
        loss = reader.loss
        await reader.stop()
    }

    var times: [Int64] { frames.map(\.time) }
    var soundFrames: Int { sound.reduce(0) { $0 + $1.frameCount } }
}

/// The error with which a source refuses to open.
func refusal(_ source: MovieSource, _ options: ReadingOptions = ReadingOptions()) async -> MovieError? {
    do throws(MovieError) {
        let reader = try await MovieReader.open(source, options)
        await reader.stop()
        return nil
    } catch {
        return error
    }
}
