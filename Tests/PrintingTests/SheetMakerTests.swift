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
        let settings = SheetSettings()
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
}
