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
            let overview = try processor.overview(of: data)
            try Task.checkStickerCancellation()
            let matte = try SubjectFinder(segmenter: processor.segmenter).overviewMatte(of: overview)
            return .success(
                Trace.span("colors") { ColorExtractor(colorCount: colorCount).extract(from: overview, matte: matte) })
        } catch {
            return .failure(error)
        }
    }

    private func overview(of data: [UInt8]) throws(StickerError) -> Bitmap {
        try StickerError.wrapping { () throws(ImagingError) in
            let source = try Trace.span("header") { () throws(ImagingError) in try ImageSource(data, limits: limits) }
            return try Trace.span("decode") { () throws(ImagingError) in
                try source.decode(atLeast: options.overviewSide(for: source.size))
            }
        }
    }
}
