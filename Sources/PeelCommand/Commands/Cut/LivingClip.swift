import Clips
import Movies
import Peel

/// Makes a sticker that moves of a movie, with the library.
struct LivingClip {
    private let request: LivingClipRequest
    private let maker: LivingStickerMaker
    private let rules: LivingRules

    /// Loads the network.
    init(_ request: LivingClipRequest) async throws {
        guard let rules = request.target.rules.living else {
            preconditionFailure("the platform takes no such stickers")
        }
        let executor = PhotoExecutor.shared
        let segmenter = try await request.engine.segmenter(streams: executor.threadCount, executor: executor)
        let processor = ClipProcessor(
            segmenter: segmenter, strength: request.strength, executor: executor)
        maker = LivingStickerMaker(processor, options: request.options)
        self.request = request
        self.rules = rules
    }

    /// Writes the sticker, whole or not at all.
    ///
    /// - Parameter progress: called with the number of frames that are cut, and with that of all.
    @concurrent
    func write(
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> LivingEncoder.Encoded {
        let sticker: Clips.LivingSticker
        do {
            let clip = ClipFile(request.clip, limits: request.limits)
            let marks = try await request.marking.strokes(in: clip.facts().size)
            sticker = try await LivingWork(maker).sticker(of: clip, marks: marks, progress: progress)
        } catch let error as ClipError {
            throw CommandFailure("\(request.clip): \(error)")
        }
        let encoded = try await LivingEncoder(rules).encode(sticker, named: request.clip)
        try await maker.processor.executor.run {
            () throws(FileError) in try AtomicFile.write(encoded.bytes, to: request.output, followingLinks: true)
        }
        return encoded
    }
}
