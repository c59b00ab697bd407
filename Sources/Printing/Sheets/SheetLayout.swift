import Files
import Imaging

/// The places of all stickers on their pages.
struct SheetLayout {
    let settings: SheetSettings
    let stickers: [PreparedSticker]
    let pages: [SheetPage]
    private var density: Double?
    private var boxes: (pageCount: Int, density: Double)?

    /// Places the stickers on pages.
    ///
    /// - Throws: ``PrintingError`` with `.largerThanPage`.
    init(
        _ stickers: [PreparedSticker], _ settings: SheetSettings, isCancelled: () -> Bool
    ) throws(PrintingError) {
        self.settings = settings
        self.stickers = stickers
        guard settings.page != .own else {
            pages = stickers.indices.map { Self.ownPage(of: $0, stickers[$0], settings) }
            return
        }
        let content = settings.content
        let marks = settings.hasRegistrationMarks ? RegistrationMarks(in: content).boxes : []
        let nester = Self.nester(settings)
        let copies = stickers.indices.flatMap { [Int](repeating: $0, count: settings.copies) }
        let polygons = stickers.map { $0.outermost.flattened(tolerance: 0.01) }
        let areas = stickers.map { Polygon.signedArea($0.cut.flattened(tolerance: 0.05)) }
        let area = copies.reduce(0) { $0 + areas[$1] }
        let nested = try Self.place(copies, on: nester, of: stickers, settings, isCancelled: isCancelled) { index in
            let outlines = Array(Self.outlines(of: polygons[index], on: nester, settings))
            return nester.hasRoom(for: outlines) ? outlines : Self.boxes(of: polygons[index], on: nester, settings)
        } area: {
            areas[$0]
        }
        let boxed = try? Self.place(copies, on: nester, of: stickers, settings, isCancelled: isCancelled) { index in
            Self.boxes(of: polygons[index], on: nester, settings)
        } area: { index in
            let box = Box(around: polygons[index])
            return box.width * box.height
        }
        func density(_ pages: Nester.Pages) -> Double {
            area / max(content.width * content.height * pages.fullPages(of: content.height), 1e-9)
        }
        // Stickers that fill their boxes may fit better as boxes, because cells cost an outline up to a millimetre of
        // each gap.
        var chosen = nested
        if let boxed, boxed.fullPages(of: content.height) < nested.fullPages(of: content.height) { chosen = boxed }
        self.density = density(chosen)
        boxes = boxed.map { ($0.count, density($0)) }
        pages = (0..<chosen.count).map { [chosen] number in
            let placements = chosen.placements.filter { $0.page == number }.map { placement in
                var placement = placement
                placement.sticker = copies[placement.sticker]
                return placement
            }
            return SheetPage(
                size: settings.pageSize,
                placements: marks.isEmpty ? Self.centred(placements, polygons, in: content) : placements, marks: marks)
        }
    }

    private static func place(
        _ copies: [Int], on nester: Nester, of stickers: [PreparedSticker], _ settings: SheetSettings,
        isCancelled: () -> Bool, footprints: @escaping (Int) -> [Footprint], area: (Int) -> Double
    ) throws(PrintingError) -> Nester.Pages {
        let cache = FootprintCache(footprints)
        do throws(Nester.Failure) {
            return try nester.place(
                copies.map { index in
                    Nester.Item(area: area(index), height: stickers[index].outermost.box.height) {
                        cache.footprints(of: index)
                    }
                }, isCancelled: isCancelled)
        } catch {
            guard case .tooLarge(let item) = error else { preconditionFailure("there must be a failure") }
            throw tooLarge(stickers[copies[item]], settings)
        }
    }

    private static func tooLarge(_ sticker: PreparedSticker, _ settings: SheetSettings) -> PrintingError {
        let (box, content) = (sticker.outermost.box, settings.content)
        return PrintingError(
            .largerThanPage,
            "\(sticker.sticker.name) takes \(box.width.short) × \(box.height.short) mm with its lines, and the page "
                + "has \(content.width.short) × \(content.height.short) mm inside its margins: make the sticker or the "
                + "margin smaller, or the page larger")
    }

    /// Returns why no page has room for a sticker; `nil` if it fits.
    static func problem(of sticker: PreparedSticker, _ settings: SheetSettings) -> PrintingError? {
        guard settings.page != .own else { return nil }
        let nester = Self.nester(settings)
        let polygon = sticker.outermost.flattened(tolerance: 0.01)
        return nester.hasRoom(for: outlines(of: polygon, on: nester, settings))
            || nester.hasRoom(for: boxes(of: polygon, on: nester, settings)) ? nil : tooLarge(sticker, settings)
    }

    private static func outlines(
        of polygon: [Point], on nester: Nester, _ settings: SheetSettings
    ) -> some Sequence<Footprint> {
        settings.turning.angles.lazy.map { Footprint(polygon, angle: $0, gap: settings.gap, cell: nester.cell) }
    }

    /// An outline's boxes, exact to a hundredth of a cell. They may fit where its cells, up to a millimetre more, do
    /// not.
    private static func boxes(of polygon: [Point], on nester: Nester, _ settings: SheetSettings) -> [Footprint] {
        let box = Box(around: polygon)
        return (settings.turning == .none ? [false] : [false, true]).map {
            Footprint(box: box, isTurned: $0, gap: settings.gap, cell: nester.cell)
        }
    }

    private static func nester(_ settings: SheetSettings) -> Nester {
        let content = settings.content
        let marks = settings.hasRegistrationMarks ? RegistrationMarks(in: content).boxes : []
        return Nester(content: content, gap: settings.gap, keepOut: marks)
    }

    private static func ownPage(of index: Int, _ sticker: PreparedSticker, _ settings: SheetSettings) -> SheetPage {
        let beyond = settings.backing == .none ? settings.bleed : settings.bleed - settings.backingOffset
        let box = sticker.outermost.box.grown(by: max(settings.margin, beyond))
        return SheetPage(
            size: Point(box.width, box.height),
            placements: [Nester.Placement(sticker: index, page: index, angle: 0, shift: -box.low)], marks: [])
    }

    /// Returns the page's contents in the middle of its width, and of its height if most of it is used.
    private static func centred(
        _ placements: [Nester.Placement], _ polygons: [[Point]], in content: Box
    ) -> [Nester.Placement] {
        let box = Box(around: placements.flatMap { placement in polygons[placement.sticker].map(placement.place) })
        var move = (content.low + content.high - box.low - box.high) / 2
        if box.height < 0.75 * content.height { move.y = content.low.y - box.low.y }
        return placements.map { placement in
            var moved = placement
            moved.shift += move
            return moved
        }
    }

    func report(files: [FilePath], earlierFiles: [FilePath] = []) -> SheetReport {
        let places = pages.enumerated().flatMap { number, page in
            page.placements.map { placement in
                let sticker = stickers[placement.sticker]
                let points = sticker.outermost.flattened(tolerance: 0.01).map(placement.place)
                return SheetReport.Place(
                    name: sticker.sticker.name, page: number + 1, box: Box(around: points),
                    turn: placement.angle * 180 / .pi)
            }
        }
        return SheetReport(
            stickerCount: places.count, pageCount: pages.count, density: density, boxPageCount: boxes?.pageCount,
            boxDensity: boxes?.density, places: places, coarse: stickers.compactMap(settings.coarse), files: files,
            earlierFiles: earlierFiles)
    }
}

/// The footprints of recent stickers: copies follow each other, and few stickers are placed in several orders.
private final class FootprintCache {
    private let make: (Int) -> [Footprint]
    private var known: [Int: [Footprint]] = [:]
    /// The most stickers. The footprints of one take some hundred kilobytes.
    private static let most = 64

    init(_ make: @escaping (Int) -> [Footprint]) {
        self.make = make
    }

    func footprints(of index: Int) -> [Footprint] {
        if let footprints = known[index] { return footprints }
        if known.count >= Self.most { known.removeAll() }
        let footprints = make(index)
        known[index] = footprints
        return footprints
    }
}
