import Imaging
import TestSupport
import Testing

@testable import Stickers

@Suite struct EffectTests {
    private static let grey = SRGBColor(red: 120, green: 120, blue: 120)

    /// A disc of one colour, or of two with an upright edge between them.
    private static func disc(
        radius: Int, _ left: SRGBColor = grey, _ right: SRGBColor? = nil, margin: Int = 12
    ) -> Bitmap {
        let side = 2 * (radius + margin)
        var bitmap = Bitmap(size: PixelSize(width: side, height: side))
        for y in 0..<side {
            for x in 0..<side {
                let (dx, dy) = (Double(x) + 0.5 - Double(side) / 2, Double(y) + 0.5 - Double(side) / 2)
                let coverage = min(max(Double(radius) - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1)
                var color = dx < 0 ? left : right ?? left
                color.alpha = UInt8((coverage * 255).rounded())
                bitmap[x, y] = coverage > 0 ? color : .clear
            }
        }
        return bitmap
    }

    private static func sticker(
        _ effect: StickerStyle.Effect, side: Int = 256, color: SRGBColor = grey, border: SRGBColor = .white,
        light: Double = 0.4
    ) -> Bitmap {
        let style = StickerStyle(borderColor: border, effect: effect)
        let radius = side / 2
        let layout = StickerLayout(
            box: PixelSize(width: 2 * radius, height: 2 * radius), style: style, size: .longestSide(side))
        var renderer = StickerRenderer(style: style)
        renderer.light = light
        let foreground = disc(radius: layout.subject.width / 2, color, margin: side * 12 / 256)
        let drawn = effect == .comic ? ComicEffect(longSide: side).drawn(foreground) : foreground
        return renderer.render(LetteredForeground(drawn), layout: layout)
    }

    private static func lightness(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Float { Oklab(bitmap[x, y]).lightness }

    @Test(arguments: StickerStyle.Effect.allCases) func theStickerHasItsSizeAndAFrameOfNothing(
        effect: StickerStyle.Effect
    ) {
        let sticker = Self.sticker(effect)
        #expect(sticker.size == PixelSize(width: 256, height: 256))
        for place in 0..<256 {
            for (x, y) in [(place, 0), (place, 255), (0, place), (255, place)] {
                #expect(sticker[x, y].alpha < 12, "what is around the sticker is not cut off")
            }
        }
        #expect(sticker[128, 128].alpha == 255)
    }

    @Test(arguments: [StickerStyle.Effect.comic, .shiny]) func theShapeStaysAsItIs(effect: StickerStyle.Effect) {
        let plain = Self.sticker(.outline)
        let drawn = Self.sticker(effect)
        #expect(plain != drawn)
        #expect(Plane(alphaOf: plain) == Plane(alphaOf: drawn))
    }

    @Test func aComicHasDotsWhereItIsDarkAndNoneWhereItIsLight() {
        func variation(_ color: SRGBColor) -> Float {
            let comic = Self.sticker(.comic, color: color)
            let row = (96..<160).map { Self.lightness(comic, $0, 120) }
            return row.max()! - row.min()!
        }
        #expect(variation(SRGBColor(red: 90, green: 90, blue: 90)) > 0.08)
        #expect(variation(SRGBColor(red: 235, green: 235, blue: 235)) < 0.01)
    }

    @Test func aComicHasInkAlongItsEdgeAndWhereTheSubjectHasOne() {
        let (light, dark) = (SRGBColor(red: 230, green: 210, blue: 190), SRGBColor(red: 150, green: 60, blue: 50))
        let drawn = ComicEffect(longSide: 256).drawn(Self.disc(radius: 100, light, dark))
        let middle = 112
        #expect(Self.lightness(drawn, 13, middle) < 0.2, "the line along the edge")
        #expect(Self.lightness(drawn, 60, middle) > 0.8)
        let seam = (middle..<middle + 6).map { Self.lightness(drawn, $0, middle) }.min()!
        #expect(seam < Self.lightness(drawn, 170, middle) - 0.1, "ink on the dark side of an edge")
    }

    /// Dots, lines and bevels are parts of the sticker, not pixels.
    @Test(arguments: [StickerStyle.Effect.comic, .puffy, .shiny, .glow]) func aLargerStickerLooksTheSame(
        effect: StickerStyle.Effect
    ) {
        let small = Self.sticker(effect, side: 256)
        let large = Self.sticker(effect, side: 768)
        let size = PixelSize(width: 64, height: 64)
        let (one, other) = (small.resized(to: size), large.resized(to: size))
        var difference: Float = 0
        for y in 0..<64 {
            for x in 0..<64 {
                difference += abs(
                    Self.lightness(one, x, y) * Float(one[x, y].alpha)
                        - Self.lightness(other, x, y) * Float(other[x, y].alpha))
            }
        }
        #expect(difference / (64 * 64 * 255) < 0.02)
        #expect(abs(Self.darkRuns(small) - Self.darkRuns(large)) <= (effect == .comic ? 2 : 0))
    }

    /// How often the middle row becomes darker than its mean.
    private static func darkRuns(_ sticker: Bitmap) -> Int {
        let inside = sticker.width / 4..<3 * sticker.width / 4
        let row = inside.map { lightness(sticker, $0, sticker.height / 2) }
        let mean = row.reduce(0, +) / Float(row.count) - 0.02
        return zip(row, row.dropFirst()).count { $0 >= mean && $1 < mean }
    }

    /// A few pixels inside of the outline, towards a corner of the canvas.
    private static func rim(_ sticker: Bitmap, left: Bool) -> Float {
        let side = sticker.width
        let way = (0..<side / 2).map { left ? $0 : side - 1 - $0 }
        let edge = way.firstIndex { sticker[$0, $0].alpha > 250 }!
        return lightness(sticker, way[edge + 1], way[edge + 1])
    }

    @Test func aPuffyStickerIsLitFromTheUpperLeft() {
        let puffy = Self.sticker(.puffy)
        #expect(Self.rim(puffy, left: true) > 0.98)
        #expect(Self.rim(puffy, left: false) < 0.9)
        #expect(abs(Self.lightness(puffy, 128, 122) - Oklab(Self.grey).lightness) < 0.02, "the middle is flat")
        let column = (128..<256).map { puffy[128, $0] }
        let last = column.lastIndex { $0.alpha > 250 }!
        #expect(column[(last + 3)...].contains { $0.alpha > 40 && $0.red < 10 }, "it casts a shadow")
    }

    @Test func theLightOfAShinyStickerTravelsAndComesBack() {
        #expect(Self.sticker(.shiny, light: 0) == Self.sticker(.shiny, light: 1))
        func brightest(_ light: Double) -> Int {
            let shiny = Self.sticker(.shiny, color: SRGBColor(red: 40, green: 40, blue: 40), light: light)
            return (60..<196).max { Self.lightness(shiny, $0, 128) < Self.lightness(shiny, $1, 128) }!
        }
        #expect(brightest(0.4) + 20 < brightest(0.5))
        #expect(brightest(0.5) + 20 < brightest(0.6))
    }

    @Test func aGlowHasTheBordersColourAndIsGoldenAroundWhite() {
        func glow(_ border: SRGBColor) -> SRGBColor {
            let sticker = Self.sticker(.glow, border: border)
            let edge = (0..<128).first { sticker[$0, 128].alpha > 90 }!
            let (begin, end) = (
                (0..<128).first { sticker[$0, 128].alpha > 12 }!, (0..<128).first { sticker[$0, 128] == border }!
            )
            #expect((6...18).contains(end - begin), "it fades out over some hundredths of the sticker")
            return sticker[edge, 128]
        }
        let golden = glow(.white)
        #expect(golden.red > 230 && golden.green > 150 && golden.blue < 120)
        let blue = glow(SRGBColor(red: 30, green: 60, blue: 240))
        #expect(blue.blue > 200 && blue.red < 80)
    }

    /// The light falls on the sticker, not on the photo: turned upside down it still comes from above.
    @Test func aTurnedStickerIsLitFromTheUpperLeftToo() async throws {
        func sticker(_ turn: Double) async throws -> Bitmap {
            var options = ProcessingOptions(
                size: .longestSide(160), style: StickerStyle(effect: .puffy), isSquare: true)
            options.arrangement = try StickerArrangement(turn: turn)
            let processor = PhotoProcessor(
                segmenter: try SharedSegmenter.segmenter(), options: options, executor: PhotoExecutor(threadCount: 2))
            return try await processor.process(data: SyntheticPhoto.ball().png()).sticker
        }
        let upright = try await sticker(0)
        let turned = try await sticker(180)
        #expect(upright.size.longestSide == 160 && turned.size.longestSide == 160)
        for bitmap in [upright, turned] {
            #expect(Self.rim(bitmap, left: true) > Self.rim(bitmap, left: false) + 0.08)
        }
    }

    @Test(arguments: StickerStyle.Effect.allCases) func whatIsEmptyStaysEmpty(effect: StickerStyle.Effect) {
        let style = StickerStyle(effect: effect)
        let layout = StickerLayout(box: PixelSize(width: 1, height: 1), style: style, size: .longestSide(96))
        let empty = Bitmap(size: PixelSize(width: 3, height: 2))
        let renderer = StickerRenderer(style: style)
        #expect(renderer.render(LetteredForeground(empty), layout: layout).alphaBox(above: 0) == nil)
        #expect(ComicEffect(longSide: 96).drawn(empty) == empty)
        var one = Bitmap(size: PixelSize(width: 1, height: 1))
        one[0, 0] = .white
        #expect(renderer.render(LetteredForeground(one), layout: layout).alphaBox(above: 200) != nil)
        #expect(ComicEffect(longSide: 96).drawn(one)[0, 0].alpha == 255)
    }
}
