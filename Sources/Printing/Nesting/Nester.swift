import Imaging

/// Places stickers on pages, on a raster of cells: if a body's cells are free of all other stickers' surroundings, they
/// are at least the gap apart.
///
/// The largest come first. Each goes to the place nearest to the page's top, of all angles, on the first of the newest
/// pages that has room. The same stickers give the same pages on every machine.
struct Nester {
    /// The place of a sticker: a turn around its origin, then a shift.
    struct Placement: Hashable, Sendable {
        var sticker: Int
        var page: Int
        /// The clockwise angle in radians.
        var angle: Double
        /// The shift from the page's corner in millimetres.
        var shift: Point
    }

    /// Pages with all placements.
    struct Pages: Sendable {
        var placements: [Placement] = []
        var count = 0
        /// The used height of each page, in millimetres from the content's top.
        var usedHeights: [Double] = []

        /// Returns the number of pages, with the last one in part, to compare packings.
        func fullPages(of contentHeight: Double) -> Double {
            guard let last = usedHeights.last, contentHeight > 0 else { return 0 }
            return Double(count - 1) + last / contentHeight
        }
    }

    /// The side of a cell in millimetres. A page has at most 1024 cells a side.
    let cell: Double
    private let content: Box
    private let gap: Double
    private let keepOut: [Box]

    /// The number of newest pages on which a sticker is tried, so that the time for one does not grow with the number
    /// of pages.
    private static let openPages = 4
    /// The most stickers for which other orders are tried.
    private static let mostForOrders = 40

    /// - Parameter keepOut: places on each page that no line comes nearer to than the gap, as registration marks.
    init(content: Box, gap: Double, keepOut: [Box] = []) {
        self.content = content
        self.gap = gap
        self.keepOut = keepOut
        cell = max(0.5, content.longestSide / 1024)
    }

    /// A sticker to place, with footprints at all its angles, which are made on demand.
    struct Item {
        let area: Double
        let height: Double
        let footprints: () -> [Footprint]
    }

    /// No page has room for the item with this index.
    enum Failure: Error { case tooLarge(Int) }

    /// An order of the stickers, and the angles to try.
    private struct Attempt {
        let order: [Int]
        let isUpright: Bool
    }

    /// Returns the packing with the fewest pages, of several: all angles or only quarter turns, and for few stickers
    /// other orders.
    func place(_ items: [Item], isCancelled: () -> Bool = { false }) throws(Failure) -> Pages {
        var best: Pages?
        for attempt in Self.attempts(items) where best == nil || !isCancelled() {
            let pages = try place(items, attempt, isCancelled)
            let height = content.height
            if pages.fullPages(of: height) < best?.fullPages(of: height) ?? .infinity { best = pages }
        }
        return best ?? Pages()
    }

    private static func attempts(_ items: [Item]) -> [Attempt] {
        let byArea = items.indices.sorted { (items[$1].area, $0) < (items[$0].area, $1) }
        var orders = [byArea]
        if items.count > 2, items.count <= mostForOrders {
            orders.append(items.indices.sorted { (items[$1].height, $0) < (items[$0].height, $1) })
            // Large and small alternately: the small ones fill what the large ones leave.
            let half = (byArea.count + 1) / 2
            var inTurns: [Int] = []
            for index in 0..<half {
                inTurns.append(byArea[index])
                let small = byArea.count - 1 - index
                if small >= half { inTurns.append(byArea[small]) }
            }
            orders.append(inTurns)
        }
        return orders.flatMap { [Attempt(order: $0, isUpright: false), Attempt(order: $0, isUpright: true)] }
    }

    /// Whether an empty page has room for one of them.
    func hasRoom(for footprints: some Sequence<Footprint>) -> Bool {
        var raster = emptyRaster()
        return footprints.contains { raster.firstPlace(for: $0, lastY: raster.height) != nil }
    }

    private func place(_ items: [Item], _ attempt: Attempt, _ isCancelled: () -> Bool) throws(Failure) -> Pages {
        var pages = Pages()
        var rasters: [PageRaster] = []
        let empty = emptyRaster()
        for index in attempt.order {
            if isCancelled() { return pages }
            var footprints = items[index].footprints()
            if attempt.isUpright, let upright = Self.upright(footprints, fitting: empty) { footprints = upright }
            var found: (page: Int, footprint: Footprint, x: Int, y: Int)?
            for (offset, _) in rasters.enumerated() where found == nil {
                found = Self.best(footprints, on: &rasters[offset]).map {
                    (pages.count - rasters.count + offset, $0.footprint, $0.x, $0.y)
                }
            }
            if found == nil {
                rasters.append(empty)
                pages.count += 1
                pages.usedHeights.append(0)
                if rasters.count > Self.openPages { rasters.removeFirst() }
                found = Self.best(footprints, on: &rasters[rasters.count - 1]).map {
                    (pages.count - 1, $0.footprint, $0.x, $0.y)
                }
            }
            guard let (page, footprint, x, y) = found else { throw .tooLarge(index) }
            rasters[page - (pages.count - rasters.count)].take(footprint.surroundings, atX: x, y: y)
            let shift = content.low + Point(Double(x), Double(y)) * cell - footprint.origin
            pages.placements.append(Placement(sticker: index, page: page, angle: footprint.angle, shift: shift))
            pages.usedHeights[page] = max(pages.usedHeights[page], Double(y + footprint.height) * cell)
        }
        return pages
    }

    /// Returns the footprints of quarter turns; `nil` if no page has room for any of them.
    private static func upright(_ footprints: [Footprint], fitting raster: PageRaster) -> [Footprint]? {
        let upright = footprints.filter { footprint in
            let (cosine, sine) = Rotation.parts(of: footprint.angle)
            return cosine * sine == 0 && footprint.width <= raster.width && footprint.height <= raster.height
        }
        return upright.isEmpty ? nil : upright
    }

    private static func best(
        _ footprints: [Footprint], on raster: inout PageRaster
    ) -> (footprint: Footprint, x: Int, y: Int)? {
        var best: (footprint: Footprint, x: Int, y: Int)?
        for footprint in footprints {
            let lowest = best.map { $0.y + $0.footprint.height } ?? raster.height
            guard let (x, y) = raster.firstPlace(for: footprint, lastY: lowest - footprint.height) else { continue }
            if let known = best, (y + footprint.height, x) >= (known.y + known.footprint.height, known.x) { continue }
            best = (footprint, x, y)
        }
        return best
    }

    private func emptyRaster() -> PageRaster {
        var raster = PageRaster(
            width: max(0, Int((content.width / cell + 1e-9).rounded(.down))),
            height: max(0, Int((content.height / cell + 1e-9).rounded(.down))))
        for box in keepOut {
            let kept = box.grown(by: gap)
            let (low, high) = ((kept.low - content.low) / cell, (kept.high - content.low) / cell)
            let runs = (Int32(low.y.rounded(.down))..<Int32(high.y.rounded(.up))).map {
                Footprint.Run(row: $0, first: Int32(low.x.rounded(.down)), end: Int32(high.x.rounded(.up)))
            }
            raster.take(runs, atX: 0, y: 0)
        }
        return raster
    }
}
