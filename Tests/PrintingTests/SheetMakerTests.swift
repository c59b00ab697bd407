import Files
import Imaging
import TestSupport
import Testing

@testable import Printing

/// Bad input, and what is left of a run that ended early.
struct SheetMakerTests {
    private let fixture = SheetFixture()

    private func error(_ stickers: [SheetSticker]) async -> PrintingError? {
        await #expect(throws: PrintingError.self) { try await fixture.make(stickers, [.pdf, .svg, .png]) }
    }

    @Test func clearStickerIsNamed() async throws {
        let clear = try fixture.sticker("clear", Bitmap(size: PixelSize(width: 30, height: 30)))
        let error = await error([clear])
        #expect(error?.code == .noShape)
        #expect(error?.description.hasPrefix("clear: no pixel is more than half opaque") == true)
        #expect((try? fixture.output.names()) == nil)
    }

    @Test func fileThatIsNoPictureIsNamed() async throws {
        let path = try fixture.folder.write("no picture", to: "a.png")
        let error = await error([SheetSticker(name: "a", path: path)])
        #expect(error?.code == .damagedSticker)
        #expect(error?.description.contains("a.png") == true)
    }

    @Test func fileThatIsNotThereIsNamed() async {
        let error = await error([SheetSticker(name: "none", path: fixture.folder.path.appending("none.png"))])
        #expect(error?.code == .file(.system(2)))
    }

    @Test func noStickersAreRefused() async {
        #expect(await error([])?.code == .noStickers)
    }

    @Test func stoppedRunLeavesNoPartOfAFile() async throws {
        let stickers = try fixture.stickers()
        let settings = SheetSettings.ofAnyResolution
        let error = await #expect(throws: PrintingError.self) {
            try await SheetMaker(settings).make(stickers, formats: [.pdf], in: fixture.output, isStopped: { true })
        }
        #expect(error?.code == .cancelled)
        #expect((try? fixture.output.names()) == nil)
    }

    @Test func twoOfOneNameGetFilesOfTheirOwn() async throws {
        let star = try fixture.sticker("star", Shape.star(side: 64).bitmap)
        let report = try await fixture.make([star, star], [.lines]) { $0.page = .own }
        #expect(report.files.map(\.lastComponent) == ["star-lines.svg", "star-2-lines.svg"])
    }

    @Test func pagesOfPixelsSayHowLargeTheyAre() async throws {
        _ = try await fixture.make(fixture.stickers(), [.png]) { $0.page = .photo }
        let bytes = try fixture.output.appending("sheet-1.png").readBytes()
        #expect(try ImageSource(bytes).size == PixelSize(width: 1200, height: 1800))
        // 300 dots an inch are 11811 a metre.
        #expect(Array(bytes[37..<41]) == Array("pHYs".utf8) && Array(bytes[41..<45]) == [0, 0, 0x2E, 0x23])
    }

    @Test func aStickerWithTooFewPixelsIsRefusedWithTheSizesThatItAllows() async throws {
        // 240 pixels on 100 mm are 60 an inch.
        let square = Shape(size: PixelSize(width: 240, height: 240)) { _ in true }
        let sticker = try fixture.sticker("square", square.bitmap)
        func make(_ sticker: SheetSticker, _ size: Double, least: Double = 100) async throws -> SheetReport {
            try await fixture.make([sticker], [.lines]) {
                $0.stickerSize = size
                $0.leastDotsPerInch = least
            }
        }
        let error = await #expect(throws: PrintingError.self) { try await make(sticker, 100) }
        #expect(error?.code == .tooFewPixels)
        #expect(
            error?.description
                == "square has 60 pixels an inch at 100 mm, and at least 100 are needed: make it 30 mm at most, which looks "
                + "sharp, or 60 mm")
        #expect((try? fixture.output.names()) == nil)
        // The same where they are allowed, where they are a few, and where they are enough.
        let coarse = SheetReport.Coarse(name: "square", dotsPerInch: 60, largestSize: 30)
        #expect(try await make(sticker, 100, least: 0).coarse == [coarse])
        #expect(try await make(sticker, 50).coarse.map(\.dotsPerInch) == [121])
        #expect(try await make(sticker, 30).coarse.isEmpty)
        // Two of its pixels stand for one of the photo's: what was made up does not count.
        var enlarged = sticker
        enlarged.scale = 2
        #expect(try await make(enlarged, 30).coarse.map(\.largestSize) == [15])
        await #expect(throws: PrintingError.self) { try await make(enlarged, 50) }
    }
}
