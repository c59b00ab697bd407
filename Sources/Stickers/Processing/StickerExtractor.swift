import Imaging
import Tracing

/// Lifts the subjects out of one photo: refined alpha, the subject's own colours, the finished sticker.
///
/// Synchronous; runs where it is called.
struct StickerExtractor: Sendable {
    private let source: ImageSource
    private let overview: Bitmap
    private let subject: PhotoSubject
    private let processor: PhotoProcessor
    private let instances: Instances
    /// Needed for a text, which may have a colour of them; `nil` where there is none.
    private let colorScheme: PhotoColorScheme?

    private var options: ProcessingOptions { processor.options }

    init(
        by processor: PhotoProcessor, source: ImageSource, overview: Bitmap, subject: PhotoSubject,
        colorScheme: PhotoColorScheme?
    ) {
        self.processor = processor
        self.source = source
        self.overview = overview
        self.subject = subject
        self.colorScheme = colorScheme
        instances = Trace.span("instances") { Instances(of: subject) }
    }

    var instanceCount: Int { max(1, instances.count) }

    /// Whether a sticker at this scale needs more pixels than the overview has. A tenth too few is not seen; decoding
    /// again would be.
    func needsMorePixels(atScale scale: Double) -> Bool {
        Double(overview.size.longestSide) / Double(source.size.longestSide) < min(1, 0.9 * scale)
    }

    /// Around each subject, the largest first, in pixels of the photo.
    var instanceBoxes: [PixelRect] { instances.all.map { subject.photoRect(of: $0.box) } }

    /// Those of which something is left.
    ///
    /// - Throws: ``StickerError`` with `.noSuchInstance`, `.noSubject`, `.imaging` or `.cancelled`.
    func stickers() throws(StickerError) -> [Sticker] {
        guard instances.count > 0 else { throw SubjectFinder.noSubject }
        var stickers: [Sticker] = []
        for (kept, instance) in try selections() {
            try Task.checkStickerCancellation()
            if let sticker = try sticker(keeping: kept, instance: instance) { stickers.append(sticker) }
        }
        if stickers.isEmpty { throw Self.nothingLeft }
        return stickers
    }

    /// The finished photo: its stickers on their background, and what they were made of.
    func photo(_ stickers: [Sticker], _ colorScheme: PhotoColorScheme, _ timings: StageTimings) -> ProcessedPhoto {
        var timings = timings
        timings.redecodedParts += stickers.count { needsMorePixels(atScale: $0.scale) }
        return ProcessedPhoto(
            stickers: Trace.span("background") {
                stickers.map { $0.on(options.visibleBackground, colorScheme: colorScheme) }
            }, colorScheme: colorScheme, photoSize: source.size, instanceCount: instanceCount,
            instanceBoxes: instanceBoxes, subject: subject, timings: timings)
    }

    /// Which subjects go on which sticker, and the number it gets.
    private func selections() throws(StickerError) -> [(kept: [Int], instance: Int?)] {
        switch options.subjects {
        case .all:
            return [(Array(instances.all.indices), nil)]
        case .each:
            return instances.all.indices.map { ([$0], $0 + 1) }
        case .instance(let number):
            return [(try indices(of: [number]), number)]
        case .instances(let numbers):
            return [(try indices(of: numbers), numbers.count == 1 ? numbers.first : nil)]
        case .at(let x, let y):
            let isInPhoto = (0..<source.size.width).contains(x) && (0..<source.size.height).contains(y)
            let index =
                !isInPhoto
                ? nil
                : instances.instance(
                    at: (Double(x - subject.region.x) + 0.5) / Double(subject.region.width),
                    (Double(y - subject.region.y) + 0.5) / Double(subject.region.height))
            guard let index else {
                throw StickerError(
                    .noSuchInstance,
                    "there is no subject at \(x),\(y) (the photo has \(source.size.width) × \(source.size.height) pixels)"
                )
            }
            return [([index], index + 1)]
        }
    }

    private func indices(of numbers: Set<Int>) throws(StickerError) -> [Int] {
        guard !numbers.isEmpty else { throw StickerError(.noSuchInstance, "no subject was asked for") }
        for number in numbers.sorted() where !(1...instances.count).contains(number) {
            let found = instances.count == 1 ? "only one was found" : "only \(instances.count) were found"
            throw StickerError(.noSuchInstance, "subject \(number) was asked for, but \(found)")
        }
        return numbers.sorted().map { $0 - 1 }
    }

    /// `nil` when refining leaves nothing of the subject.
    private func sticker(keeping kept: [Int], instance: Int?) throws(StickerError) -> Sticker? {
        let matte = instances.matte(keeping: kept)
        guard let cells = matte.boundingBox(above: 0.1) else { return nil }
        let box = subject.photoRect(of: cells)
        let text = try textSetting(by: box)
        let layout = StickerLayout(box: text?.content(with: box) ?? box, photo: source.size, options: options)
        try processor.checkEnlargement(
            to: layout.canvas.longestSide, scale: layout.scale,
            of: "the subject has \(box.width) × \(box.height) pixels in the photo")
        let (part, coarse) = Trace.span("matte") { coarseMatte(matte, for: layout, box) }
        let guide = try bitmap(of: part, scale: layout.scale, exactly: layout.isFullFrame ? layout.canvas : nil)
        try Task.checkStickerCancellation()
        let alpha =
            subject.looks == 0
            ? coarse.keepingAlpha(of: guide)
            : Trace.span("refine") {
                AlphaRefiner(strength: options.strength).refine(coarse, guide: guide)
                    .withoutCrumbs(belowOneIn: subject.isFixedByHand ? 2000 : 100)
            }
        guard let refined = alpha.boundingBox(above: 0.04) else { return nil }
        try Task.checkStickerCancellation()
        let foreground = Trace.span("foreground") { ForegroundEstimator().foreground(of: guide, alpha: alpha) }
        let cutSides = FrameSides(cutting: alpha).intersection(FrameSides(of: part, atFrameOf: source.size))
        let sticker = Trace.span("render") {
            StickerRenderer(style: options.style, drawsSubjectAlone: options.drawsSubjectAlone).render(
                text?.drawn(on: foreground, of: part, staysWithin: layout.isFullFrame)
                    ?? LetteredForeground(foreground),
                layout: layout, cutSides: cutSides)
        }
        let found = refined.scaled(
            x: Double(part.width) / Double(guide.width), y: Double(part.height) / Double(guide.height))
        let place = PixelRect(x: part.x + found.x, y: part.y + found.y, width: found.width, height: found.height)
        return Sticker(bitmap: sticker, box: place.intersection(part), scale: layout.scale, instance: instance)
    }

    /// Where the text goes beside a subject; `nil` for none.
    private func textSetting(by box: PixelRect) throws(StickerError) -> TextSetting? {
        guard let text = options.style.text, let colorScheme else { return nil }
        let frame = options.keepsFullFrame ? PixelRect(source.size) : nil
        return try Trace.span("text") { () throws(StickerError) in
            try TextSetting(text, by: frame ?? box, within: frame, style: options.style, colors: colorScheme)
        }
    }

    private static var nothingLeft: StickerError {
        StickerError(.noSubject, "nothing of the subject is left at this strength; try a greater --strength")
    }

    /// The part of the photo to render, on whole cells of the matte, and the matte of just that part.
    private func coarseMatte(_ matte: Matte, for layout: StickerLayout, _ box: PixelRect) -> (PixelRect, Matte) {
        if layout.isFullFrame {
            let whole = matte.spread(from: subject.region, over: source.size, atMost: max(matte.size.longestSide, 1024))
            return (PixelRect(source.size), whole)
        }
        let wanted = layout.region(around: box, in: source.size).part.intersection(subject.region)
        let cells = PixelRect(
            x: wanted.x - subject.region.x, y: wanted.y - subject.region.y, width: wanted.width, height: wanted.height
        ).scaled(
            x: Double(matte.width) / Double(subject.region.width),
            y: Double(matte.height) / Double(subject.region.height)
        ).intersection(matte.bounds)
        return (subject.photoRect(of: cells), matte.cropped(to: cells))
    }

    /// A part of the photo at the sticker's scale: from the overview where that has the pixels, else decoded again.
    private func bitmap(of part: PixelRect, scale: Double, exactly size: PixelSize?) throws(StickerError) -> Bitmap {
        let target = size ?? part.size.scaled(by: scale)
        if !needsMorePixels(atScale: scale) {
            return Trace.span("resize") { overview.part(part, of: source.size, resizedTo: target) }
        }
        return try StickerError.wrapping { () throws(ImagingError) in
            try Trace.span("decode again") { () throws(ImagingError) in try source.decode(part, resizedTo: target) }
        }
    }
}

extension StickerLayout {
    fileprivate init(box: PixelRect, photo: PixelSize, options: ProcessingOptions) {
        if options.keepsFullFrame {
            self.init(fullFrame: photo, box: box, style: options.style, size: options.size)
        } else {
            self.init(box: box.size, style: options.style, size: options.size, isSquare: options.isSquare)
        }
    }
}

extension FrameSides {
    /// The sides of a part of a photo that are sides of the photo.
    fileprivate init(of part: PixelRect, atFrameOf photo: PixelSize) {
        self = []
        if part.x == 0 { insert(.left) }
        if part.y == 0 { insert(.top) }
        if part.maxX == photo.width { insert(.right) }
        if part.maxY == photo.height { insert(.bottom) }
    }
}
