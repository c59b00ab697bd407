import Execution
public import Imaging
public import Stickers

/// Cuts the subject out of each frame of a clip, in order.
///
///     let processor = ClipProcessor(segmenter: try SubjectSegmenter())
///     for try await frame in processor.cut(frames) { show(frame) }
///
/// Few frames are in memory at a time, however long the clip is, and they are read a few ahead of what is asked for.
/// The work runs on its executor, several frames at once; a task that is cancelled ends it before the next step.
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
    ///   - frames: all of one size, by rising time. They may pause: where they end, all frames so far are cut, and an
    ///     iterator that is asked again afterwards asks for more.
    ///   - marks: strokes of a brush (`keep`, `remove`), and subjects that are meant (`only`, `with`, `without`). Each
    ///     holds
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

    init(_ frames: Source, _ processor: ClipProcessor, marks: [MatteStroke] = [], known: ClipMarks = .none) {
        self.frames = frames
        pipeline = ClipPipeline(processor, marks: marks, known: known)
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(frames.makeAsyncIterator(), pipeline)
    }

    /// Cuts the frames batch by batch. While the caller uses one batch, the next is in work.
    package struct Iterator: AsyncIteratorProtocol {
        private var source: Source.AsyncIterator
        /// `nil` while it is in work.
        private var pipeline: ClipPipeline?
        private var work: PipelineWork?
        private var done: [CutFrame] = []
        private var hasBegun = false
        private var hasEnded = false
        /// Why the source ended; thrown after the frames that are done.
        private var failure: ClipError?

        init(_ source: Source.AsyncIterator, _ pipeline: ClipPipeline) {
            self.source = source
            self.pipeline = pipeline
        }

        package mutating func next() async throws(ClipError) -> CutFrame? {
            try await next(isolation: #isolation)
        }

        package mutating func next(isolation actor: isolated (any Actor)?) async throws(ClipError) -> CutFrame? {
            if !hasBegun {
                hasBegun = true
                await begin(actor)
            }
            while done.isEmpty, let work {
                guard !Task.isCancelled else {
                    _ = try? await work.value
                    self.work = nil
                    throw .cutting(ClipProcessor.cancelled)
                }
                let (pipeline, done) = try await work.value
                (self.pipeline, self.done, self.work) = (pipeline, done, nil)
                await begin(actor)
            }
            guard done.isEmpty else { return done.removeFirst() }
            if let failure { throw failure }
            // A cancelled one has no pipeline any more.
            if pipeline != nil { (hasBegun, hasEnded) = (false, false) }
            return nil
        }

        /// Reads the next batch, and starts its work.
        private mutating func begin(_ actor: isolated (any Actor)?) async {
            var frames: [ClipFrame] = []
            while frames.count < ClipPipeline.batch(of: frames.first?.picture.size), !hasEnded {
                do {
                    if let frame = try await source.next(isolation: actor) {
                        frames.append(frame)
                    } else {
                        hasEnded = true
                    }
                } catch {
                    failure = .source(error)
                    return
                }
            }
            guard let pipeline, !hasEnded || !frames.isEmpty || !pipeline.isEmpty else { return }
            work = PipelineWork(pipeline, frames, hasEnded: hasEnded)
            self.pipeline = nil
        }
    }
}

/// A batch in work. It is cancelled with the task that waits for it, and with the iterator that began it.
private final class PipelineWork: Sendable {
    private let task: TypedTask<(ClipPipeline, [CutFrame]), ClipError>

    init(_ pipeline: ClipPipeline, _ frames: [ClipFrame], hasEnded: Bool) {
        task = Task {
            await Result { () async throws(ClipError) in
                var pipeline = pipeline
                let done = try await pipeline.advance(frames, hasEnded: hasEnded)
                return (pipeline, done)
            }
        }
    }

    deinit {
        task.cancel()
    }

    var value: (ClipPipeline, [CutFrame]) {
        get async throws(ClipError) {
            let result = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            return try result.get()
        }
    }
}
