import Execution
import Peel

/// How the colours of photos are read, any number at a time.
struct ColorReading: Replaceable {
    /// Loads the network when it is needed.
    var start: @Sendable (ColorsRequest) async throws -> @Sendable (_ photo: [UInt8]) async throws -> PhotoColorScheme

    static let standard = ColorReading { request in
        let executor = PhotoExecutor.shared
        if request.isEven { return { photo in try await executor.run { try await evenColors(of: photo, request) } } }
        let segmenter = try await request.engine.segmenter(streams: executor.threadCount, executor: executor)
        let processor = PhotoProcessor(segmenter: segmenter, limits: request.limits, executor: executor)
        return { try await processor.colorScheme(data: $0, colorCount: request.count) }
    }

    private static let side = 512

    /// Colours of the whole photo, without the network.
    private static func evenColors(of photo: [UInt8], _ request: ColorsRequest) async throws -> PhotoColorScheme {
        let source = try ImageSource(photo, limits: request.limits)
        let reservation = try await source.reserve(source.decodingMemory(atLeast: side))
        defer { reservation.release() }
        let bitmap = try source.decode(atLeast: side)
        return ColorExtractor(colorCount: request.count).extract(from: bitmap, matte: nil)
    }
}
