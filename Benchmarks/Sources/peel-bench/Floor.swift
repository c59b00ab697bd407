import Peel

/// What has to be done for a photo whatever program does it: libvips decodes and encodes, OpenVINO infers.
struct Floor: Sendable {
    let segmenter: SubjectSegmenter
    let executor: PhotoExecutor
    let encoder: ImageEncoder
    /// The longest side that is decoded; all pixels when `nil`.
    let side: Int?

    /// One photo of the real run, with what the floor needs of it.
    struct Photo: Sendable {
        let bytes: [UInt8]
        /// What the real run made of it: the same pixels are encoded.
        let sticker: Bitmap
        let looks: Int
    }

    /// Wall time for all photos, as many at once as the real run has.
    func run(_ photos: [Photo]) async -> Duration {
        let blank = Bitmap(size: segmenter.inputSize, filledWith: .white)
        let clock = ContinuousClock()
        let began = clock.now
        await forEachConcurrently(photos, atMost: executor.threadCount, on: executor) { photo in
            do {
                let source = try ImageSource(photo.bytes)
                _ = try side.map { try source.decode(atLeast: $0) } ?? source.decode()
                for _ in 0..<photo.looks { _ = try segmenter.matte(of: blank) }
                return try encoder.encode(photo.sticker).count
            } catch {
                return 0
            }
        } receive: { byteCount in
            precondition(byteCount > 0, "the floor reads what the real run read")
        }
        return clock.now - began
    }
}
