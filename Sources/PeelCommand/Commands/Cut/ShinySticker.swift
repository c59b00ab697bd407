import Movies
import Peel

/// A sticker of a photo whose film mirrors a light that goes across it, as a movie without a beginning or an end.
struct ShinySticker {
    private let request: ShinyRequest
    private static let frameCount = 24
    private static let frameRate = 12.0

    init(_ request: ShinyRequest) {
        self.request = request
    }

    /// Writes the movie. Until all of it is there, nothing stands at its place.
    @concurrent
    func write(photo: [UInt8]) async throws {
        let executor = PhotoExecutor.shared
        let sticker = try await request.sticker.withBackground(on: executor)
        let segmenter = try await sticker.engine.segmenter(streams: 1, executor: executor)
        let processor = PhotoProcessor(sticker, segmenter: segmenter, executor: executor)
        let admitted = try await processor.admit(photo)
        defer { admitted.release() }
        let first = try await processor.process(admitted)
        try await AtomicFile.writeMovie(to: request.output) { place in
            try await write(admitted, first, by: processor, to: place)
        }
    }

    private func write(
        _ photo: AdmittedPhoto, _ first: ProcessedPhoto, by processor: PhotoProcessor, to place: FilePath
    ) async throws {
        guard let subject = first.subject else { preconditionFailure("a photo that was worked on has its subject") }
        let settings = MovieSettings(
            container: .webm, rate: .quality(request.quality), speed: .fast, hasSound: false, queueCapacity: 4)
        let writer = try await MovieWriter.create(
            place, settings, first: VideoFormat(size: first.sticker.size, hasAlpha: true), sound: nil,
            frameRate: Self.frameRate)
        var processor = processor
        for number in 0..<Self.frameCount {
            processor.light = Double(number) / Double(Self.frameCount)
            let made = try await processor.render(photo, subject: subject, colorScheme: first.colorScheme)
            let picture = await processor.executor.run { made.sticker.withBledColors(blockSize: 16) }
            try await writer.write(picture, time: Int64(Double(number) * 1e9 / Self.frameRate))
        }
        _ = try await writer.finish()
    }
}
