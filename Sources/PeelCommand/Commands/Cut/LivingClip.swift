import Clips
import Movies
import Peel

/// Makes a sticker that moves of a movie, with the library.
struct LivingClip {
    private let request: LivingClipRequest
    private let maker: LivingStickerMaker
    private let rules: LivingRules

    /// The longer side at which frames are looked at first.
    private static let surveySide = 384

    /// Loads the network.
    init(_ request: LivingClipRequest) async throws {
        guard let rules = request.target.rules.living else {
            preconditionFailure("the platform takes no such stickers")
        }
        let executor = PhotoExecutor.shared
        let segmenter = try await request.engine.segmenter(streams: executor.threadCount, executor: executor)
        let processor = ClipProcessor(
            segmenter: segmenter, refiner: AlphaRefiner(strength: request.strength), executor: executor)
        maker = LivingStickerMaker(processor, options: request.options)
        self.request = request
        self.rules = rules
    }

    /// Writes the sticker, whole or not at all.
    ///
    /// - Parameter progress: called with the number of frames that are cut.
    @concurrent
    func write(progress: @escaping @Sendable (Int) -> Void) async throws -> LivingEncoder.Encoded {
        let sticker: Clips.LivingSticker
        do {
            let side = try await maker.frameSide(for: try await frames(side: Self.surveySide))
            sticker = try await maker.make(of: try await frames(side: side), progress: progress)
        } catch let error as ClipError {
            throw CommandFailure("\(request.clip): \(error)")
        }
        let encoded = try await LivingEncoder(rules, scratch: request.output.parent).encode(
            sticker, named: request.clip)
        try await maker.processor.executor.run {
            () throws(FileError) in try AtomicFile.write(encoded.bytes, to: request.output, followingLinks: true)
        }
        return encoded
    }

    private func frames(side: Int) async throws -> ScaledFrames {
        let reader = try await MovieReader.open(
            .file(request.clip),
            ReadingOptions(wantsSound: false, limits: request.limits, pool: FramePool(capacity: 8)))
        guard let picture = reader.info.picture else {
            throw CommandFailure("\(request.clip): it has sound alone, and nothing to cut")
        }
        let size = picture.format.displaySize
        return ScaledFrames(
            reader: reader, size: size.scaled(by: min(1, Double(side) / Double(size.longestSide))))
    }
}

/// The frames of a movie as a person sees them, made smaller.
private struct ScaledFrames: AsyncSequence, Sendable {
    let reader: MovieReader
    /// Of the first; others are brought to it.
    let size: PixelSize

    func makeAsyncIterator() -> Iterator {
        Iterator(samples: reader.samples.makeAsyncIterator(), size: size)
    }

    struct Iterator: AsyncIteratorProtocol {
        var samples: MovieSamples.Iterator
        let size: PixelSize
        private let scaler = FrameScaler()

        init(samples: MovieSamples.Iterator, size: PixelSize) {
            self.samples = samples
            self.size = size
        }

        mutating func next() async throws(MovieError) -> ClipFrame? {
            while let sample = try await samples.next(isolation: #isolation) {
                guard case .picture(let frame) = sample else { continue }
                let picture = try scaler.bitmap(of: frame, longestSide: size.longestSide)
                return ClipFrame(picture.size == size ? picture : picture.resized(to: size), time: frame.time)
            }
            return nil
        }
    }
}
