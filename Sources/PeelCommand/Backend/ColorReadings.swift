import Execution
import Peel

/// Colours weighted to the subject.
struct SubjectColorReading: ColorReading {
    let processor: PhotoProcessor
    let count: Int

    func colors(of photo: [UInt8]) async throws(CommandFailure) -> PhotoColorScheme {
        do throws(StickerError) {
            return try await processor.colorScheme(data: photo, colorCount: count)
        } catch {
            throw CommandFailure(error)
        }
    }
}

/// Colours of the whole photo, without the network.
struct EvenColorReading: ColorReading {
    let count: Int
    let limits: ImageLimits
    private static let side = 512

    func colors(of photo: [UInt8]) async throws(CommandFailure) -> PhotoColorScheme {
        try await PhotoExecutor.shared.run { () async throws(CommandFailure) in try await read(photo) }
    }

    private func read(_ photo: [UInt8]) async throws(CommandFailure) -> PhotoColorScheme {
        do throws(ImagingError) {
            let source = try ImageSource(photo, limits: limits)
            let reservation = try await source.reserve(source.decodingMemory(atLeast: Self.side))
            defer { reservation.release() }
            let bitmap = try source.decode(atLeast: Self.side)
            return ColorExtractor(colorCount: count).extract(from: bitmap, matte: nil)
        } catch {
            throw CommandFailure(error)
        }
    }
}
