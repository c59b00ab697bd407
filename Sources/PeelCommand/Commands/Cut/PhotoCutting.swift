import Execution
import Peel

/// How stickers are cut out of a photo's bytes.
struct PhotoCutting: Replaceable {
    /// Loads the network. What it returns makes one sticker of a photo, or one a subject with `--split`.
    var start: @Sendable (CutRequest) async throws -> @Sendable (_ photo: [UInt8]) async throws -> CutStickers

    static let standard = PhotoCutting { request in
        let executor = PhotoExecutor.shared
        let request = try await request.withBackground(on: executor)
        let segmenter = try await request.engine.segmenter(streams: 1, executor: executor)
        let processor = PhotoProcessor(request, segmenter: segmenter, executor: executor)
        return { photo in
            let made = try await processor.process(admitting: photo)
            let largest = made.stickers.map(\.scale).max() ?? 1
            return CutStickers(
                files: try await executor.run { try made.stickers.map { try request.file(of: $0.bitmap) } },
                enlargement: largest > PhotoProcessor.unseenEnlargement ? largest : nil,
                isTextCut: made.stickers.contains(where: \.isTextCut))
        }
    }
}

struct CutStickers: Equatable, Sendable {
    var files: [[UInt8]]
    /// How much larger than in the photo the subject is on the most enlarged of them; `nil` when none is.
    var enlargement: Double?
    /// Whether a word is cut.
    var isTextCut = false
}

extension PhotoProcessor {
    /// Makes what a request asks for.
    init(_ request: CutRequest, segmenter: SubjectSegmenter, executor: PhotoExecutor) {
        var options = request.options
        // Of the same size as the sticker with the same options, and each pixel in the same place.
        options.drawsSubjectAlone = request.writesMask
        self.init(segmenter: segmenter, options: options, limits: request.limits, executor: executor)
    }

    /// Waits until there is memory for the photo.
    func process(admitting photo: [UInt8]) async throws -> ProcessedPhoto {
        let admitted = try await admit(photo)
        defer { admitted.release() }
        return try await process(admitted)
    }
}

extension CutRequest {
    /// Itself with the picture that is to stand behind the sticker.
    func withBackground(on executor: PhotoExecutor) async throws -> CutRequest {
        var request = self
        try await request.options.readBackground(background, limits, on: executor)
        return request
    }

    /// A sticker, or with `--mask` what is seen of it.
    func file(of bitmap: Bitmap) throws -> [UInt8] {
        guard writesMask else { return try encoding.encoder.encode(bitmap) }
        let alpha = stride(from: 3, to: bitmap.pixels.count, by: 4).map { Float(bitmap.pixels[$0]) / 255 }
        return try encoding.format.losslessEncoder.encode(Matte(size: bitmap.size, samples: alpha))
    }
}
