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
        /// The parts that the real run decoded a second time, and how large.
        let parts: [(part: PixelRect, size: PixelSize)]
    }

    /// Wall time for all photos, as many at once as the real run has.
    ///
    /// - Parameter decodesParts: whether parts are decoded a second time where the real run does it.
    func run(_ photos: [Photo], decodesParts: Bool) async -> Duration {
        let blank = Bitmap(size: segmenter.inputSize, filledWith: .white)
        let clock = ContinuousClock()
        let began = clock.now
        await forEachConcurrently(photos, atMost: executor.threadCount, on: executor) { photo in
            do {
                let source = try ImageSource(photo.bytes)
                _ = try side.map { try source.decode(atLeast: $0) } ?? source.decode()
                for (part, size) in decodesParts ? photo.parts : [] { _ = try source.decode(part, resizedTo: size) }
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
