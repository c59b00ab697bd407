import Files
import Imaging
import TestSupport
import Testing

@testable import Printing

/// Pages that are looked at before they are written.
struct SheetPlanTests {
    private let fixture = SheetFixture()

    private func plan(
        _ stickers: [SheetSticker], leavingOut: Bool = false, _ change: (inout SheetSettings) -> Void = { _ in }
    ) async throws -> SheetPlan {
        var settings = SheetSettings.ofAnyResolution
        change(&settings)
        return try await SheetMaker(settings).plan(stickers, leavingOut: leavingOut)
    }

    @Test func writesWhatMakeWrites() async throws {
        let stickers = try fixture.stickers()
        let formats: Set<SheetMaker.Format> = [.pdf, .svg, .lines]
        let made = try await fixture.make(stickers, formats)
        let bytes = try made.files.map { try $0.readBytes() }
        let other = fixture.folder.path.appending("other")
        let report = try await plan(stickers).write(formats, in: other)
        #expect(report.places == made.places)
        #expect(try report.files.map { try $0.readBytes() } == bytes)
    }

    @Test func previewIsThePageAsItIsPrinted() async throws {
        let stickers = try fixture.stickers()
        let plan = try await plan(stickers) {
            $0.page = .a6
            $0.stickerSize = 35
            $0.resolution = 100
            $0.hasRegistrationMarks = true
        }
        _ = try await plan.write([.png], in: fixture.output)
        let page = try fixture.picture("sheet-1.png")
        let preview = try await plan.preview(ofPage: 0, resolution: 100)
        #expect(preview.size == PixelSize(width: 413, height: 583) && preview == page)
    }

    @Test func linesAreThoseOfTheFile() async throws {
        let plan = try await plan(fixture.stickers()) { $0.backing = .rectangle }
        let page = try #require(plan.pages.first)
        #expect(plan.pageCount == 1 && page.size == Point(210, 297) && page.stickerCount == 3)
        #expect(page.cut.count { $0 == "Z" } == 3 && page.backing?.count { $0 == "Z" } == 3)
        _ = try await plan.write([.lines], in: fixture.output)
        let text = String(decoding: try fixture.output.appending("sheet-1-lines.svg").readBytes(), as: UTF8.self)
        // The first point of the first line, to a hundredth of a millimetre.
        let exact = try #require(text.firstMatch(of: /d="M([\d.]+) ([\d.]+)C/))
        let shown = try #require(page.cut.firstMatch(of: /^M([\d.]+) ([\d.]+)C/))
        for (one, other) in [(exact.1, shown.1), (exact.2, shown.2)] {
            let (written, seen) = (try #require(Double(one)), try #require(Double(other)))
            #expect(abs(written - seen) < 0.0051)
        }
        #expect(page.cut.split { " MCZ".contains($0) }.allSatisfy { $0.drop { $0 != "." }.count <= 3 })
    }

    @Test func stickersThatCannotBePrintedSoAreLeftOut() async throws {
        let clear = try fixture.sticker("clear", Bitmap(size: PixelSize(width: 30, height: 30)))
        let broken = SheetSticker(name: "broken", path: try fixture.folder.write("no picture", to: "a.png"))
        let circle = try fixture.sticker("circle", Shape.circle(side: 128, radius: 60).bitmap)
        let bar = Shape(size: PixelSize(width: 256, height: 32)) { (2...254).contains($0.x) && (2...30).contains($0.y) }
        let stickers = [clear, circle, try fixture.sticker("bar", bar.bitmap), broken]
        // The page has 85 × 128 mm inside its margins.
        func small(_ settings: inout SheetSettings) {
            settings.page = .a6
            settings.stickerSize = 120
        }
        let plan = try await plan(stickers, leavingOut: true, small)
        #expect(plan.leftOut.map { $0.index } == [0, 1, 3])
        #expect(plan.leftOut.map { $0.error.code } == [.noShape, .largerThanPage, .damagedSticker])
        #expect(plan.pages.map(\.stickerCount) == [1])
        await #expect(throws: PrintingError.self) { try await self.plan(stickers, small) }
        let error = await #expect(throws: PrintingError.self) {
            try await self.plan([clear, circle], leavingOut: true, small)
        }
        #expect(error?.code == .noShape)
    }

    /// What stands in the marks' way does not fit, although the page is large enough.
    @Test func roomIsWhatTheMarksLeave() async throws {
        let square = Shape(size: PixelSize(width: 128, height: 128)) { _ in true }
        let stickers = [try fixture.sticker("square", square.bitmap)]
        func plan(marks: Bool) async throws -> SheetPlan {
            try await self.plan(stickers, leavingOut: true) {
                $0.page = .a6
                $0.stickerSize = 84
                $0.turning = .none
                $0.gap = 40
                $0.hasRegistrationMarks = marks
            }
        }
        #expect(try await plan(marks: false).leftOut.isEmpty)
        let error = await #expect(throws: PrintingError.self) { try await plan(marks: true) }
        #expect(error?.code == .largerThanPage)
    }

    @Test func estimatesAreNotBelowWhatIsWritten() async throws {
        let plan = try await plan(fixture.stickers()) {
            $0.copies = 12
            $0.backing = .outline
        }
        for format in SheetMaker.Format.allCases {
            let files = try await plan.write([format], in: fixture.output).files
            let bytes = try files.reduce(0) { $0 + (try $1.readBytes().count) }
            #expect(bytes <= plan.byteEstimate(for: format), "\(format)")
        }
    }

    /// Noise takes the most bytes, and one copy the fewest lines.
    @Test func estimatesHoldForNoise() async throws {
        var random = SeededGenerator(seed: 1)
        var noise = Shape.circle(side: 512, radius: 250).bitmap
        for index in noise.pixels.indices where index % 4 != 3 {
            noise.pixels[index] = UInt8.random(in: 0...255, using: &random)
        }
        let plan = try await plan([fixture.sticker("noise", noise)])
        for format in [SheetMaker.Format.pdf, .svg] {
            let files = try await plan.write([format], in: fixture.output).files
            let bytes = try files.reduce(0) { $0 + (try $1.readBytes().count) }
            #expect(bytes > 50_000 && bytes <= plan.byteEstimate(for: format), "\(format): \(bytes)")
        }
    }

    @Test func stoppedPreviewIsCancelled() async throws {
        let plan = try await plan(fixture.stickers())
        let error = await #expect(throws: PrintingError.self) {
            try await plan.preview(ofPage: 0, resolution: 100, isStopped: { true })
        }
        #expect(error?.code == .cancelled)
    }

    @Test func previewStaysWithinTheBudgetOfMemory() async throws {
        let sticker = try fixture.sticker("circle", Shape.circle(side: 128, radius: 60).bitmap)
        let budget = MemoryBudget(bytes: 16 << 20)
        let plan = try await SheetMaker(.ofAnyResolution, limits: ImageLimits(memory: budget)).plan([sticker])
        _ = try await plan.preview(ofPage: 0, resolution: 100)
        let error = await #expect(throws: PrintingError.self) {
            try await plan.preview(ofPage: 0, resolution: 300)
        }
        #expect(error?.code == .memory && budget.reservedBytes == 0)
    }
}
