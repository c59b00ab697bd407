import Files
import Movies
import SlitScan

/// One file of a recording, told to its owner when it is whole, however the recording ends.
struct MoviePart: Sendable {
    let path: FilePath
    let container: MovieSettings.Container
    /// 1 for the first file of a recording.
    let number: Int
    var frames = 0
    var seconds = 0.0
}

/// Writes a file of a recording and counts what is in it.
actor KeptMovieSink: MovieSink {
    private let sink: any MovieSink
    let takesSound: Bool
    private var part: MoviePart
    private var firstTime: Int64?
    private let onEnd: @Sendable (MoviePart) async -> Void

    private init(
        _ sink: any MovieSink, _ part: MoviePart, onEnd: @escaping @Sendable (MoviePart) async -> Void
    ) {
        self.sink = sink
        takesSound = sink.takesSound
        self.part = part
        self.onEnd = onEnd
    }

    /// Makes the files of a recording, each in its own path.
    static func sinks(
        _ settings: MovieSettings, newPath: @escaping @Sendable () -> FilePath,
        onEnd: @escaping @Sendable (MoviePart) async -> Void
    ) -> MovieSinkMaker {
        { info throws(ScanError) in
            let name = newPath().description + "." + settings.container.rawValue
            let part = MoviePart(path: FilePath(name), container: settings.container, number: info.part)
            var first = info
            first.part = 1
            do throws(ScanError) {
                return KeptMovieSink(try await settings.sinks(at: part.path)(first), part, onEnd: onEnd)
            } catch {
                try? part.path.removeFile()
                throw error
            }
        }
    }

    func write(_ sample: MovieSample) async throws(ScanError) {
        try await sink.write(sample)
        guard case .picture(let frame) = sample else { return }
        let first = firstTime ?? frame.time
        firstTime = first
        part.frames += 1
        part.seconds = Double(frame.time - first) / 1e9
    }

    func finish() async throws(ScanError) {
        do throws(ScanError) {
            try await sink.finish()
        } catch {
            await onEnd(part)
            throw error
        }
        await onEnd(part)
    }
}
