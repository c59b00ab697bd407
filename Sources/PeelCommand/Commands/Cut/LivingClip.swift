import Clips
import Peel

/// Makes a sticker that moves of a movie, with the library.
struct LivingClip {
    private let request: LivingClipRequest
    private let maker: LivingStickerMaker

    /// What a person is told of a sticker.
    struct Made: Sendable {
        /// Whether a word is too wide.
        var isTextCut: Bool
        /// What a clip that is cut short lacks.
        var loss: String?
        /// The part of the clip that was searched for, in nanoseconds; `nil` for the beginning, and for one that was
        /// given.
        var found: Range<Int64>?
        /// How many frames the platform takes, of those that there are; `nil` without a platform.
        var kept: (Int, of: Int)?
    }

    /// Loads the network.
    init(_ request: LivingClipRequest) async throws {
        let executor = PhotoExecutor.shared
        let segmenter = try await request.engine.segmenter(
            streams: executor.threadCount, executor: executor, forFrames: true)
        let processor = ClipProcessor(
            segmenter: segmenter, strength: request.strength, executor: executor)
        maker = LivingStickerMaker(processor, options: request.options)
        self.request = request
    }

    /// Writes the sticker, whole or not at all.
    ///
    /// - Parameter progress: called with the number of frames that are cut, and with that of all.
    @concurrent
    func write(
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> Made {
        let sticker: Clips.LivingSticker
        do {
            let clip = await maker.processor.executor.run { [request] in
                ClipFile(request.clip, limits: request.limits)
            }
            let marks = try await request.marking.strokes(in: clip.facts().size)
            let memory = request.mostMemory.map { MemoryBudget(bytes: $0) } ?? .standard
            sticker = try await LivingWork(maker, memory: memory).sticker(of: clip, marks: marks, progress: progress)
        } catch let error as ClipError {
            throw CommandFailure("\(request.clip): \(error)")
        } catch let error as ImagingError {
            throw CommandFailure("\(request.clip): \(CommandFailure(error))")
        }
        var made = Made(isTextCut: sticker.words?.isCut ?? false, loss: sticker.loss, found: sticker.found)
        let bytes: [UInt8]
        if let rules = request.target?.rules.living {
            let encoded = try await LivingEncoder(rules).encode(sticker, named: request.clip)
            bytes = encoded.bytes
            made.kept = (encoded.frameCount, of: encoded.wholeCount)
        } else {
            bytes = try await LivingEncoder.packed(
                sticker, quality: request.quality, named: request.clip, executor: maker.processor.executor)
        }
        try await maker.processor.executor.run {
            () throws(FileError) in try AtomicFile.write(bytes, to: request.output, followingLinks: true)
        }
        return made
    }
}
