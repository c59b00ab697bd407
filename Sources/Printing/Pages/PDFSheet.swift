import Files
import Imaging

/// A PDF file for printers: pictures with soft masks on one layer, and each kind of cut line on its own layer, in a
/// separation that overprints.
struct PDFSheet: ~Copyable {
    private var file: PDFFile
    private let pages: Int
    private let lines: [CutLine]
    private var pageNumbers: [Int] = []
    /// The objects that all pages share, written at the end.
    private let pictureLayer: Int
    private let overprint: Int
    private let lineObjects: [(layer: Int, colorSpace: Int)]
    /// The pictures of the stickers, by index. Each is written once, however many copies there are.
    private var pictures: [Int: (object: Int, box: Box)] = [:]

    init(at path: FilePath, lines: [CutLine]) throws(PrintingError) {
        self.init(try PDFFile(at: path), lines: lines)
    }

    private init(_ file: consuming PDFFile, lines: [CutLine]) {
        self.lines = lines
        pages = file.promise()
        pictureLayer = file.promise()
        overprint = file.promise()
        var numbers: [(layer: Int, colorSpace: Int)] = []
        for _ in lines { numbers.append((file.promise(), file.promise())) }
        lineObjects = numbers
        self.file = file
    }

    func hasPicture(of sticker: Int) -> Bool { pictures[sticker] != nil }

    /// Writes a sticker's picture: colours as JPEG of quality 95, alpha without loss.
    mutating func add(_ picture: PrintPicture, of sticker: Int) throws(PrintingError) {
        var opaque = picture.bitmap
        for index in 0..<opaque.size.area { opaque.pixels[4 * index + 3] = 255 }
        let size = opaque.size
        let colors: [UInt8]
        do throws(ImagingError) {
            colors = try JPEGEncoder(quality: 95).encode(opaque)
        } catch {
            throw PrintingError(.damagedSticker, "\(error)")
        }
        guard let alpha = PNGWriter.deflatedAlpha(of: picture.bitmap) else {
            throw PrintingError(
                .damagedSticker, "a picture of \(size.width) × \(size.height) pixels does not fit in a PDF")
        }
        let common =
            "/Type /XObject /Subtype /Image /Width \(size.width) /Height \(size.height) /BitsPerComponent 8 "
        let mask = try file.addStream(
            common + "/ColorSpace /DeviceGray /Filter /FlateDecode "
                + "/DecodeParms << /Predictor 15 /Colors 1 /BitsPerComponent 8 /Columns \(size.width) >>", alpha)
        let object = try file.addStream(
            common + "/ColorSpace /DeviceRGB /Filter /DCTDecode /SMask \(mask) 0 R", colors)
        pictures[sticker] = (object, picture.box)
    }

    /// Writes a page, after all its pictures.
    mutating func add(_ page: SheetPage, _ stickers: [PreparedSticker]) throws(PrintingError) {
        // All that follows is in millimetres from the page's top left corner.
        let scale = pointsPerMillimetre
        let height = page.size.y * scale
        var content = "\(scale.exact) 0 0 -\(scale.exact) 0 \(height.exact) cm\n"
        content += "/OC /Pictures BDC\n"
        for placement in page.placements {
            guard let picture = pictures[placement.sticker] else { continue }
            let (box, turn) = (picture.box, placement.matrix)
            content +=
                "q \(turn) cm \(box.width.exact) 0 0 -\(box.height.exact) \(box.low.x.exact) \(box.high.y.exact) cm "
            content += "/Picture\(picture.object) Do Q\n"
        }
        if !page.marks.isEmpty {
            content += "0 0 0 1 k\n"
            for mark in page.marks {
                content += "\(mark.low.x.exact) \(mark.low.y.exact) \(mark.width.exact) \(mark.height.exact) re f\n"
            }
        }
        content += "EMC\n"
        for line in lines {
            content += "/OC /\(line.rawValue) BDC\nq /Overprint gs /\(line.rawValue) CS 1 SCN "
            content += "\(CutLine.width.exact) w 1 j 1 J\n"
            for placement in page.placements {
                guard let outline = line.outline(of: stickers[placement.sticker]) else { continue }
                content += outline.mapped(placement.place).pdfPath + " S\n"
            }
            content += "Q\nEMC\n"
        }
        let stream = try file.addStream("", Array(content.utf8))
        let used = Set(page.placements.compactMap { pictures[$0.sticker]?.object }).sorted()
        let pictureNames = used.map { "/Picture\($0) \($0) 0 R" }.joined(separator: " ")
        let spaces = zip(lines, lineObjects).map { "/\($0.rawValue) \($1.colorSpace) 0 R" }.joined(separator: " ")
        let layers = zip(lines, lineObjects).map { "/\($0.rawValue) \($1.layer) 0 R" }.joined(separator: " ")
        let box = "[ 0 0 \((page.size.x * scale).exact) \(height.exact) ]"
        pageNumbers.append(
            try file.add(
                "<< /Type /Page /Parent \(pages) 0 R /MediaBox \(box) /TrimBox \(box) /Contents \(stream) 0 R "
                    + "/Resources << /XObject << \(pictureNames) >> /ColorSpace << \(spaces) >> "
                    + "/ExtGState << /Overprint \(overprint) 0 R >> "
                    + "/Properties << /Pictures \(pictureLayer) 0 R \(layers) >> >> >>"))
    }

    /// Writes the shared objects, and moves the file to its place.
    consuming func finish() throws(PrintingError) {
        let kids = pageNumbers.map { "\($0) 0 R" }.joined(separator: " ")
        _ = try file.add("<< /Type /Pages /Count \(pageNumbers.count) /Kids [ \(kids) ] >>", as: pages)
        _ = try file.add("<< /Type /OCG /Name (Pictures) >>", as: pictureLayer)
        _ = try file.add("<< /Type /ExtGState /OP true /op true /OPM 1 >>", as: overprint)
        for (line, objects) in zip(lines, lineObjects) {
            let ink = line.processColor.map(String.init).joined(separator: " ")
            _ = try file.add("<< /Type /OCG /Name (\(line.rawValue)) >>", as: objects.layer)
            _ = try file.add(
                "[ /Separation /\(line.rawValue) /DeviceCMYK "
                    + "<< /FunctionType 2 /Domain [ 0 1 ] /C0 [ 0 0 0 0 ] /C1 [ \(ink) ] /N 1 >> ]",
                as: objects.colorSpace)
        }
        let layers = ([pictureLayer] + lineObjects.map(\.layer)).map { "\($0) 0 R" }.joined(separator: " ")
        let catalog = try file.add(
            "<< /Type /Catalog /Pages \(pages) 0 R "
                + "/OCProperties << /OCGs [ \(layers) ] /D << /Order [ \(layers) ] /ON [ \(layers) ] >> >> >>")
        try file.finish(catalog: catalog)
    }
}

extension Nester.Placement {
    /// The transform as a matrix of PDF and SVG.
    var matrix: String {
        let (cosine, sine) = Rotation.parts(of: angle)
        return [cosine, sine, -sine, cosine, shift.x, shift.y].map(\.exact).joined(separator: " ")
    }
}

extension Outline {
    /// The path in PDF's commands `m`, `c` and `h`.
    fileprivate var pdfPath: String {
        var path = "\(start.exact) m"
        for curve in curves { path += " \(curve.control1.exact) \(curve.control2.exact) \(curve.end.exact) c" }
        return path + " h"
    }
}

extension Point {
    var exact: String { "\(x.exact) \(y.exact)" }
}

extension Double {
    /// The number with four decimals, a ten-thousandth of a millimetre, and without an exponent, which PDF does not
    /// know.
    var exact: String {
        let parts = Int((self * 10_000).rounded())
        let digits = String(abs(parts))
        let padded = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
        var text = "\(padded.dropLast(4)).\(padded.suffix(4))"
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return (parts < 0 ? "-" : "") + text
    }
}
