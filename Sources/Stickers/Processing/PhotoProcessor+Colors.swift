import Execution
import Imaging
import Profiling

extension PhotoProcessor {
    /// Reads the colours of one photo, without making a sticker: the same that ``process(data:)`` reads with the same
    /// options. All of the photo counts evenly when nothing stands out in it.
    ///
    /// Leaves the caller's actor at once (`@concurrent`) and runs on its executor.
    ///
    /// - Parameter colorCount: how many colours at most, 1…16.
    /// - Throws: ``StickerError`` with `.imaging`, `.inference` or `.cancelled`.
    @concurrent
    public func colorScheme(data: [UInt8], colorCount: Int = 4) async throws(StickerError) -> PhotoColorScheme {
        try await executor.run { () async throws(StickerError) in
            let photo = try await self.admitted(data)
            defer { photo.release() }
            let overview = try self.overview(of: photo.source)
            try Task.checkStickerCancellation()
            let matte = try SubjectFinder(segmenter: segmenter, rules: rules).overviewMatte(of: overview)
            return Trace.span("colors") {
                ColorExtractor(colorCount: colorCount).extract(from: overview, matte: matte)
            }
        }
    }

    /// The photo as small as the network and the sticker allow.
    func overview(of source: ImageSource) throws(StickerError) -> Bitmap {
        try StickerError.wrapping { () throws(ImagingError) in
            try Trace.span("decode") { () throws(ImagingError) in
                try source.decode(atLeast: options.overviewSide(for: source.size))
            }
        }
    }
}
