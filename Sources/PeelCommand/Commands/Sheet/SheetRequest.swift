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

extension SheetRequest {
    init(_ operands: [FilePath], _ values: OptionValues) throws {
        guard !operands.isEmpty else {
            throw UsageError("name a pack, stickers or photos, or folders of them")
        }
        guard let output = values.path(.output) else {
            throw UsageError("say where the sheets go: -o DIR")
        }
        if output == "-" { throw UsageError("sheets are several files: -o - does not work here") }
        self.init(sources: operands, output: output)
        let named = values.words(.formats).compactMap(SheetMaker.Format.init(rawValue:))
        if !named.isEmpty { formats = Set(named) }
        settings = try SheetSettings(values)
        style = try StickerStyle(values, command: .sheet)
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
        do {
            try validate()
        } catch {
            throw UsageError(error.description)
        }
    }
}
