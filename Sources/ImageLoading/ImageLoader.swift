import Execution
public import FoundationEssentials
public import HTTPSending
public import Imaging

/// Loads images from the web, from files and from `data:` addresses.
///
///     let loader = ImageLoader()
///     let bitmap = try await loader.loadImage(from: url)
///
/// Equal requests at the same time are downloaded and decoded once. Images stay in memory, and answers of servers on
/// disk if a ``DiskCache`` is configured, as long as the rules of HTTP allow. A download that broke off resumes.
/// Cancelling the waiting task ends the download, unless another task waits for it, too.
///
/// Share one loader: every function may be called from any isolation and blocks no thread. Downloads wait on Swift's
/// shared pool, decoding runs on the photo executor, and the disk has threads of its own.
public final class ImageLoader: Sendable {
    /// The limits and caches of the loader.
    package let configuration: Configuration
    let engine: LoadEngine

    /// Creates a loader with its own caches and connections.
    public convenience init(
        _ configuration: Configuration = Configuration(), transport: CurlTransport = CurlTransport()
    ) {
        self.init(configuration, transport: transport, dependencies: Dependencies())
    }

    package init(
        _ configuration: Configuration = Configuration(), transport: any HTTPTransport,
        dependencies: Dependencies = Dependencies()
    ) {
        self.configuration = configuration
        engine = LoadEngine(configuration, transport: transport, dependencies)
    }

    /// Loads the picture at an address, upright and in sRGB.
    ///
    /// - Throws: ``ImageLoaderError``; of code `.cancelled`, and of no other, when the task was cancelled before the
    ///   picture was there.
    public func loadImage(from url: URL) async throws(ImageLoaderError) -> Bitmap {
        try await loadImage(ImageRequest(url))
    }

    /// Loads an image, or shares a load that is under way.
    ///
    /// - Parameter control: changes the priority while the image is waited for.
    public func loadImage(
        _ request: ImageRequest, control: PriorityControl? = nil
    ) async throws(ImageLoaderError) -> Bitmap {
        guard case .image(let bitmap, _) = try await answer(.image, request, control) else {
            throw request.error(.incorrectImageData)
        }
        return bitmap
    }

    /// Loads the bytes at an address. An empty answer is not an error.
    public func data(from url: URL) async throws(ImageLoaderError) -> [UInt8] {
        try await data(ImageRequest(url)).bytes
    }

    /// Loads the bytes at an address, with the answer's header and its origin.
    package func data(
        _ request: ImageRequest, control: PriorityControl? = nil
    ) async throws(ImageLoaderError) -> LoadedData {
        guard case .data(let data) = try await answer(.data, request, control) else {
            throw request.error(.incorrectImageData)
        }
        return data
    }

    /// Returns the picture if it is in memory and still valid, at once and without a request.
    public func cachedImage(_ request: ImageRequest) -> Bitmap? {
        engine.cachedImage(request)
    }

    /// Removes all images from memory.
    public func clearMemory() {
        engine.clearMemory()
    }

    /// Returns when all answers so far are on disk.
    public func finishWriting() async {
        await engine.finishWriting()
    }

    /// The loader's activity, for a display or a test.
    package struct Activity: Hashable, Sendable {
        /// The number of callers that wait for an image or for bytes.
        package let waiting: Int
        /// The number of requests in progress, including cancelled ones that have not ended yet.
        package let transfers: Int
        /// The number of running tasks.
        package let tasks: Int
    }

    /// The loader's current activity.
    package var activity: Activity { engine.activity }

    private func answer(
        _ want: LoadEngine.Want, _ request: ImageRequest, _ control: PriorityControl?
    ) async throws(ImageLoaderError) -> LoadAnswer {
        var request = request
        if let control { request.priority = control.priority }
        let asker = engine.newAsker()
        defer { control?.detach(asker) }
        return try await withTypedContinuation { continuation in
            // Attached before, so that a change reaches the load while it waits, and after, for a change in between.
            control?.attach(asker, to: engine)
            engine.ask(want, request, asker, unless: { Task.isCancelled }) { continuation.resume(returning: $0) }
            control?.attach(asker, to: engine)
        } onCancel: {
            engine.leave(asker)
        }
    }
}
