import Imaging
import Tracing

extension PhotoProcessor {
    /// Reads the colours of one photo, without making a sticker: the same that ``process(data:)`` reads with the same
    /// options. All of the photo counts evenly when nothing stands out in it.
    ///
    /// Leaves the caller's actor at once (`@concurrent`) and runs on ``executor``.
    ///
    /// - Parameter colorCount: how many colours at most, 1…16.
    /// - Throws: ``StickerError`` with `.imaging`, `.inference` or `.cancelled`.
    @concurrent
    public func colorScheme(data: [UInt8], colorCount: Int = 4) async throws(StickerError) -> PhotoColorScheme {
        let result = await executor.run { await Self.colorScheme(of: self, data, colorCount) }
        return try result.get()
    }

    @concurrent
    private static func colorScheme(
        of processor: PhotoProcessor, _ data: [UInt8], _ colorCount: Int
    ) async -> Result<PhotoColorScheme, StickerError> {
        do throws(StickerError) {
            let photo = try await processor.admitted(data)
            defer { photo.release() }
            let overview = try processor.overview(of: photo.source)
            try Task.checkStickerCancellation()
            let matte = try SubjectFinder(segmenter: processor.segmenter).overviewMatte(of: overview)
            return .success(
                Trace.span("colors") { ColorExtractor(colorCount: colorCount).extract(from: overview, matte: matte) })
        } catch {
            return .failure(error)
        }
    }

    private func overview(of source: ImageSource) throws(StickerError) -> Bitmap {
        try StickerError.wrapping { () throws(ImagingError) in
            try Trace.span("decode") { () throws(ImagingError) in
                try source.decode(atLeast: options.overviewSide(for: source.size))
            }
        }
    }
}
