import Peel

/// `peel sheet`, understood.
struct SheetRequest: Equatable, Sendable {
    /// Packs, stickers and photos; folders of these.
    var sources: [FilePath]
    var output: FilePath
    var formats: Set<SheetMaker.Format> = [.pdf]
    var settings = SheetSettings()
    /// Of photos that are no stickers yet.
    var style = StickerStyle.dieCut
    var limits = ImageLimits()
    var engine = EngineSettings()
    var isQuiet = false
    /// Whether a line for programs is printed.
    var printsJSON = false
}

extension OptionName {
    static let formats = Self("as")
    static let page = Self("page")
    static let landscape = Self("landscape")
    static let copies = Self("copies")
    static let gap = Self("gap")
    static let turn = Self("turn")
    static let marks = Self("marks")
    static let dpi = Self("dpi")
    static let offset = Self("offset")
    static let bleed = Self("bleed")
    static let smooth = Self("smooth")
    static let backing = Self("backing")
    static let backingOffset = Self("backing-offset")
}

extension SheetRequest {
    static let options: [OptionSpec] =
        [
            OptionSpec(.enlarge, "also stickers with fewer than 100 pixels an inch", in: .result),
            OptionSpec(
                .output, letter: "o", .folder("DIR"), "folder for the files; created if missing", in: .result),
            OptionSpec(
                .formats, .list("FORMAT,...", of: SheetMaker.Format.allCases.map(\.rawValue)),
                "formats to write: \(SheetMaker.Format.allCases.map(\.rawValue).joined(separator: ", "))",
                default: "pdf", in: .result),
            OptionSpec(
                .page, .words(SheetSettings.Page.allCases.map(\.rawValue)), "size of a page; own: one for each sticker",
                default: "a4", in: .page),
            OptionSpec(.landscape, "pages are wider than high", in: .page),
            OptionSpec(
                .size, letter: "s", .number("MM", 5...1_000), "longest side of each sticker along its cut line",
                default: "50",
                in: .page),
            OptionSpec(
                .copies, letter: "n", .whole("N", 1...SheetSettings.mostStickers), "how many of each sticker",
                default: "1",
                in: .page),
            OptionSpec(
                .margin, .number("MM", 0...100), "margin without lines on each side of a page",
                default: "10; 3 with --page own", in: .page),
            OptionSpec(
                .gap, .number("MM", 0...100),
                "distance between the lines of two stickers", default: "4", in: .page),
            OptionSpec(
                .turn, .words(SheetSettings.Turning.allCases.map(\.rawValue)), "how stickers may be turned to fit",
                default: "any", in: .page),
            OptionSpec(.marks, "registration marks in three corners of the margin", in: .page),
            OptionSpec(
                .dpi, .whole("N", 36...1_200), "dots an inch of PNG; the maximum for pictures in PDF and SVG",
                default: "300", in: .page),
            OptionSpec(
                .offset, .number("MM", 0...50),
                "distance from the sticker's edge out to the cut line", default: "0", in: .lines),
            OptionSpec(
                .bleed, .number("MM", 0...20), "how far colours go beyond the cut line",
                default: "2, at most half the gap; 0 with --offset", in: .lines),
            OptionSpec(
                .smooth, .number("MM", 0...20), "radius of the finest detail that is cut", default: "0, all", in: .lines
            ),
            OptionSpec(
                .backing, .words(SheetSettings.Backing.allCases.map(\.rawValue)), "a line through the backing, too",
                default: "none", in: .lines),
            OptionSpec(
                .backingOffset, .number("MM", 0...50),
                "distance from the cut line out to it", default: "3", in: .lines),
        ] + OptionSpec.borders + OptionSpec.limits + OptionSpec.network + [.json, .quiet, .help]

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        guard !operands.isEmpty else { throw UsageError("name a pack, stickers or photos, or folders of them") }
        guard let output = values.path(.output) else { throw UsageError("say where the sheets go: -o DIR") }
        if output == "-" { throw UsageError("sheets are several files: -o - does not work here") }
        self.init(sources: operands, output: output)
        let named = values.words(.formats).compactMap(SheetMaker.Format.init(rawValue:))
        if !named.isEmpty { formats = Set(named) }
        settings = try SheetSettings(values)
        var options = ProcessingOptions()
        try options.takeLook(values, of: [.border])
        style = options.style
        limits = ImageLimits(values)
        engine = EngineSettings(values)
        isQuiet = values.has(.quiet)
        printsJSON = values.has(.json)
    }
}

extension SheetSettings {
    init(_ values: OptionValues) throws {
        self.init()
        page = values.word(.page).flatMap(Page.init(rawValue:)) ?? page
        isLandscape = values.has(.landscape)
        stickerSize = values.number(.size) ?? stickerSize
        gap = values.number(.gap) ?? gap
        offset = values.number(.offset) ?? offset
        smoothing = values.number(.smooth) ?? smoothing
        backing = values.word(.backing).flatMap(Backing.init(rawValue:)) ?? backing
        backingOffset = values.number(.backingOffset) ?? backingOffset
        fit(margin: values.number(.margin), bleed: values.number(.bleed))
        turning = values.word(.turn).flatMap(Turning.init(rawValue:)) ?? turning
        copies = values.whole(.copies) ?? copies
        hasRegistrationMarks = values.has(.marks)
        if values.has(.enlarge) { leastDotsPerInch = 0 }
        resolution = values.whole(.dpi).map(Double.init) ?? resolution
        try rethrowing(UsageError.init(of:)) { try validate() }
    }
}
