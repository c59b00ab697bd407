import Imaging
import Profiling

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
    /// The numbers of the subjects on each sticker, where they were marked.
    private let marked: [Set<Int>]

    var options: ProcessingOptions { processor.options }
    private var rules: CutRules { processor.rules }
    /// What was cut out before has no dirt: all of it is kept, also what is small or translucent.
    private var keepsAll: Bool {
        subject.looks == 0 && options.subjects == .all && subject.matte.boundingBox(above: Self.seen) != nil
    }
    /// Less alpha does not make a sticker wider.
    private static let seen: Float = 0.1

    init(
        by processor: PhotoProcessor, source: ImageSource, overview: Bitmap, subject: PhotoSubject,
        marked: [Set<Int>] = [], colorScheme: PhotoColorScheme?
    ) {
        self.marked = marked
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
        guard instances.count > 0 || keepsAll else { throw SubjectFinder.noSubject }
        var stickers: [Sticker] = []
        for (kept, instance) in try selections() {
            try Task.checkStickerCancellation()
            if let sticker = try sticker(keeping: kept, instance: instance) { stickers.append(sticker) }
        }
        if stickers.isEmpty { throw options.arrangement.crop == nil ? Self.nothingLeft : Self.nothingInCrop }
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
        case .marked:
            return try marked.map { numbers throws(StickerError) in
                (try indices(of: numbers), numbers.count == 1 ? numbers.first : nil)
            }
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

    /// `nil` when refining leaves nothing of the subject, or the crop has nothing of it.
    private func sticker(keeping kept: [Int], instance: Int?) throws(StickerError) -> Sticker? {
        let matte = keepsAll ? instances.matteWithDirt : instances.matte(keeping: kept)
        guard let box = box(of: matte) else { return nil }
        let shownBox = shown(box)
        let text = try textSetting(by: shownBox)
        let layout = StickerLayout(
            box: text?.content(with: shownBox) ?? shownBox, photo: source.size, options: options)
        try processor.checkEnlargement(
            to: layout.canvas.longestSide, scale: layout.scale,
            of: "the subject has \(box.width) × \(box.height) pixels in the photo")
        let part = layout.isFullFrame ? nil : layout.region(around: box, in: source.size).part
        guard
            let cut = try cut(
                matte, from: part, atScale: layout.scale, exactly: layout.isFullFrame ? layout.canvas : nil,
                longSide: layout.canvas.longestSide)
        else { return nil }
        var renderer = StickerRenderer(style: options.style, drawsSubjectAlone: options.drawsSubjectAlone)
        renderer.shows = processor.shownText
        renderer.light = processor.light
        let lettered =
            text?.drawn(on: cut.foreground, of: cut.part, staysWithin: layout.isFullFrame)
            ?? LetteredForeground(cut.foreground)
        let sticker = try Trace.span("render") { () throws(StickerError) -> Bitmap in
            guard options.arrangement.isPlaced else {
                return renderer.render(lettered, layout: layout, cutSides: cut.cutSides)
            }
            return try placed(
                lettered, of: cut, matte, text: text, layout: layout, region: part ?? PixelRect(source.size),
                by: renderer)
        }
        return Sticker(
            bitmap: sticker, box: shown(cut.box), scale: layout.scale * options.arrangement.scale, instance: instance,
            isTextCut: text?.isCut ?? false, textPlace: textPlace(text, on: lettered, of: cut, layout: layout))
    }

    private func textPlace(
        _ text: TextSetting?, on lettered: LetteredForeground, of cut: Cut, layout: StickerLayout
    ) -> TextPlace? {
        guard let text, let placement = StickerPlacement(lettered.bitmap, layout: layout) else { return nil }
        let toCanvas = lettered.transform(of: cut.part).then(placement.transform(of: lettered.bitmap.size))
        return text.place(
            by: toCanvas.then(options.arrangement.transform(on: placement.canvas)), on: placement.canvas)
    }

    /// Around what the crop has of a subject, in pixels of the photo; `nil` for nothing.
    private func box(of matte: Matte) -> PixelRect? {
        guard let crop = options.arrangement.crop?.rect(in: source.size) else {
            return matte.boundingBox(above: Self.seen).map { subject.photoRect(of: $0) }
        }
        let whole = crop.covering(margin: 0)
        let cells = cells(of: whole, in: matte)
        guard !cells.isEmpty, var found = matte.cropped(to: cells).boundingBox(above: Self.seen) else { return nil }
        (found.x, found.y) = (found.x + cells.x, found.y + cells.y)
        let box = subject.photoRect(of: found).intersection(whole)
        return box.isEmpty ? nil : box
    }

    /// A subject in its own colours, and what was found out about it.
    struct Cut {
        /// The part of the photo that ``foreground`` shows.
        let part: PixelRect
        let foreground: Bitmap
        /// Around the subject, in pixels of the photo.
        let box: PixelRect
        /// Sides of ``part`` where the photo's frame cuts the subject off.
        let cutSides: FrameSides
    }

    /// Lifts a subject out of a part of the photo; `nil` when refining leaves nothing of it.
    ///
    /// - Parameters:
    ///   - wanted: the part, in pixels of the photo; `nil` for all of it.
    ///   - scale: pixels of the foreground for each of the photo.
    ///   - size: of the foreground, where it must be exact.
    ///   - whole: the area of the whole subject at that scale, and of its largest part, where the part has not all of
    ///     it.
    ///   - longSide: of the whole sticker at that scale, in pixels.
    func cut(
        _ matte: Matte, from wanted: PixelRect?, atScale scale: Double, exactly size: PixelSize? = nil,
        ofWhole whole: (area: Int, largest: Int)? = nil, longSide: Int
    ) throws(StickerError) -> Cut? {
        let (part, coarse) = Trace.span("matte") { coarseMatte(matte, in: wanted) }
        guard !part.isEmpty else { return nil }
        let guide = try bitmap(of: part, scale: scale, exactly: size)
        try Task.checkStickerCancellation()
        // What was cut out before has its own edge, and colours without a background.
        let isCutOut = subject.looks == 0
        let alpha =
            isCutOut
            ? coarse.keepingAlpha(of: guide, before: ownAlpha(of: part, on: coarse.size))
            : Trace.span("refine") {
                AlphaRefiner(strength: options.strength, rules: rules.refining).refine(coarse, guide: guide)
                    .withoutCrumbs(
                        belowOneIn: subject.isFixedByHand ? CutRules.crumbsByHandBelowOneIn : rules.crumbsBelowOneIn,
                        of: whole)
            }
        guard let refined = alpha.boundingBox(above: 0.04) else { return nil }
        try Task.checkStickerCancellation()
        var foreground = Trace.span("foreground") {
            isCutOut
                ? ForegroundEstimator.masked(guide, by: alpha)
                : ForegroundEstimator().foreground(of: guide, alpha: alpha)
        }
        let cutSides = FrameSides(cutting: alpha).intersection(FrameSides(of: part, atFrameOf: source.size))
        let found = refined.scaled(
            x: Double(part.width) / Double(guide.width), y: Double(part.height) / Double(guide.height))
        var box = PixelRect(x: part.x + found.x, y: part.y + found.y, width: found.width, height: found.height)
            .intersection(part)
        if let crop = options.arrangement.crop?.rect(in: source.size) {
            let toForeground = PixelTransform.moving(x: -Double(part.x), y: -Double(part.y)).then(
                .scaling(
                    x: Double(guide.width) / Double(part.width), y: Double(guide.height) / Double(part.height)))
            foreground = foreground.keeping(toForeground.box(around: crop))
            guard foreground.alphaBox(above: StickerRenderer.traceOfAlpha) != nil else { return nil }
            box = box.intersection(crop.covering(margin: 0))
        }
        if options.style.effect == .comic { foreground = ComicEffect(longSide: longSide).drawn(foreground) }
        let cut = Cut(part: part, foreground: foreground, box: box, cutSides: cutSides)
        return options.arrangement.isMirrored ? cut.mirrored(in: source.size.width) : cut
    }

    /// A part of the mirrored photo where the photo itself has it, and the other way round.
    func shown(_ part: PixelRect) -> PixelRect {
        options.arrangement.isMirrored ? part.mirrored(in: source.size.width) : part
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

    private static var nothingInCrop: StickerError {
        StickerError(.arrangement, "the crop has nothing of the subject; make it larger, or move it")
    }

    /// The part of the photo to render, and the matte of just that part, with cells of about the same size.
    ///
    /// - Parameter wanted: `nil` for the whole photo.
    private func coarseMatte(_ matte: Matte, in wanted: PixelRect?) -> (PixelRect, Matte) {
        guard let wanted = wanted?.intersection(subject.region) else {
            let whole = matte.spread(from: subject.region, over: source.size, atMost: max(matte.size.longestSide, 1024))
            return (PixelRect(source.size), whole)
        }
        let cells = cells(of: wanted, in: matte)
        // Whole pixels of the photo, which need not begin and end where cells do.
        let part = subject.photoRect(of: cells)
        let shown = matte.sampled(from: FractionalRect(subject.region), onto: FractionalRect(part), size: cells.size)
        return (part, shown)
    }

    /// A part of the photo's own alpha, where a person has painted on the subject that it makes.
    private func ownAlpha(of part: PixelRect, on size: PixelSize) -> Matte? {
        guard subject.isFixedByHand else { return nil }
        // On the raster on which it was painted: edges of others lie elsewhere by a part of a cell.
        return Matte(alphaOf: overview).resampled(to: subject.matte.size)
            .sampled(from: FractionalRect(subject.region), onto: FractionalRect(part), size: size)
    }

    /// What of the matte has anything of a part of the photo.
    private func cells(of part: PixelRect, in matte: Matte) -> PixelRect {
        PixelRect(
            x: part.x - subject.region.x, y: part.y - subject.region.y, width: part.width, height: part.height
        ).scaled(
            x: Double(matte.width) / Double(subject.region.width),
            y: Double(matte.height) / Double(subject.region.height)
        ).intersection(matte.bounds)
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
            self.init(
                box: box.size, style: options.style, size: options.size, isSquare: options.isSquare,
                arrangement: options.arrangement)
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
