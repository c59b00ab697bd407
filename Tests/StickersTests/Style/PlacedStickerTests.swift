import Imaging
import TestSupport
import Testing

@testable import Stickers

/// Stickers on their canvas, drawn of foregrounds.
@Suite struct PlacedStickerTests {
    private static let red = SRGBColor(red: 200, green: 30, blue: 20)
    private static let side = 256

    /// A foreground that was rendered for its layout.
    private struct Scene {
        let foreground: Bitmap
        let layout: StickerLayout
        let style: StickerStyle

        init(_ foreground: Bitmap, style: StickerStyle) throws {
            let box = try #require(foreground.alphaBox(above: 10)).size
            self.style = style
            layout = StickerLayout(
                box: box, style: style, size: .longestSide(PlacedStickerTests.side),
                arrangement: try StickerArrangement(x: 0.5))
            self.foreground = foreground.resized(to: foreground.size.scaled(by: layout.scale)).clearedWhereUnseen
        }

        /// On its square canvas, before it is placed: drawn as stickers always were.
        var unplaced: Bitmap { StickerRenderer(style: style).render(LetteredForeground(foreground), layout: layout) }

        func placed(_ arrangement: StickerArrangement, cutSides: FrameSides = []) throws -> Bitmap {
            let placement = try #require(StickerPlacement(foreground, layout: layout))
            return StickerRenderer(style: style).render(
                LetteredForeground(foreground),
                by: placement.transform(of: foreground.size).then(arrangement.transform(on: placement.canvas)),
                onto: placement.canvas, layout: layout, cutSides: cutSides)
        }
    }

    private static func square(_ side: Int, margin: Int) -> Bitmap {
        var bitmap = Bitmap(size: PixelSize(width: side + 2 * margin, height: side + 2 * margin))
        for y in margin..<side + margin {
            for x in margin..<side + margin { bitmap[x, y] = red }
        }
        return bitmap
    }

    @Test(arguments: RealCutout.allCases) func notPlacedItIsAsItWas(_ cutout: RealCutout) throws {
        let scene = try Scene(cutout.bitmap(), style: StickerStyle(borderWidth: 0.03))
        #expect(scene.unplaced.size == PixelSize(width: 256, height: 256))
        #expect(try scene.placed(.identity) == scene.unplaced)
    }

    /// The shadow is blurred by running sums, whose last digit is not that of another canvas: it is seen in the colour
    /// of what has an alpha of one or two, and nowhere else.
    @Test(arguments: RealCutout.allCases) func withAShadowItLooksAsItDid(_ cutout: RealCutout) throws {
        let scene = try Scene(cutout.bitmap(), style: StickerStyle(borderWidth: 0.03, hasShadow: true))
        let (before, after) = (scene.unplaced, try scene.placed(.identity))
        for index in stride(from: 0, to: before.pixels.count, by: 4) {
            let (alpha, was) = (Int(after.pixels[index + 3]), Int(before.pixels[index + 3]))
            #expect(abs(alpha - was) <= 1)
            for channel in 0..<3 {
                let (now, then) = (Int(after.pixels[index + channel]), Int(before.pixels[index + channel]))
                #expect(abs(now * alpha - then * was) <= 255)
            }
        }
    }

    /// What is cut off has another outline where that ends.
    @Test(arguments: RealCutout.allCases, StickerStyle.Outline.allCases)
    func aMoveByWholePixelsIsExactButForASmoothBordersEdge(
        _ cutout: RealCutout, _ outline: StickerStyle.Outline
    ) throws {
        let scene = try Scene(cutout.bitmap(), style: StickerStyle(borderWidth: 0.03, outline: outline))
        let (before, after) = (scene.unplaced, try scene.placed(StickerArrangement(x: 0.125, y: -0.25)))
        let seen = PixelRect(x: 0, y: 64, width: 224, height: 192)
        let (was, now) = (before.cropped(to: seen), after.cropped(to: PixelRect(x: 32, y: 0, width: 224, height: 192)))
        if outline == .tight { #expect(now == was) } else { expectSame(now, was, insideOf: 40) }
    }

    /// The same picture, whose border may end up to a pixel elsewhere. It is worked out anew.
    private func expectSame(_ now: Bitmap, _ was: Bitmap, insideOf frame: Int = 1) {
        for y in frame..<was.height - frame {
            for x in frame..<was.width - frame {
                let around = (-1...1).flatMap { row in (-1...1).map { was[x + $0, y + row].alpha } }
                guard around.allSatisfy({ $0 == 255 }) || around.allSatisfy({ $0 == 0 }) else { continue }
                for (one, other) in zip(now[x, y].channels, was[x, y].channels) where abs(one - other) > 2 {
                    Issue.record("\(x), \(y): \(now[x, y]), not \(was[x, y])")
                    return
                }
            }
        }
    }

    /// The film is one of the canvas, and not of the room that is drawn around it.
    @Test func theFilmOfAShinyStickerStaysAsItIs() throws {
        let style = StickerStyle(borderWidth: 0.2, effect: .shiny)
        let scene = try Scene(Self.square(100, margin: 10), style: style)
        let (before, after) = (scene.unplaced, try scene.placed(StickerArrangement(x: 1 / Double(Self.side))))
        var (sum, count) = (0, 0)
        for y in 118..<138 {
            for x in 118..<138 {
                for (one, other) in zip(before[x, y].channels, after[x, y].channels) { sum += abs(one - other) }
                count += 4
            }
        }
        #expect(Double(sum) / Double(count) < 1)
    }

    @Test(arguments: [90, 180, -90] as [Double]) func aQuarterTurnIsExactBorderAndAll(_ turn: Double) throws {
        let scene = try Scene(RealCutout.chelsea.bitmap(), style: StickerStyle(borderWidth: 0.03))
        let (before, after) = (scene.unplaced, try scene.placed(StickerArrangement(turn: turn)))
        let last = Self.side - 1
        var turned = before
        for y in 0..<Self.side {
            for x in 0..<Self.side {
                let half = before[last - x, last - y]
                turned[x, y] = turn == 90 ? before[y, last - x] : turn == 180 ? half : before[last - y, x]
            }
        }
        expectSame(after, turned)
    }

    @Test(arguments: [0, 17, 45, 90, 133] as [Double], [0.5, 1])
    func theBorderIsAsWideOnEverySideWhateverTheTurnAndTheSize(_ turn: Double, _ scale: Double) throws {
        let scene = try Scene(Self.square(100, margin: 10), style: StickerStyle(borderWidth: 0.06))
        let sticker = try scene.placed(StickerArrangement(turn: turn, scale: 0.6 * scale))
        // From the middle of each edge outwards.
        let outward = PixelTransform.turning(degrees: turn)
        for quarter in 0..<4 {
            let way = outward.point([1, 0, -1, 0][quarter], [0, 1, 0, -1][quarter])
            var width = 0.0
            for step in 0..<(4 * 127) {
                let place = SIMD2(128, 128) + way * (Double(step) / 4)
                let pixel = sticker[Int(place.x), Int(place.y)]
                if pixel.alpha > 127, pixel.green > 142 { width += 0.25 }
            }
            #expect(abs(width - Double(scene.layout.border)) <= 1, "side \(quarter): \(width)")
        }
    }

    @Test(arguments: [0, 33, 90, 180, -120] as [Double]) func theShadowFallsDown(_ turn: Double) throws {
        let scene = try Scene(
            Bitmap.disc(side: 120, color: Self.red), style: StickerStyle(borderWidth: 0, hasShadow: true))
        let sticker = try scene.placed(StickerArrangement(turn: turn, scale: 0.5))
        let column = (0..<Self.side).map { sticker[128, $0] }
        let red = column.indices.filter { column[$0].red > 100 && column[$0].alpha > 200 }
        let (top, bottom) = (try #require(red.first), try #require(red.last))
        #expect(column[bottom + 3].alpha > column[top - 3].alpha + 20)
        #expect(column[bottom + 3].red < 60)
    }

    @Test(arguments: [12, 45, -70] as [Double]) func thereIsNoDarkFringe(_ turn: Double) throws {
        let scene = try Scene(Bitmap.disc(side: 150, color: Self.red), style: .plain)
        let sticker = try scene.placed(StickerArrangement(turn: turn, scale: 0.8))
        for index in 0..<sticker.size.area {
            let pixel = sticker[index % Self.side, index / Self.side]
            if pixel.alpha == 0 { #expect(pixel == .clear) }
            if pixel.alpha > 8 { #expect(pixel.red > 180 && pixel.green < 50, "\(pixel)") }
        }
    }

    /// Its border comes in before it does.
    @Test func whatIsJustOutsideTheCanvasHasItsBorderInside() throws {
        let scene = try Scene(Self.square(100, margin: 10), style: StickerStyle(borderWidth: 0.06, margin: 0))
        let border = scene.layout.border
        // As far to the right as its left edge is six pixels beyond the canvas.
        let left = scene.layout.subject.x
        let x = Double(Self.side + 6 - left) / Double(Self.side)
        let sticker = try scene.placed(StickerArrangement(x: x))
        // Its edge is soft, over a pixel or two.
        #expect((0..<border - 8).allSatisfy { sticker[Self.side - 1 - $0, 128] == .white })
        #expect(border > 10 && sticker[Self.side - 1 - border + 6 - 2, 128] == .clear)
    }

    @Test(arguments: [0, 30, 90] as [Double])
    func aGapAtThePhotosFrameIsBridgedTurnedOrNot(_ turn: Double) throws {
        var foreground = Self.square(100, margin: 0)
        for y in 60..<100 {
            for x in 45..<53 { foreground[x, y] = .clear }
        }
        let scene = try Scene(foreground, style: StickerStyle(borderWidth: 0.02))
        let way = PixelTransform.turning(degrees: turn)
        func middleOfGap(_ sides: FrameSides) throws -> SRGBColor {
            let sticker = try scene.placed(StickerArrangement(turn: turn, scale: 0.7), cutSides: sides)
            // Below the gap, as far from the frame as the border reaches. Without a bridge it is drawn in there.
            let scale = scene.layout.scale * 0.7
            let place = way.point((49.0 - 50) * scale, 50 * scale + Double(scene.layout.border) - 1.5)
            return sticker[Int(128 + place.x), Int(128 + place.y)]
        }
        #expect(try middleOfGap(.bottom).alpha > 250)
        #expect(try middleOfGap([]).alpha < 128)
    }
}

extension SRGBColor {
    fileprivate var channels: [Int] { [Int(red), Int(green), Int(blue), Int(alpha)] }
}

extension Bitmap {
    /// With a soft edge.
    fileprivate static func disc(side: Int, color: SRGBColor) -> Bitmap {
        var bitmap = Bitmap(size: PixelSize(width: side, height: side))
        let middle = Double(side) / 2
        for y in 0..<side {
            for x in 0..<side {
                let (dx, dy) = (Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
                let alpha = min(1, max(0, (0.45 * Double(side) - (dx * dx + dy * dy).squareRoot()) / 3 + 0.5))
                guard alpha > 0 else { continue }
                bitmap[x, y] = SRGBColor(
                    red: color.red, green: color.green, blue: color.blue, alpha: UInt8((alpha * 255).rounded()))
            }
        }
        return bitmap
    }
}
