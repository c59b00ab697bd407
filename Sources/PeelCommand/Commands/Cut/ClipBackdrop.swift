import Movies
import Peel

/// What stands behind the subject of a movie, as large as the movie.
enum ClipBackdrop {
    case nothing
    case picture(Bitmap)
    case movie(BackdropMovie)

    init(_ background: ClipRequest.Background, _ request: ClipRequest, _ size: PixelSize) async throws {
        switch background {
        case .nothing: self = .nothing
        case .color(let color): self = .picture(Bitmap(size: size, filledWith: color))
        case .picture(let file):
            let executor = PhotoExecutor.shared
            var options = ProcessingOptions(size: .longestSide(size.longestSide))
            try await options.readBackground(file, request.pictureLimits, on: executor)
            guard case .picture(let picture) = options.background else {
                preconditionFailure("a background that was read is a picture")
            }
            self = .picture(await executor.run { picture.covering(size) })
        case .movie(let file): self = .movie(try await BackdropMovie(file, request.limits, size))
        }
    }

    /// The picture at a time, in nanoseconds from the first; these increase. `nil` if there is none.
    mutating func picture(at time: Int64) async throws -> Bitmap? {
        switch self {
        case .nothing: return nil
        case .picture(let picture): return picture
        case .movie(var movie):
            let picture = try await movie.picture(at: time)
            self = .movie(movie)
            return picture
        }
    }
}

/// A movie behind another, which begins again at its end. One frame is in memory.
struct BackdropMovie {
    private let file: FilePath
    private let limits: MovieLimits
    private let size: PixelSize
    private let scaler = FrameScaler()
    private var reader: MovieReader
    private var samples: MovieSamples.Iterator
    /// The time at which this round began, and at which its last frame so far ends.
    private var (began, ends): (Int64, Int64) = (0, 0)
    /// What is shown now, and the frame after it, with its time.
    private var shown: Bitmap?
    private var next: VideoFrame

    init(_ file: FilePath, _ limits: MovieLimits, _ size: PixelSize) async throws {
        (self.file, self.limits, self.size) = (file, limits, size)
        reader = try await Self.open(file, limits)
        samples = reader.makeIterator()
        guard let first = try await Self.frame(&samples) else {
            throw CommandFailure("\(file): the background movie has no frames")
        }
        next = first
        ends = Self.duration(reader)
    }

    private static func open(_ file: FilePath, _ limits: MovieLimits) async throws -> MovieReader {
        try await MovieReader.open(
            .file(file), ReadingOptions(wantsSound: false, limits: limits, pool: FramePool(capacity: 6)))
    }

    private static func frame(_ samples: inout MovieSamples.Iterator) async throws -> VideoFrame? {
        while let sample = try await samples.next() {
            if case .picture(let frame) = sample { return frame }
        }
        return nil
    }

    /// How long a frame is shown, by the movie's own claim.
    private static func duration(_ reader: MovieReader) -> Int64 {
        Int64(1e9 / min(max(reader.info.picture?.frameRate ?? 30, 1), 1000))
    }

    mutating func picture(at time: Int64) async throws -> Bitmap {
        var latest: VideoFrame?
        while latest == nil && shown == nil || next.time <= time {
            latest = next
            try await advance()
        }
        if let latest {
            shown = try scaler.bitmap(of: latest, longestSide: .max).covering(size)
        }
        guard let shown else { preconditionFailure("a frame is shown from the first on") }
        return shown
    }

    private mutating func advance() async throws {
        if let frame = try await Self.frame(&samples) {
            next = frame.with(number: frame.number, time: began + frame.time)
            ends = next.time + Self.duration(reader)
            return
        }
        reader = try await Self.open(file, limits)
        samples = reader.makeIterator()
        guard let first = try await Self.frame(&samples) else {
            throw CommandFailure("\(file): the background movie ended unexpectedly")
        }
        began = ends
        next = first.with(number: 0, time: began)
        ends = began + Self.duration(reader)
    }
}
