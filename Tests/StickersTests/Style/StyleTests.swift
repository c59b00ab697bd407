import Imaging
import TestSupport
import Testing

@testable import Stickers

struct StickerLayoutTests {
    @Test(arguments: [96, 320, 512, 1000], [PixelSize(width: 300, height: 900), PixelSize(width: 4000, height: 3990)])
    func theLongestSideIsWhatWasAskedFor(longest: Int, box: PixelSize) {
        for hasShadow in [false, true] {
            for border in [0, 0.02, 0.08] {
                let style = StickerStyle(borderWidth: border, hasShadow: hasShadow)
                let layout = StickerLayout(box: box, style: style, size: .longestSide(longest))
                #expect(layout.canvas.longestSide == longest)
                let inside = PixelRect(layout.canvas).insetBy(layout.border)
                #expect(inside.intersection(layout.subject) == layout.subject)
                #expect((layout.border > 0) == (border > 0))
                let squared = StickerLayout(box: box, style: style, size: .longestSide(longest), isSquare: true)
                #expect(squared.canvas == PixelSize(width: longest, height: longest))
            }
        }
    }

    @Test func theOriginalKeepsItsPixels() {
        let layout = StickerLayout(box: PixelSize(width: 300, height: 200), style: .plain, size: .original)
        #expect(layout.scale == 1)
        #expect(layout.subject.size == PixelSize(width: 300, height: 200))
    }

    @Test func theFullFrameIsThePhoto() {
        let layout = StickerLayout(
            fullFrame: PixelSize(width: 400, height: 300), box: PixelRect(x: 40, y: 40, width: 80, height: 80),
            style: .dieCut, size: .longestSide(200))
        #expect(layout.canvas == PixelSize(width: 200, height: 150))
        #expect(layout.subject == PixelRect(x: 20, y: 20, width: 40, height: 40))
    }
}

struct StickerRendererTests {
    private static let red = SRGBColor(red: 200, green: 30, blue: 20)

    private func square(_ rect: PixelRect, in size: PixelSize) -> Bitmap {
        var bitmap = Bitmap(size: size)
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX { bitmap[x, y] = Self.red }
        }
        return bitmap
    }

    @Test func theBorderIsAsWideAsTheLayoutSays() {
        let foreground = square(
            PixelRect(x: 20, y: 30, width: 200, height: 100), in: PixelSize(width: 260, height: 160))
        let style = StickerStyle(borderWidth: 0.05, margin: 0)
        let layout = StickerLayout(box: PixelSize(width: 200, height: 100), style: style, size: .original)
        let sticker = StickerRenderer(style: style).render(LetteredForeground(foreground), layout: layout)
        #expect(sticker.size == layout.canvas)
        let middle = sticker.height / 2
        // To a fiftieth of a pixel.
        #expect(sticker[0, middle].alpha > 250)
        for x in 1..<layout.border { #expect(sticker[x, middle] == .white) }
        #expect(sticker[layout.border, middle] == Self.red)
        // The corner of a square grown by a disc is round.
        #expect(sticker[0, 0] == .clear)
    }

    @Test(arguments: [-9, -3, 0, 4, 30]) func theSizeIsExactEvenIfTheBoxWasNot(misfit: Int) {
        let rect = PixelRect(x: 10, y: 10, width: 180 + misfit, height: 120)
        let foreground = square(rect, in: PixelSize(width: 240, height: 140))
        for style in [StickerStyle.dieCut, .plain, StickerStyle(hasShadow: true)] {
            let planned = StickerLayout(box: PixelSize(width: 180, height: 120), style: style, size: .longestSide(200))
            let sticker = StickerRenderer(style: style).render(LetteredForeground(foreground), layout: planned)
            #expect(sticker.size.longestSide == 200)
            for y in 0..<sticker.height {
                for x in 0..<sticker.width where sticker[x, y].alpha == 0 { #expect(sticker[x, y] == .clear) }
            }
        }
    }

    /// Of the long side; with a tight outline of the short one.
    @Test func theBorderIsAPartOfTheSticker() {
        let box = PixelSize(width: 300, height: 100)
        func border(_ outline: StickerStyle.Outline) -> Int {
            let style = StickerStyle(borderWidth: 0.04, outline: outline, margin: 0)
            return StickerLayout(box: box, style: style, size: .longestSide(500)).border
        }
        #expect(border(.smooth) == 20)
        #expect(border(.tight) < 10)
        #expect(StickerLayout(box: box, style: .dieCut, size: .longestSide(512)).border == 15)
    }

    /// A measured bound, of which the tight outline is far above.
    @Test(arguments: RealCutout.allCases) func theOuterEdgeIsSmoothOrTight(_ cutout: RealCutout) throws {
        func roughness(_ outline: StickerStyle.Outline) throws -> Double {
            let style = StickerStyle(outline: outline, margin: 0.05)
            let foreground = try cutout.bitmap(side: 480)
            let box = try #require(foreground.alphaBox(above: 10)).size
            let layout = StickerLayout(box: box, style: style, size: .original)
            return StickerRenderer(style: style).render(LetteredForeground(foreground), layout: layout).edgeRoughness
        }
        let (smooth, tight) = try (roughness(.smooth), roughness(.tight))
        #expect(smooth < 2.5 && tight > smooth, "smooth \(smooth), tight \(tight)")
    }

    @Test func pinHolesAreClosedAndLargeOnesStay() {
        var foreground = square(PixelRect(x: 0, y: 0, width: 200, height: 200), in: PixelSize(width: 200, height: 200))
        for y in 20..<34 {
            for x in 20..<34 { foreground[x, y] = .clear }
        }
        for y in 80..<180 {
            for x in 80..<180 { foreground[x, y] = .clear }
        }
        let style = StickerStyle(borderWidth: 0.02, margin: 0)
        let layout = StickerLayout(box: PixelSize(width: 200, height: 200), style: style, size: .original)
        let sticker = StickerRenderer(style: style).render(LetteredForeground(foreground), layout: layout)
        #expect(sticker[layout.border + 27, layout.border + 27] == .white)
        #expect(sticker[layout.border + 130, layout.border + 130] == .clear)
    }

    @Test func aGapAtTheFrameIsBridged() {
        var foreground = square(PixelRect(x: 10, y: 10, width: 180, height: 90), in: PixelSize(width: 200, height: 100))
        for y in 60..<100 {
            for x in 95..<107 { foreground[x, y] = .clear }
        }
        let style = StickerStyle(borderWidth: 0.04, margin: 0)
        let layout = StickerLayout(box: PixelSize(width: 180, height: 90), style: style, size: .original)
        let sticker = StickerRenderer(style: style).render(
            LetteredForeground(foreground), layout: layout, cutSides: .bottom)
        let last = sticker.height - 1
        #expect((20..<sticker.width - 20).allSatisfy { sticker[$0, last].alpha > 250 })
    }

    @Test func theShadowFallsDownAndFits() {
        let foreground = square(PixelRect(x: 0, y: 0, width: 100, height: 100), in: PixelSize(width: 100, height: 100))
        let style = StickerStyle(borderWidth: 0, hasShadow: true, margin: 0)
        let layout = StickerLayout(box: PixelSize(width: 100, height: 100), style: style, size: .longestSide(300))
        let sticker = StickerRenderer(style: style).render(
            LetteredForeground(foreground.resized(to: layout.subject.size)), layout: layout)
        let middle = sticker.width / 2
        let below = sticker[middle, layout.subject.maxY + 1]
        #expect(below.alpha > 20 && below.red == 0)
        #expect(below.alpha > sticker[middle, max(layout.subject.y - 2, 0)].alpha)
        #expect((0..<sticker.width).allSatisfy { sticker[$0, sticker.height - 1].alpha < 8 })
    }

    @Test func anEmptyForegroundIsAnEmptySticker() {
        let layout = StickerLayout(box: PixelSize(width: 10, height: 10), style: .dieCut, size: .longestSide(64))
        let sticker = StickerRenderer(style: .dieCut).render(
            LetteredForeground(Bitmap(size: layout.subject.size)), layout: layout)
        #expect(sticker == Bitmap(size: layout.canvas))
    }
}

extension Bitmap {
    /// What a closing by a disc of 12 adds, in pixels for each 100 of the edge of what is more than half opaque.
    fileprivate var edgeRoughness: Double {
        let room = 26
        var inside = Plane(size: PixelSize(width: width + 2 * room, height: height + 2 * room))
        for y in 0..<height {
            for x in 0..<width where self[x, y].alpha > 127 { inside[x + room, y + room] = 1 }
        }
        let grown = inside.dilated(radius: 12).samples.map { Float($0 < 0.5 ? 1 : 0) }
        let outside = Plane(size: inside.size, samples: grown).dilated(radius: 12)
        var (added, edge) = (0, 0)
        for y in 1..<inside.height - 1 {
            for x in 1..<inside.width - 1 {
                let isInside = inside[x, y] == 1
                if !isInside, outside[x, y] < 0.5 { added += 1 }
                let neighbours = [inside[x - 1, y], inside[x + 1, y], inside[x, y - 1], inside[x, y + 1]]
                if isInside, neighbours.contains(0) { edge += 1 }
            }
        }
        return 100 * Double(added) / Double(edge)
    }
}
