import Clips
import Movies
import Peel
import Synchronization

/// Cuts the subject out of a movie with the library: frames come and go one by one, however long it is.
struct ClipCutting {
    private let request: ClipRequest
    private let processor: ClipProcessor
    private let backdrop: Bitmap?
    private let reader: MovieReader
    private let size: PixelSize

    /// Opens the movie and loads the network.
    init(_ request: ClipRequest) async throws {
        let executor = PhotoExecutor.shared
        reader = try await MovieReader.open(
            .file(request.clip),
            ReadingOptions(
                wantsSound: request.keepsSound, limits: request.limits, pool: FramePool(capacity: 16)))
        guard let picture = reader.info.picture else {
            throw CommandFailure("\(request.clip): it has sound alone, and nothing to cut")
        }
        let size = picture.format.displaySize
        self.size = size
        let segmenter = try await request.engine.segmenter(streams: executor.threadCount, executor: executor)
        processor = ClipProcessor(
            segmenter: segmenter, refiner: AlphaRefiner(strength: request.strength), executor: executor)
        switch request.background {
        case .nothing: backdrop = nil
        case .color(let color): backdrop = Bitmap(size: size, filledWith: color)
        case .picture(let file):
            var options = ProcessingOptions(size: .longestSide(size.longestSide))
            try await options.readBackground(file, request.pictureLimits, on: executor)
            guard case .picture(let picture) = options.background else {
                preconditionFailure("a background that was read is a picture")
            }
            backdrop = await executor.run { picture.covering(size) }
        }
        self.request = request
    }

    /// How many frames the movie says it has; `nil` when it does not say.
    private var frameCount: Int? {
        if let count = reader.info.frameCount { return count }
        guard let duration = reader.info.duration, let rate = reader.info.picture?.frameRate else { return nil }
        return max(1, Int((Double(duration) / 1e9 * rate).rounded()))
    }

    /// Writes the cut movie. Until all of it is there, nothing stands at its place.
    ///
    /// - Parameter progress: called with how many frames are done, of about how many.
    @concurrent
    func run(progress: @escaping @Sendable (_ done: Int, _ total: Int?) -> Void) async throws -> CutClip {
        do {
            return try await AtomicFile.writeMovie(to: request.output) { place in
                let made = try await write(to: place, progress)
                guard made.subjectCount > 0 else {
                    throw CommandFailure(
                        "\(request.clip): no subject was found in any of its \(made.frameCount) frames")
                }
                return made
            }
        } catch let error as ClipError {
            throw CommandFailure("\(request.clip): \(error)")
        }
    }

    private func write(
        to place: FilePath, _ progress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws -> CutClip {
        let settings = MovieSettings(
            container: request.container, rate: .quality(request.quality), speed: .fast, hasSound: request.keepsSound,
            queueCapacity: 4)
        let writer = try await MovieWriter.create(
            place, settings, first: VideoFormat(size: size, hasAlpha: !request.isOpaque), sound: reader.info.sound,
            frameRate: reader.info.picture?.frameRate ?? 30)
        let sound = WaitingSound()
        let maker = FrameMaker(hasAlpha: !request.isOpaque, pool: FramePool(capacity: 8))
        var made = CutClip()
        for try await frame in processor.cut(UprightFrames(reader: reader, size: size, sound: sound)) {
            let picture = await processor.executor.run { await self.finished(frame) }
            let video = try await maker.frame(of: picture, number: made.frameCount, time: frame.time)
            try await writer.write(.picture(video))
            for chunk in sound.take() { try await writer.write(.sound(chunk)) }
            made.frameCount += 1
            made.subjectCount += frame.hasSubject ? 1 : 0
            progress(made.frameCount, frameCount)
        }
        for chunk in sound.take() { try await writer.write(.sound(chunk)) }
        _ = try await writer.finish()
        made.loss = reader.loss?.description
        return made
    }

    @concurrent
    private func finished(_ frame: CutFrame) async -> Bitmap {
        if request.writesMask { return frame.picture.alphaAsGrey }
        guard let backdrop else { return frame.picture.withBledColors(blockSize: 16) }
        return frame.picture.composited(over: backdrop)
    }
}

/// What came of a movie.
struct CutClip: Equatable, Sendable {
    var frameCount = 0
    /// Frames with a subject.
    var subjectCount = 0
    /// What the movie should have had and did not.
    var loss: String?
}

/// Sound that came with the frames, and waits until these are cut.
private final class WaitingSound: Sendable {
    private let chunks = Mutex<[AudioChunk]>([])

    func add(_ chunk: AudioChunk) { chunks.withLock { $0.append(chunk) } }

    func take() -> [AudioChunk] {
        chunks.withLock { chunks in
            defer { chunks = [] }
            return chunks
        }
    }
}

/// The frames of a movie as a person sees them.
private struct UprightFrames: AsyncSequence, Sendable {
    let reader: MovieReader
    /// Of the first; others are brought to it.
    let size: PixelSize
    let sound: WaitingSound

    func makeAsyncIterator() -> Iterator {
        Iterator(samples: reader.samples.makeAsyncIterator(), size: size, sound: sound)
    }

    struct Iterator: AsyncIteratorProtocol {
        var samples: MovieSamples.Iterator
        let size: PixelSize
        let sound: WaitingSound
        private let scaler = FrameScaler()

        init(samples: MovieSamples.Iterator, size: PixelSize, sound: WaitingSound) {
            self.samples = samples
            self.size = size
            self.sound = sound
        }

        mutating func next() async throws(MovieError) -> ClipFrame? {
            while let sample = try await samples.next(isolation: #isolation) {
                switch sample {
                case .sound(let chunk): sound.add(chunk)
                case .picture(let frame):
                    let picture = try scaler.bitmap(of: frame, longestSide: size.longestSide)
                    return ClipFrame(picture.size == size ? picture : picture.resized(to: size), time: frame.time)
                }
            }
            return nil
        }
    }
}

extension Bitmap {
    /// Opaque: white where the bitmap is, black where it is not.
    fileprivate var alphaAsGrey: Bitmap {
        var grey = self
        grey.pixels.withUnsafeMutableBufferPointer { pixels in
            for index in stride(from: 0, to: pixels.count, by: 4) {
                let alpha = pixels[index + 3]
                (pixels[index], pixels[index + 1], pixels[index + 2], pixels[index + 3]) = (alpha, alpha, alpha, 255)
            }
        }
        return grey
    }
}
