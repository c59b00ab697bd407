import FoundationEssentials
import HTTPMessages
import HTTPSending
import ImageLoading
import Imaging

/// What the loader itself costs: many requests in a task group, through a transport that answers at once and a decoder
/// that decodes nothing. Nuke measures itself like this, with 5,000 requests.
enum Overhead {
    private struct Mock: HTTPTransport {
        func send(
            _ request: TransportRequest, receive: @escaping @Sendable (TransportEvent) -> Bool
        ) async throws(TransportError) {
            guard receive(.head(TransportHead(status: 200, fields: ["Cache-Control": "no-store"]))),
                receive(.body([1, 2, 3, 4]))
            else { throw TransportError(.stopped) }
        }
    }

    /// - Returns: the time for all.
    @concurrent
    static func run(_ count: Int) async -> Duration {
        let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
        var configuration = ImageLoader.Configuration()
        configuration.memoryLimit = 0
        let loader = ImageLoader(
            configuration, transport: Mock(),
            dependencies: ImageLoader.Dependencies(decode: { (_, _, _) throws(ImagingError) in bitmap }))
        let urls = (0..<count).compactMap { URL(string: "http://example.test/\($0).jpeg") }
        let began = ContinuousClock().now
        await withTaskGroup(of: Bool.self) { group in
            for url in urls { group.addTask { (try? await loader.loadImage(from: url)) != nil } }
            var loaded = 0
            for await isLoaded in group where isLoaded { loaded += 1 }
            precondition(loaded == count, "every request is answered")
        }
        return ContinuousClock().now - began
    }
}
