import Execution
public import Files
public import Imaging

/// Pages before they are written: outlines and places, without pixels. Made by a ``SheetMaker``.
///
///     let plan = try await SheetMaker(settings).plan(stickers, leavingOut: true)
///     let picture = try await plan.preview(ofPage: 0, resolution: 100)
///     let report = try await plan.write([.pdf], in: "sheets")
public struct SheetPlan: Sendable {
    /// The properties of a page.
    package struct Page: Sendable {
        /// The page's width and height in millimetres.
        package let size: Point
        /// The number of stickers on the page, with copies.
        package let stickerCount: Int
        /// The lines through the stickers as SVG commands, in millimetres with two decimals.
        package let cut: String
        /// The lines through the backing; `nil` without such lines.
        package let backing: String?
    }

    let maker: SheetMaker
    let layout: SheetLayout
    /// The stickers that are on no page, by their index in the order in which they were given, and why.
    public let leftOut: [(index: Int, error: PrintingError)]

    /// Stickers with fewer than ``SheetSettings/sharpDotsPerInch`` pixels an inch, in the order in which they were
    /// given.
    package var coarse: [SheetReport.Coarse] { layout.stickers.compactMap(settings.coarse) }

    /// The settings, after validation.
    package var settings: SheetSettings { maker.settings }

    /// The pages in their order, at least one.
    package var pages: [Page] {
        layout.pages.map { page in
            func path(_ line: CutLine) -> String {
                page.placements.map { placement in
                    line.outline(of: layout.stickers[placement.sticker])?.mapped {
                        (placement.place($0) * 100).rounded(.toNearestOrAwayFromZero) / 100
                    }.svgPath ?? ""
                }.joined()
            }
            return Page(
                size: page.size, stickerCount: page.placements.count, cut: path(.sticker),
                backing: settings.backing == .none ? nil : path(.backing))
        }
    }

    /// The number of pages.
    public var pageCount: Int { layout.pages.count }

    /// The approximate size of the plan in memory, in bytes.
    package var byteCount: Int {
        let points = layout.stickers.reduce(0) { sum, sticker in
            sum + sticker.edge.count + 3 * (sticker.cut.curves.count + (sticker.backing?.curves.count ?? 0))
        }
        let placements = layout.pages.reduce(0) { $0 + $1.placements.count }
        return points * MemoryLayout<Point>.stride + placements * MemoryLayout<Nester.Placement>.stride
    }

    /// Returns the most bytes that the files of a format have together.
    package func byteEstimate(for format: SheetMaker.Format) -> Int {
        let lines = layout.pages.reduce(0) { $0 + $1.placements.count } * 20_000
        func pixels(_ stickers: some Sequence<Int>) -> Int {
            stickers.reduce(0) { sum, index in
                sum + PrintPicture.pixelCount(of: layout.stickers[index], bleed: settings.bleed, settings: settings)
            }
        }
        switch format {
        case .lines: return lines
        // JPEG, and alpha.
        case .pdf: return lines + 3 * pixels(layout.stickers.indices)
        // A PNG in base64, which takes four thirds.
        case .svg:
            return lines + layout.pages.reduce(0) { $0 + 6 * pixels(Set($1.placements.map(\.sticker))) }
        case .png:
            let scale = settings.resolution / millimetresPerInch
            return layout.pages.reduce(0) { $0 + Int($1.size.x * scale * $1.size.y * scale) * 4 }
        }
    }

    /// Draws a page as it is printed, without the lines. It decodes only as much at once as the memory budget allows.
    ///
    /// - Parameters:
    ///   - number: from 0, less than ``pageCount``.
    ///   - resolution: dots an inch: 100 for a screen.
    /// - Throws: ``PrintingError`` when a sticker cannot be read any more or was changed, or there is no memory for it.
    public func preview(
        ofPage number: Int, resolution: Double, isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PrintingError) -> Bitmap {
        var settings = settings
        settings.resolution = resolution
        let maker = try SheetMaker(settings, limits: maker.limits, executor: maker.executor)
        let (page, stickers) = (layout.pages[number], layout.stickers)
        return try await maker.executor.run { () async throws(PrintingError) in
            let reservation = try await maker.reserve(for: page, stickers, [.png])
            defer { reservation.release() }
            var sheet = try PNGSheet(page, resolution: resolution)
            for (index, placements) in Dictionary(grouping: page.placements, by: \.sticker).sorted(by: {
                $0.key < $1.key
            }) {
                if isStopped() { throw PrintingError(.cancelled, "the page was stopped before it was drawn") }
                let picture = try maker.picture(of: stickers[index])
                for placement in placements { sheet.draw(picture, at: placement) }
            }
            return sheet.bitmap
        }
    }

    /// Writes the pages like ``SheetMaker/make(_:formats:in:sparing:isStopped:)``.
    public func write(
        _ formats: Set<SheetMaker.Format>, in folder: FilePath, sparing sources: [FilePath] = [],
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PrintingError) -> SheetReport {
        try await maker.executor.run { () async throws(PrintingError) in
            let target = try SheetFiles(of: layout, formats, in: folder)
            try target.spare(layout.stickers.map(\.sticker.path) + sources)
            let files = try await maker.write(layout, to: target, isStopped)
            return layout.report(files: files, earlierFiles: target.earlierFiles)
        }
    }
}
