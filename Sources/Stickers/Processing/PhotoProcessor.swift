import Execution
public import Imaging
import Profiling

/// Makes stickers of photos: one way in, one way out.
///
/// A photo is decoded once; the network looks at it; then two children run side by side, one that refines and renders
/// the sticker, one that reads the colours. Both only read the same immutable bitmap and matte, so nothing is locked
/// and nothing can race.
///
/// A value that any number of tasks may share: the segmenter in it is the only reference, and is Sendable.
public struct PhotoProcessor: Sendable {
    /// Finds the subjects.
    package let segmenter: SubjectSegmenter
    /// What is made of a photo.
    public var options: ProcessingOptions
    /// A photo beyond these is refused.
    package var limits: ImageLimits
    /// Whether a sticker may have more pixels than its subject has in the photo. Without it, one larger than
    /// ``alwaysMadeSide`` is refused then.
    package var allowsEnlargement = true
    /// What is shown of a sticker with a text.
    package var shownText = ShownText.all
    /// Where the light of ``StickerStyle/Effect/shiny`` is on its way across the sticker, 0…1. Pictures from 0 to 1
    /// repeat without a jump.
    package var light = 0.4
    /// Where all of the work runs.
    package let executor: PhotoExecutor
    var rules = CutRules()

    /// A processor. One is enough for any number of photos.
    public init(
        segmenter: SubjectSegmenter, options: ProcessingOptions = ProcessingOptions(),
        limits: ImageLimits = ImageLimits(), executor: PhotoExecutor = .shared
    ) {
        self.segmenter = segmenter
        self.options = options
        self.limits = limits
        self.executor = executor
    }

    /// Makes the stickers of one photo.
    ///
    /// Leaves the caller's actor at once (`@concurrent`) and runs on its executor: the caller only waits. Cancelling
    /// the task ends the work before its next step.
    ///
    /// Waits until the memory that it takes is free.
    ///
    /// - Parameter data: the photo's file: JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF or BMP.
    /// - Throws: ``StickerError`` and nothing else: `.imaging` when the photo cannot be read, `.noSubject`,
    ///   `.noSuchInstance`, `.enlargement`, `.inference`, `.cancelled`.
    @concurrent
    public func process(data: [UInt8]) async throws(StickerError) -> ProcessedPhoto {
        try await executor.run { () async throws(StickerError) in
            let photo = try await self.admitted(data)
            defer { photo.release() }
            return try await self.steps(photo)
        }
    }

    /// The same of a photo that was admitted, which stays so.
    @concurrent
    package func process(_ photo: AdmittedPhoto) async throws(StickerError) -> ProcessedPhoto {
        try await executor.run { () async throws(StickerError) in try await self.steps(photo) }
    }

    @concurrent
    private func steps(_ photo: AdmittedPhoto) async throws(StickerError) -> ProcessedPhoto {
        var stopwatch = Stopwatch()
        let (source, overview) = try decoded(photo, &stopwatch)
        try Task.checkStickerCancellation()
        let subject = try SubjectFinder(segmenter: segmenter, rules: rules).subject(in: overview, of: source)
        stopwatch.lap(\.segmentation)
        stopwatch.timings.looks = subject.looks
        return try await rendered(source, overview: overview, subject, colorScheme: nil, stopwatch)
    }

    func decoded(
        _ photo: AdmittedPhoto, _ stopwatch: inout Stopwatch
    ) throws(StickerError) -> (source: ImageSource, overview: Bitmap) {
        try Task.checkStickerCancellation()
        let overview = try self.overview(of: photo.source)
        stopwatch.lap(\.decoding)
        return (photo.source, overview)
    }

    /// What comes after the network.
    ///
    /// - Parameter colorScheme: read from the photo if `nil`.
    @concurrent
    func rendered(
        _ source: ImageSource, overview: Bitmap, _ subject: PhotoSubject, colorScheme: PhotoColorScheme?,
        _ stopwatch: Stopwatch
    ) async throws(StickerError) -> ProcessedPhoto {
        var stopwatch = stopwatch
        try Task.checkStickerCancellation()
        let (subject, marked) = try marked(subject, on: overview)
        var colorScheme = colorScheme
        // A text may have a colour of the photo's. Reading them takes a hundredth of the time.
        if options.style.text != nil, colorScheme == nil {
            colorScheme = await Self.colorScheme(nil, of: overview, subject)
        }
        let known = colorScheme
        let extractor = StickerExtractor(
            by: self, source: source, overview: overview, subject: subject, marked: marked, colorScheme: known)
        async let cut = Stopwatch.timing {
            await Trace.task("sticker") {
                await Result(awaiting: { () async throws(StickerError) in try await Self.stickers(of: extractor) })
            }
        }
        async let read = Stopwatch.timing {
            await Trace.task("colors") { await Self.colorScheme(known, of: overview, subject) }
        }
        let (readScheme, colorTime) = await read
        let (stickers, stickerTime) = await cut
        try Task.checkStickerCancellation()

        stopwatch.timings.stickers = stickerTime
        stopwatch.timings.colors = colorTime
        return extractor.photo(try stickers.get(), readScheme, stopwatch.timings)
    }

    @concurrent
    private static func stickers(of extractor: StickerExtractor) async throws(StickerError) -> [Sticker] {
        try extractor.stickers()
    }

    @concurrent
    private static func colorScheme(
        _ known: PhotoColorScheme?, of overview: Bitmap, _ subject: PhotoSubject
    ) async -> PhotoColorScheme {
        known ?? Trace.span("colors") { ColorExtractor().extract(from: overview, matte: subject.overviewMatte) }
    }
}
