import Files
import Imaging

extension SheetMaker {
    /// Writes all files, page by page: each sticker's picture is made once for all formats of its page.
    ///
    /// - Returns: what was written.
    func write(
        _ layout: SheetLayout, _ formats: Set<Format>, in folder: FilePath, _ isStopped: () -> Bool
    ) async throws(PrintingError) -> [FilePath] {
        try asPrintingError { () throws(FileError) in try folder.createFolder() }
        let lines: [CutLine] = settings.backing == .none ? [.sticker] : [.sticker, .backing]
        var files: [FilePath] = []
        let isOwn = settings.page == .own
        let names = isOwn ? Self.names(of: layout.stickers) : []
        var pdf: PDFSheet?
        for (number, page) in layout.pages.enumerated() {
            if isStopped() { throw PrintingError(.cancelled, "the sheet was stopped before all pages were written") }
            let name = isOwn ? names[number] : "sheet"
            if formats.contains(.pdf), pdf == nil {
                let file = folder.appending(FilePath("\(name).pdf"))
                files.append(file)
                pdf = try PDFSheet(at: file, lines: lines)
            }
            let numbered = isOwn ? name : "sheet-\(number + 1)"
            let pictures = PagePictures(page, formats, lines, folder, numbered)
            files += try await write(page, layout.stickers, pictures, &pdf)
            if isOwn || number + 1 == layout.pages.count, let sheet = pdf.take() { try sheet.finish() }
        }
        return files
    }

    /// What is written of one page.
    private struct PagePictures {
        let page: SheetPage
        let formats: Set<Format>
        let lines: [CutLine]
        let folder: FilePath
        let name: String

        init(_ page: SheetPage, _ formats: Set<Format>, _ lines: [CutLine], _ folder: FilePath, _ name: String) {
            (self.page, self.formats, self.lines, self.folder, self.name) = (page, formats, lines, folder, name)
        }

        func path(_ ending: String) -> FilePath { folder.appending(FilePath(name + ending)) }
    }

    private func write(
        _ page: SheetPage, _ stickers: [PreparedSticker], _ target: PagePictures, _ pdf: inout PDFSheet?
    ) async throws(PrintingError) -> [FilePath] {
        var files: [FilePath] = []
        var png = target.formats.contains(.png) ? try PNGSheet(page, resolution: settings.resolution) : nil
        var svg: SVGSheet? =
            target.formats.contains(.svg) ? try SVGSheet(at: target.path(".svg"), page: page, lines: target.lines) : nil
        try svg?.beginPictures()
        let copies = Dictionary(grouping: page.placements, by: \.sticker).sorted { $0.key < $1.key }
        for (index, placements) in copies where target.formats != [.lines] {
            let sticker = stickers[index]
            if png == nil, target.formats.isDisjoint(with: [.svg]), pdf?.hasPicture(of: index) ?? false { continue }
            let (bitmap, reservation) = try await decode(sticker.sticker)
            defer { reservation.release() }
            guard bitmap.size == sticker.pixels else {
                throw PrintingError(
                    .damagedSticker, "\(sticker.sticker.path) was changed while the sheet was made: make it once more")
            }
            let picture = PrintPicture(bitmap, of: sticker, bleed: settings.bleed, settings: settings)
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
            files.append(target.path(".svg"))
        }
        if target.formats.contains(.lines) {
            let path = target.path("-lines.svg")
            try SVGSheet(at: path, page: page, lines: target.lines).finish(page, stickers)
            files.append(path)
        }
        if let png {
            let path = target.path(".png")
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

    /// A name for each sticker that no other has: `cat`, `cat-2`.
    static func names(of stickers: [PreparedSticker]) -> [String] {
        var taken: Set<String> = []
        return stickers.map { sticker in
            let stem = sticker.sticker.name
            var name = stem
            var number = 2
            while !taken.insert(name).inserted {
                name = "\(stem)-\(number)"
                number += 1
            }
            return name
        }
    }
}
