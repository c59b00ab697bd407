import Profiling

extension PhotoProcessor {
    /// Makes the stickers of one photo on the calling thread, one step after the other, and blocks it until they are
    /// made: a tenth of a second and more. The same that ``process(data:)`` makes.
    ///
    /// For a program that has threads of its own for this, and no tasks. A user interface calls ``process(data:)``.
    ///
    /// - Throws: ``StickerError`` as ``process(data:)`` does.
    package func processBlocking(data: [UInt8]) throws(StickerError) -> ProcessedPhoto {
        let photo = try admittedBlocking(data)
        defer { photo.release() }
        var stopwatch = Stopwatch()
        let (source, overview) = try decoded(photo, &stopwatch)
        let found = try SubjectFinder(segmenter: segmenter, rules: rules).subject(in: overview, of: source)
        let (subject, marked) = try marked(found, on: overview)
        stopwatch.lap(\.segmentation)
        stopwatch.timings.looks = subject.looks
        // First, because a text on the sticker may have a colour of them.
        let colorScheme = Trace.span("colors") {
            ColorExtractor().extract(from: overview, matte: subject.overviewMatte)
        }
        stopwatch.lap(\.colors)
        let extractor = StickerExtractor(
            by: self, source: source, overview: overview, subject: subject, marked: marked, colorScheme: colorScheme)
        let stickers = try extractor.stickers()
        stopwatch.lap(\.stickers)
        return extractor.photo(stickers, colorScheme, stopwatch.timings)
    }
}
