import Files
import Imaging

extension SheetMaker {
    /// Writes all files, page by page. Each sticker's picture is made once for all formats of its page.
    ///
    /// - Returns: what was written.
    func write(
        _ layout: SheetLayout, to target: SheetFiles, _ isStopped: () -> Bool
    ) async throws(PrintingError) -> [FilePath] {
        try asPrintingError { () throws(FileError) in try target.folder.createFolder() }
        let isOwn = settings.page == .own
        var files: [FilePath] = []
        var pdf: PDFSheet?
        for number in layout.pages.indices {
            if isStopped() { throw PrintingError(.cancelled, "the sheet was stopped before all pages were written") }
            if target.formats.contains(.pdf), pdf == nil {
                let file = target.path(.pdf, page: number)
                files.append(file)
                pdf = try PDFSheet(at: file, lines: lines)
            }
            files += try await write(number, of: layout, to: target, &pdf)
            if isOwn || number + 1 == layout.pages.count, let sheet = pdf.take() { try sheet.finish() }
        }
        return files
    }

    private var lines: [CutLine] { settings.backing == .none ? [.sticker] : [.sticker, .backing] }

    /// Writes a page. Returns its files, without the PDF that contains it.
    private func write(
        _ number: Int, of layout: SheetLayout, to target: SheetFiles, _ pdf: inout PDFSheet?
    ) async throws(PrintingError) -> [FilePath] {
        let (page, stickers) = (layout.pages[number], layout.stickers)
        var files: [FilePath] = []
        // One reservation for the page and its stickers, because tasks that hold memory while they wait for more could
        // deadlock.
        let reservation = try await reserve(for: page, stickers, target.formats)
        defer { reservation.release() }
        var png = target.formats.contains(.png) ? try PNGSheet(page, resolution: settings.resolution) : nil
        var svg: SVGSheet? =
            target.formats.contains(.svg)
            ? try SVGSheet(at: target.path(.svg, page: number), page: page, lines: lines) : nil
        try svg?.beginPictures()
        let copies = Dictionary(grouping: page.placements, by: \.sticker).sorted { $0.key < $1.key }
        for (index, placements) in copies where target.formats != [.lines] {
            let sticker = stickers[index]
            if png == nil, target.formats.isDisjoint(with: [.svg]), pdf?.hasPicture(of: index) ?? false { continue }
            let picture = try picture(of: sticker)
            if pdf?.hasPicture(of: index) == false { try pdf?.add(picture, of: index) }
            for (copy, placement) in placements.enumerated() {
                png?.draw(picture, at: placement)
                try svg?.add(copy == 0 ? picture : nil, at: placement)
            }
        }
        try pdf?.add(page, stickers)
        if let sheet = svg.take() {
            try sheet.endPictures()
            try sheet.finish(page, stickers)
            files.append(target.path(.svg, page: number))
        }
        if target.formats.contains(.lines) {
            let path = target.path(.lines, page: number)
            try SVGSheet(at: path, page: page, lines: lines).finish(page, stickers)
            files.append(path)
        }
        if let png {
            let path = target.path(.png, page: number)
            let bytes: [UInt8]
            do throws(ImagingError) {
                bytes = try ImageEncoder(.png(compression: 6)).encode(png.bitmap)
            } catch {
                throw PrintingError(.setting, "\(path): \(error)")
            }
            let resolved = PNGWriter.bytes(bytes, withResolution: settings.resolution)
            try asPrintingError { () throws(FileError) in try AtomicFile.write(resolved, to: path) }
            files.append(path)
        }
        return files
    }

    /// Decodes the sticker's file again, for printing.
    func picture(of sticker: PreparedSticker) throws(PrintingError) -> PrintPicture {
        let bitmap = try decode(open(sticker.sticker, read(sticker.sticker)), sticker.sticker)
        guard bitmap.size == sticker.pixels else {
            throw PrintingError(
                .damagedSticker, "\(sticker.sticker.path) was changed while the sheet was made: make the sheet again")
        }
        return PrintPicture(bitmap, of: sticker, bleed: settings.bleed, settings: settings)
    }

    /// Reserves the memory for the page as pixels, and for the largest of its stickers.
    func reserve(
        for page: SheetPage, _ stickers: [PreparedSticker], _ formats: Set<Format>
    ) async throws(PrintingError) -> MemoryReservation {
        var most = 0
        if formats != [.lines] {
            for placement in page.placements {
                let sticker = stickers[placement.sticker]
                let picture = PrintPicture.memory(of: sticker, bleed: settings.bleed, settings: settings)
                most = max(most, sticker.decodingMemory + picture)
            }
        }
        let pixels = formats.contains(.png) ? try PNGSheet.size(of: page, resolution: settings.resolution) : nil
        let drawing = most + (pixels?.area ?? 0) * 4
        let work = pixels.map { "a page of \($0.width) × \($0.height) pixels and its stickers" } ?? "a page's stickers"
        do throws(ImagingError) {
            // While a page is encoded, it exists as pixels, as filtered rows and as a file.
            return try await limits.memory.reserve(max(drawing, (pixels?.area ?? 0) * 8), for: work)
        } catch {
            throw PrintingError(error.code == .cancelled ? .cancelled : .memory, "\(error)")
        }
    }
}
