import Files
import FoundationEssentials
import Imaging

/// A page as SVG, in millimetres: pictures embedded as PNG, if wanted, and each kind of cut line in a group of its own.
struct SVGSheet: ~Copyable {
    private let file: AtomicFile
    private let lines: [CutLine]

    /// - Parameter page: whose size the picture has.
    init(at path: FilePath, page: SheetPage, lines: [CutLine]) throws(PrintingError) {
        let (width, height) = (page.size.x.exact, page.size.y.exact)
        let opening =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
            + "width=\"\(width)mm\" height=\"\(height)mm\" viewBox=\"0 0 \(width) \(height)\">\n"
        let file = try asPrintingError { () throws(FileError) in
            let file = try AtomicFile(at: path)
            try file.write(Array(opening.utf8))
            return file
        }
        self.init(file, lines)
    }

    private init(_ file: consuming AtomicFile, _ lines: [CutLine]) {
        self.file = file
        self.lines = lines
    }

    private func write(_ text: String) throws(PrintingError) {
        try asPrintingError { () throws(FileError) in try file.write(Array(text.utf8)) }
    }

    /// Opens the group of the pictures. Then call ``add(_:at:)`` for each, and ``endPictures(marks:)`` at the end.
    func beginPictures() throws(PrintingError) {
        try write("<g id=\"Pictures\">\n")
    }

    /// Writes a picture, or another copy of it.
    ///
    /// - Parameter picture: `nil` for one of which the page has a copy already.
    mutating func add(_ picture: PrintPicture?, at placement: Nester.Placement) throws(PrintingError) {
        let matrix = placement.matrix
        let name = "picture-\(placement.sticker + 1)"
        guard let picture else {
            try write("<use xlink:href=\"#\(name)\" transform=\"matrix(\(matrix))\"/>\n")
            return
        }
        let png: [UInt8]
        do throws(ImagingError) {
            png = try ImageEncoder(.png(compression: 6)).encode(picture.bitmap)
        } catch {
            throw PrintingError(.damagedSticker, "\(error)")
        }
        let box = picture.box
        try write(
            "<g transform=\"matrix(\(matrix))\"><image id=\"\(name)\" x=\"\(box.low.x.exact)\" "
                + "y=\"\(box.low.y.exact)\" "
                + "width=\"\(box.width.exact)\" height=\"\(box.height.exact)\" preserveAspectRatio=\"none\" "
                + "xlink:href=\"data:image/png;base64,")
        try write(Data(png).base64EncodedString())
        try write("\"/></g>\n")
    }

    func endPictures() throws(PrintingError) {
        try write("</g>\n")
    }

    /// Writes marks and lines, and moves the file to its place.
    consuming func finish(_ page: SheetPage, _ stickers: [PreparedSticker]) throws(PrintingError) {
        if !page.marks.isEmpty {
            var text = "<g id=\"RegistrationMarks\" fill=\"#000000\">\n"
            for mark in page.marks {
                text += "<rect x=\"\(mark.low.x.exact)\" y=\"\(mark.low.y.exact)\" width=\"\(mark.width.exact)\" "
                text += "height=\"\(mark.height.exact)\"/>\n"
            }
            try write(text + "</g>\n")
        }
        for line in lines {
            try write(
                "<g id=\"\(line.rawValue)\" fill=\"none\" stroke=\"\(line.webColor)\" "
                    + "stroke-width=\"\(CutLine.width.exact)\" stroke-linejoin=\"round\">\n")
            for placement in page.placements {
                guard let outline = line.outline(of: stickers[placement.sticker]) else { continue }
                try write("<path d=\"\(outline.mapped(placement.place).svgPath)\"/>\n")
            }
            try write("</g>\n")
        }
        try write("</svg>\n")
        do throws(FileError) {
            try file.commit()
        } catch {
            throw PrintingError(error)
        }
    }
}

extension Outline {
    /// The closed path in SVG's commands `M`, `C` and `Z`.
    package var svgPath: String {
        var path = "M\(start.exact)"
        for curve in curves { path += "C\(curve.control1.exact) \(curve.control2.exact) \(curve.end.exact)" }
        return path + "Z"
    }
}
