import Files
import Imaging
import TestSupport
import Testing

@testable import Printing

/// What other programs make of the PDF.
struct PDFSheetTests {
    private let fixture = SheetFixture()

    @Test(.enabled(if: PrintPrograms.qpdf, "qpdf is not installed"), arguments: SheetSettings.Page.allCases)
    func qpdfFindsNothingWrong(page: SheetSettings.Page) async throws {
        let report = try await fixture.make(fixture.stickers(), [.pdf]) {
            $0.page = page
            $0.backing = .outline
            $0.hasRegistrationMarks = page != .own
        }
        #expect(report.files.count == (page == .own ? 3 : 1))
        for file in report.files {
            let said = try await fixture.run("qpdf", "--check", file)
            #expect(said.contains("No syntax or stream encoding errors found"), "\(said)")
        }
    }

    /// Each plate of Ghostscript's is black where its ink is, at 300 dots an inch.
    @Test(.enabled(if: PrintPrograms.ghostscript, "gs is not installed"))
    func cutLineIsAloneOnItsPlateAndOverprints() async throws {
        let stickers = try [fixture.sticker("circle", Shape.circle(side: 256, radius: 120).bitmap)]
        _ = try await fixture.make(stickers, [.pdf]) {
            $0.page = .own
            $0.backing = .rectangle
        }
        try await fixture.run(
            "gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", "-r300", "-sOutputFile=plate.tif",
            "circle.pdf")
        let names = try fixture.output.names().map(\.description).filter { $0.hasPrefix("plate") }.sorted()
        #expect(
            names == [
                "plate(Black).tif", "plate(CutContour).tif", "plate(Cyan).tif", "plate(Magenta).tif",
                "plate(PerfCutContour).tif", "plate(Yellow).tif", "plate.tif",
            ])
        let plate = try fixture.picture("plate(CutContour).tif")
        // The sticker is 50 mm wide, in the middle of its page.
        let middle = Point(Double(plate.width), Double(plate.height)) / 2
        let radius = 25 / 25.4 * 300.0
        var inked = 0
        for y in 0..<plate.height {
            for x in 0..<plate.width where plate[x, y].red < 128 {
                inked += 1
                let distance = (Point(Double(x) + 0.5, Double(y) + 0.5) - middle).length
                #expect(abs(distance - radius) < 3, "ink at \(x), \(y)")
            }
        }
        #expect(Double(inked) > 2 * Double.pi * radius * 0.5, "the whole line")
        // The line does not knock its place out of the picture: the magenta plate goes on below it.
        let magenta = try fixture.picture("plate(Magenta).tif")
        for y in stride(from: 0, to: plate.height, by: 7) {
            for x in 2..<plate.width - 2 where plate[x, y].red < 100 {
                let around = (Int(magenta[x - 2, y].red) + Int(magenta[x + 2, y].red)) / 2
                #expect(abs(Int(magenta[x, y].red) - around) < 40)
            }
        }
    }

    @Test(.enabled(if: PrintPrograms.poppler, "pdftoppm is not installed"))
    func popplerShowsThePicturesAsThePNGDoes() async throws {
        _ = try await fixture.make(fixture.stickers(), [.pdf, .png]) {
            $0.page = .a6
            $0.stickerSize = 35
            $0.resolution = 150
        }
        try await fixture.run("pdftoppm", "-r", "150", "-png", "-singlefile", "sheet.pdf", "rendered")
        let (rendered, page) = (try fixture.picture("rendered.png"), try fixture.picture("sheet-1.png"))
        #expect(abs(rendered.width - page.width) <= 1 && abs(rendered.height - page.height) <= 1)
        var difference = 0
        var subject = 0
        for y in 0..<min(page.height, rendered.height) {
            for x in 0..<min(page.width, rendered.width) where page[x, y] != .white {
                subject += 1
                difference += abs(Int(rendered[x, y].green) - Int(page[x, y].green))
            }
        }
        #expect(subject > 10_000)
        #expect(Double(difference) / Double(subject) < 8, "\(Double(difference) / Double(subject))")
    }

    @Test func hasTheNamesThatPrintersLookFor() async throws {
        _ = try await fixture.make(fixture.stickers(), [.pdf]) { $0.backing = .outline }
        let text = String(decoding: try fixture.output.appending("sheet.pdf").readBytes(), as: UTF8.self)
        for part in [
            "[ /Separation /CutContour /DeviceCMYK", "[ /Separation /PerfCutContour /DeviceCMYK", "/C1 [ 0 1 0 0 ]",
            "/Type /OCG /Name (CutContour)", "/OP true /op true /OPM 1", "/SMask",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        // A quarter of a point, as all lengths in millimetres.
        #expect(text.contains("/Overprint gs /CutContour CS 1 SCN 0.0882 w"))
    }

    @Test func copiesShareOnePicture() async throws {
        let sticker = try fixture.sticker("star", Shape.star(side: 128).bitmap)
        let report = try await fixture.make([sticker], [.pdf]) {
            $0.copies = 20
            $0.stickerSize = 30
        }
        #expect(report.stickerCount == 20)
        let bytes = try fixture.output.appending("sheet.pdf").readBytes()
        #expect(String(decoding: bytes, as: UTF8.self).components(of: "/Subtype /Image") == 2, "colours and alpha")
    }

    @Test func sameStickersGiveTheSameBytes() async throws {
        let stickers = try fixture.stickers()
        _ = try await fixture.make(stickers, [.pdf, .svg, .png, .lines])
        let names = try fixture.output.names().sorted { $0.description < $1.description }
        #expect(names.count == 4)
        let first = try names.map { try fixture.output.appending($0).readBytes() }
        _ = try await fixture.make(stickers, [.pdf, .svg, .png, .lines])
        #expect(try names.map { try fixture.output.appending($0).readBytes() } == first)
    }
}

extension String {
    fileprivate func components(of part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let found = rest.firstRange(of: part) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }
}
