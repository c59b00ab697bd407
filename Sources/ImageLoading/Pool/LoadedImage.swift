public import FoundationEssentials
public import Imaging

/// An image of many, or the reason why it could not be loaded.
public struct LoadedImage: Equatable, Sendable {
    /// The requested address.
    public let url: URL
    /// The index in the requested list.
    public let position: Int
    /// The picture, or the reason why there is none.
    public let result: Result<Bitmap, ImageLoaderError>
    /// The origin; `nil` if it could not be loaded.
    package let origin: LoadOrigin?

    /// The picture; `nil` if it could not be loaded.
    package var bitmap: Bitmap? { try? result.get() }
}

extension LoadedImage {
    init(_ request: ImageRequest, _ position: Int, _ answer: Result<LoadAnswer, ImageLoaderError>) {
        url = request.url
        self.position = position
        switch answer {
        case .success(.image(let bitmap, let origin)):
            result = .success(bitmap)
            self.origin = origin
        case .success(.data):
            result = .failure(request.error(.incorrectImageData))
            origin = nil
        case .failure(let error):
            result = .failure(error)
            origin = nil
        }
    }
}
