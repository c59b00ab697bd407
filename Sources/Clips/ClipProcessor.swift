public import Imaging
public import Stickers

/// Cuts the subject out of each frame of a clip, in order.
///
///     let processor = ClipProcessor(segmenter: try SubjectSegmenter())
///     for try await frame in processor.cut(frames) { show(frame) }
///
/// Few frames are in memory at a time, however long the clip is, and no more are read than are asked for. The work runs
/// on its executor, several frames at once; a task that is cancelled ends it before the next step.
///
/// The mattes of neighbouring frames are carried along the motion between them and averaged, so that the cut does not
/// flicker: a frame comes out once the two after it are known.
public struct ClipProcessor: Sendable {
    /// The network that finds the subjects.
    package let segmenter: SubjectSegmenter
    /// How much is taken for subject: -1 cautious (only what is certain) … 0 … 1 greedy.
    package var strength: Double
    /// The executor of all work.
    package let executor: PhotoExecutor

    /// The presence below which a frame, judged with its neighbours, has no subject.
    static let leastPresence = 0.5
    /// The agreement of two looks that is required, as in a photo.
    static let leastAgreement = 0.5
    static let cancelled = StickerError(.cancelled, "cancelled")

    /// Creates a processor, which serves any number of clips.
    public init(segmenter: SubjectSegmenter, strength: Double = 0, executor: PhotoExecutor = .shared) {
        self.segmenter = segmenter
        self.strength = strength
        self.executor = executor
    }

    /// Returns the frames of a clip, cut as they are asked for.
    ///
    /// - Parameters:
    ///   - frames: all of one size, by rising time.
    ///   - marks: strokes of a brush (`keep`, `remove`), and subjects that are meant (`only`, `with`, `without`). Each holds
    ///     from its frame on, along the motion, until that cannot be trusted.
    public func cut<Source: AsyncSequence & Sendable>(
        _ frames: Source, marks: [MatteStroke] = []
    ) -> some AsyncSequence<CutFrame, ClipError> & Sendable where Source.Element == ClipFrame {
        CutFrames(frames, self, marks: marks)
    }

    /// Returns the frames of a clip whose marks were carried to all of them.
    func cut<Source: AsyncSequence & Sendable>(_ frames: Source, known: ClipMarks) -> CutFrames<Source> {
        CutFrames(frames, self, known: known)
    }
}

/// The sequence of cut frames: as many as come in, in order.
package struct CutFrames<Source: AsyncSequence & Sendable>: AsyncSequence, Sendable where Source.Element == ClipFrame {
    package typealias Element = CutFrame
    package typealias Failure = ClipError

    private let frames: Source
    private let pipeline: ClipPipeline
    private let batch: Int

    init(_ frames: Source, _ processor: ClipProcessor, marks: [MatteStroke] = [], known: ClipMarks = .none) {
        self.frames = frames
        pipeline = ClipPipeline(processor, marks: marks, known: known)
        batch = processor.executor.threadCount
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(frames.makeAsyncIterator(), pipeline, batch)
    }

    /// Cuts the frames batch by batch.
    package struct Iterator: AsyncIteratorProtocol {
        private var source: Source.AsyncIterator
        private var pipeline: ClipPipeline
        private let batch: Int
        private var done: [CutFrame] = []
        private var hasEnded = false

        init(_ source: Source.AsyncIterator, _ pipeline: ClipPipeline, _ batch: Int) {
            self.source = source
            (self.pipeline, self.batch) = (pipeline, batch)
        }

        package mutating func next() async throws(ClipError) -> CutFrame? {
            try await next(isolation: #isolation)
        }

        package mutating func next(isolation actor: isolated (any Actor)?) async throws(ClipError) -> CutFrame? {
            while done.isEmpty, !hasEnded || !pipeline.isEmpty {
                guard !Task.isCancelled else { throw .cutting(ClipProcessor.cancelled) }
                var frames: [ClipFrame] = []
                while frames.count < batch, !hasEnded {
                    do {
                        if let frame = try await source.next(isolation: actor) {
                            frames.append(frame)
                        } else {
                            hasEnded = true
                        }
                    } catch {
                        throw .source(error)
                    }
                }
                done = try await pipeline.advance(frames, hasEnded: hasEnded)
            }
            return done.isEmpty ? nil : done.removeFirst()
        }
    }
}
