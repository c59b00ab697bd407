import Execution
import FoundationEssentials
import ImageLoading
import Imaging

/// Loads what the catalog shows and saves.
struct CatalogPictures: Sendable {
    /// Of what is shown, in pixels.
    static let sides = 64...2048
    static let standardSide = 960
    /// Pictures that are loaded ahead, at a time. More would delay those that a page waits for.
    private static let aheadAtOnce = 3

    private let loader: ImageLoader
    private let executor: PhotoExecutor

    init(loader: ImageLoader, executor: PhotoExecutor) {
        self.loader = loader
        self.executor = executor
    }

    private func request(_ url: URL, side: Int = Self.standardSide, priority: LoadPriority = .normal) -> ImageRequest {
        ImageRequest(url, longestSide: side, priority: priority, cachePolicy: .staleIfUnreachable)
    }

    /// Loads pictures ahead, and gives each one when it is there or has failed.
    func ahead(of urls: [URL]) -> some AsyncSequence<LoadedImage, ImageLoaderError> & Sendable {
        loader.loadImages(urls.map { request($0, priority: .low) }, lookAhead: Self.aheadAtOnce)
    }

    /// A picture as WebP, which every browser shows: never the bytes of another server.
    @concurrent
    func picture(_ url: URL, side: Int) async throws -> [UInt8] {
        let bitmap = try await loader.loadImage(request(url, side: side))
        let encoded = await executor.run { await Self.encode(bitmap, side) }
        guard let encoded else { throw ImageLoaderError(.incorrectImageData, url) }
        return encoded
    }

    @concurrent
    private static func encode(_ bitmap: Bitmap, _ side: Int) async -> [UInt8]? {
        let size = bitmap.size.scaled(by: min(1, Double(side) / Double(bitmap.size.longestSide)))
        return try? ImageEncoder(.webp(quality: 82)).encode(bitmap.resized(to: size))
    }

    /// The bytes behind an address; of several, behind the first that leads to a whole picture.
    @concurrent
    func original(_ urls: [URL]) async throws -> [UInt8] {
        let requests = urls.map { ImageRequest($0, priority: .high, cachePolicy: .staleIfUnreachable) }
        return try await loader.picture(firstOf: requests).data.bytes
    }
}
