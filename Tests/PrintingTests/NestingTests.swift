import Files
import Imaging
import TestSupport
import Testing

@testable import Printing

/// Sheets of shapes: nothing nearer than the gap, nothing outside the margins.
struct NestingTests {
    private static func stickers(_ settings: SheetSettings, count: Int) throws -> [PreparedSticker] {
        try (0..<count).map { number in
            let shape =
                switch number % 3 {
                case 0: Shape.star(side: 128)
                case 1: Shape.circle(side: 64, radius: 20)
                default: Shape.blob(seed: UInt64(number), side: 128)
                }
            return try PreparedSticker("s\(number)", shape.bitmap, settings)
        }
    }

    private func expectSound(_ layout: SheetLayout, count: Int) {
        let settings = layout.settings
        let content = settings.content.grown(by: 0.02)
        #expect(layout.pages.reduce(0) { $0 + $1.placements.count } == count)
        for page in layout.pages {
            let lines = page.placements.map { placement in
                layout.stickers[placement.sticker].outermost.flattened(tolerance: 0.02).map(placement.place)
            }
            let marks = page.marks.map { mark in
                [mark.low, Point(mark.high.x, mark.low.y), mark.high, Point(mark.low.x, mark.high.y)]
            }
            for (number, line) in lines.enumerated() {
                let box = Box(around: line)
                #expect(box.low.x >= content.low.x && box.high.x <= content.high.x, "\(box)")
                #expect(box.low.y >= content.low.y && box.high.y <= content.high.y, "\(box)")
                for other in lines[(number + 1)...] + marks {
                    let nearest = line.map { Polygon.distance($0, other) }.min() ?? 0
                    #expect(nearest >= settings.gap - 0.02, "\(nearest) mm apart")
                    #expect(!Polygon.contains(line[0], other) && !Polygon.contains(other[0], line))
                }
            }
        }
    }

    @Test(arguments: [SheetSettings.Page.a4, .letter, .a5, .photo])
    func noTwoAreNearerThanTheGapAndNoneIsOutsideTheMargins(page: SheetSettings.Page) throws {
        var settings = SheetSettings()
        settings.page = page
        settings.stickerSize = 38
        settings.gap = 3
        settings.bleed = 1
        let stickers = try Self.stickers(settings, count: 14)
        expectSound(try SheetLayout(stickers, settings) { false }, count: 14)
        settings.turning = .none
        settings.isLandscape = true
        settings.hasRegistrationMarks = true
        expectSound(try SheetLayout(stickers, settings) { false }, count: 14)
    }

    @Test(arguments: [SheetSettings.Backing.outline, .rectangle])
    func gapIsBetweenTheLinesThroughTheBacking(backing: SheetSettings.Backing) throws {
        var settings = SheetSettings()
        settings.backing = backing
        settings.stickerSize = 40
        let stickers = try Self.stickers(settings, count: 9)
        for sticker in stickers {
            let line = try #require(sticker.backing).flattened(tolerance: 0.02)
            let cut = sticker.cut.flattened(tolerance: 0.02)
            let nearest = cut.map { Polygon.distance($0, line) }.min() ?? 0
            // A smooth line comes a little nearer to a tip.
            #expect(abs(nearest - settings.backingOffset) < 0.1 * settings.backingOffset)
        }
        expectSound(try SheetLayout(stickers, settings) { false }, count: 9)
    }

    @Test func starsNestedByOutlineTakeLessOfThePagesThanTheirBoxes() throws {
        var settings = SheetSettings()
        settings.stickerSize = 45
        settings.copies = 30
        let star = try PreparedSticker("star", Shape.star(side: 256).bitmap, settings)
        let report = try SheetLayout([star], settings) { false }.report(files: [])
        let (density, boxDensity) = try (#require(report.density), #require(report.boxDensity))
        #expect(density > boxDensity * 1.05, "\(density) by outline, \(boxDensity) by box")
        #expect(report.stickerCount == 30)
    }

    @Test func stickersThatFillTheirBoxesTakeNoMorePagesThanTheirBoxes() throws {
        var settings = SheetSettings()
        settings.stickerSize = 45
        settings.copies = 25
        let card = Shape(size: PixelSize(width: 120, height: 90)) { $0.x > 5 && $0.x < 115 && $0.y > 5 && $0.y < 85 }
        let sticker = try PreparedSticker("card", card.bitmap, settings)
        let layout = try SheetLayout([sticker], settings) { false }
        let report = layout.report(files: [])
        #expect(try #require(report.density) >= #require(report.boxDensity))
        expectSound(layout, count: 25)
    }

    @Test func sameStickersGiveTheSamePages() throws {
        let settings = SheetSettings()
        let stickers = try Self.stickers(settings, count: 12)
        let first = try SheetLayout(stickers, settings) { false }
        let second = try SheetLayout(stickers, settings) { false }
        #expect(first.pages.map(\.placements) == second.pages.map(\.placements))
    }

    @Test func stickerHasTheSizeThatWasAskedFor() throws {
        var settings = SheetSettings()
        settings.stickerSize = 63
        settings.offset = 2
        let sticker = try #require(Self.stickers(settings, count: 1).first)
        #expect(abs(sticker.cut.box.longestSide - 63) < 0.02)
        #expect(abs(sticker.cut.box.low.x) < 0.05 && abs(sticker.cut.box.low.y) < 0.05)
    }

    @Test func stickerThatIsLargerThanThePageIsRefused() throws {
        var settings = SheetSettings()
        settings.page = .a6
        settings.stickerSize = 120
        settings.turning = .none
        let stickers = try Self.stickers(settings, count: 2)
        let error = #expect(throws: PrintingError.self) { try SheetLayout(stickers, settings) { false } }
        #expect(error?.code == .largerThanPage)
        #expect(error?.description.contains("make the sticker or the margin smaller") == true)
    }

    private static var square: Shape { Shape(size: PixelSize(width: 128, height: 128)) { _ in true } }

    @Test(arguments: SheetSettings.Turning.allCases)
    func stickerAsWideAsThePageInsideItsMarginsIsPlaced(turning: SheetSettings.Turning) throws {
        var settings = SheetSettings()
        settings.page = .a6
        settings.turning = turning
        settings.stickerSize = 85
        // The line is a part of a pixel inside the picture.
        let scale = 85 / (try PreparedSticker("square", Self.square.bitmap, settings)).outermost.box.width
        settings.stickerSize = 85 * scale
        let sticker = try PreparedSticker("square", Self.square.bitmap, settings)
        #expect(SheetLayout.problem(of: sticker, settings) == nil)
        let layout = try SheetLayout([sticker], settings) { false }
        expectSound(layout, count: 1)
        settings.stickerSize = 85.1 * scale
        let larger = try PreparedSticker("square", Self.square.bitmap, settings)
        #expect(SheetLayout.problem(of: larger, settings)?.code == .largerThanPage)
        let error = #expect(throws: PrintingError.self) { try SheetLayout([larger], settings) { false } }
        #expect(error?.code == .largerThanPage)
    }

    /// Nothing of the bleed is cut off.
    @Test(arguments: [(SheetSettings.Backing.none, 6.0), (.outline, 3)])
    func pageOfItsOwnHasRoomForTheBleed(backing: SheetSettings.Backing, beyond: Double) throws {
        var settings = SheetSettings()
        settings.page = .own
        settings.margin = 1
        settings.bleed = 6
        settings.backing = backing
        let sticker = try PreparedSticker("square", Self.square.bitmap, settings)
        let page = try #require(SheetLayout([sticker], settings) { false }.pages.first)
        #expect(abs(page.size.x - sticker.outermost.box.width - 2 * beyond) < 1e-9)
        settings.margin = 8
        let wide = try #require(SheetLayout([sticker], settings) { false }.pages.first)
        #expect(abs(wide.size.x - sticker.outermost.box.width - 16) < 1e-9)
    }

    /// The raster's answer is that of trying each place.
    @Test(arguments: 1...20)
    func firstPlaceIsTheFirstThatIsFree(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let (width, height) = (Int.random(in: 20...150, using: &generator), 60)
        var raster = PageRaster(width: width, height: height)
        var taken = [[Bool]](repeating: [Bool](repeating: false, count: width), count: height)
        for _ in 0..<25 {
            let (x, y) = (Int.random(in: -3..<width, using: &generator), Int.random(in: 0..<height, using: &generator))
            let end = Int32(Int.random(in: 1...12, using: &generator))
            raster.take([Footprint.Run(row: 0, first: 0, end: end)], atX: x, y: y)
            for cell in max(0, x)..<min(width, max(0, x + Int(end))) where cell >= x { taken[y][cell] = true }
        }
        let box = Box(low: .zero, high: Point(Double.random(in: 3...14, using: &generator), 7))
        let footprint = Footprint(box: box, isTurned: false, gap: 0, cell: 1)
        var expected: (Int, Int)?
        search: for y in 0...height - footprint.height {
            for x in 0...width - footprint.width {
                let isFree = footprint.body.allSatisfy { run in
                    (x + Int(run.first)..<x + Int(run.end)).allSatisfy { !taken[y + Int(run.row)][$0] }
                }
                if isFree {
                    expected = (x, y)
                    break search
                }
            }
        }
        let found = raster.firstPlace(for: footprint, lastY: height)
        #expect(found?.x == expected?.0 && found?.y == expected?.1)
    }
}
