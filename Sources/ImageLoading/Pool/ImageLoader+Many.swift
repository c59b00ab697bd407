public import FoundationEssentials

extension ImageLoader {
    /// Loads many images and delivers each as it comes, whether it could be loaded or not.
    ///
    ///     for try await image in loader.loadImages(from: urls) {
    ///         switch image.result {
    ///         case .success(let bitmap): print(image.url, bitmap.size)
    ///         case .failure(let error): print(error)
    ///         }
    ///     }
    ///
    /// Nothing is loaded before the first image is requested. From then on, up to `lookAhead` images are loading or
    /// wait to be read. Leaving the loop, or cancelling the task around it, stops all its downloads. Each iterator
    /// loads the images again.
    ///
    /// - Parameter lookAhead: 1 or more.
    /// - Returns: a sequence that throws ``ImageLoaderError``: `.emptyData` when the list is empty, `.emptyResult`
    ///   after the last image when not one could be loaded, `.cancelled` when its task was cancelled. Nothing else.
    public func loadImages(
        from urls: [URL], lookAhead: Int = 8
    ) -> some AsyncSequence<LoadedImage, ImageLoaderError> & Sendable {
        loadImages(urls.map { ImageRequest($0) }, lookAhead: lookAhead)
    }

    /// Loads many images like the function above, for requests.
    public func loadImages(
        _ requests: [ImageRequest], lookAhead: Int = 8
    ) -> some AsyncSequence<LoadedImage, ImageLoaderError> & Sendable {
        LoadedImages(engine: engine, requests: requests, lookAhead: lookAhead)
    }

    /// Loads many images and returns all of them in the requested order.
    ///
    /// - Throws: ``ImageLoaderError``: `.emptyData`, `.emptyResult` or `.cancelled`, as above.
    public func collectImages(
        from urls: [URL], atOnce: Int = 8
    ) async throws(ImageLoaderError) -> [LoadedImage] {
        try await collectImages(urls.map { ImageRequest($0) }, atOnce: atOnce)
    }

    /// Loads many images like the function above, for requests.
    package func collectImages(
        _ requests: [ImageRequest], atOnce: Int = 8
    ) async throws(ImageLoaderError) -> [LoadedImage] {
        var images: [LoadedImage] = []
        images.reserveCapacity(requests.count)
        for try await image in loadImages(requests, lookAhead: atOnce) { images.append(image) }
        return images.sorted { $0.position < $1.position }
    }
}
