import Files
import Imaging
import TestSupport
import Testing

@testable import Printing

/// What librsvg draws of the SVG, compared with the sticker's matte.
struct SVGSheetTests {
    private let fixture = SheetFixture()

    /// The cut line, filled, covers what is more than half opaque: where the two differ, the edge is within half a
    /// pixel.
    @Test(.enabled(if: PrintPrograms.rsvg, "rsvg-convert is not installed"), arguments: ["star", "chelsea", "arms"])
    func lineDrawnByLibrsvgIsWithinHalfAPixelOfTheMatteAt512Pixels(name: String) async throws {
        let bitmap =
            switch name {
            case "star": Shape.star().bitmap
            case "arms": Shape.thinArms().bitmap
            default: try RealCutout.chelsea.bitmap(side: 512)
            }
        let outline = try OutlineTracer().trace(bitmap).outline
        let scale = 4
        let svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(512 * scale)\" height=\"\(512 * scale)\" "
            + "viewBox=\"0 0 512 512\"><path d=\"\(outline.svgPath)\"/></svg>"
        try fixture.folder.write(svg, to: "out/line.svg")
        try await fixture.run("rsvg-convert", "line.svg", "-o", "line.png")
        let drawn = try fixture.picture("line.png")
        #expect(drawn.size == PixelSize(width: 512 * scale, height: 512 * scale))
        let edges = OutlineTracer.pieces(of: bitmap)
        let edge = try #require(edges.first)
        for y in stride(from: 1, to: drawn.height - 1, by: 1) {
            for x in 1..<drawn.width - 1 where (drawn[x, y].alpha > 127) != (drawn[x - 1, y].alpha > 127) {
                let place = Point(Double(x), Double(y) + 0.5) / Double(scale)
                let distance = Polygon.distance(place, edge)
                // Half a pixel of the sticker, and half of one of the drawing.
                if distance > 0.5 + 0.5 / Double(scale) {
                    Issue.record("the line at \(place) is \(distance) pixels off")
                    return
                }
            }
        }
    }

    @Test(.enabled(if: PrintPrograms.rsvg, "rsvg-convert is not installed"))
    func pageShowsPicturesAndLinesWhereTheyAre() async throws {
        let sticker = try fixture.sticker("circle", Shape.circle(side: 256, radius: 120).bitmap)
        let report = try await fixture.make([sticker], [.svg, .lines]) { $0.page = .own }
        #expect(report.files.map(\.lastComponent) == ["circle.svg", "circle-lines.svg"])
        try await fixture.run("rsvg-convert", "-d", "300", "-p", "300", "circle.svg", "-o", "page.png")
        let page = try fixture.picture("page.png")
        let middle = page[page.width / 2, page.height / 2]
        #expect(middle.alpha == 255 && middle.red > 180 && middle.green < 100)
        let text = String(decoding: try fixture.output.appending("circle-lines.svg").readBytes(), as: UTF8.self)
        #expect(text.contains("<g id=\"CutContour\"") && !text.contains("<image"))
    }

    @Test func bleedCarriesTheEdgesColoursBeyondTheLineAndLeavesHolesAlone() throws {
        let ring = Shape(size: PixelSize(width: 200, height: 200)) { place in
            (30...90).contains((place - Point(100, 100)).length)
        }
        var settings = SheetSettings.ofAnyResolution
        settings.resolution = 200
        let sticker = try PreparedSticker("ring", ring.bitmap, settings)
        let picture = PrintPicture(ring.bitmap, of: sticker, bleed: 2, settings: settings)
        func color(_ place: Point) -> SRGBColor {
            let at = (place - picture.box.low) / picture.box.width * Double(picture.bitmap.width)
            return picture.bitmap[Int(at.x), Int(at.y)]
        }
        // The ring is 50 mm wide: its line is at 0, its middle at 25, its hole 8 mm around that.
        #expect(color(Point(-1.5, 25)) == SRGBColor(red: 200, green: 80, blue: 40, alpha: 255))
        #expect(color(Point(-2.6, 25)).alpha == 0)
        #expect(color(Point(25, 25)).alpha == 0)
        #expect(color(Point(2, 25)).alpha == 255)
    }
}
