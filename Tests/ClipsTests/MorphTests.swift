import Imaging
import Stickers
import TestSupport
import Testing

@testable import Clips

struct MorphTests {
    private static let size = PixelSize(width: 300, height: 260)

    /// A real cut-out, moved to the right and down, and a little larger.
    private func picture(movedBy distance: Double) throws -> Bitmap {
        try RealCutout.astronaut.bitmap(side: 200).transformed(
            by: .scaling(x: 1 + distance / 400, y: 1 + distance / 400)
                .then(.moving(x: 30 + distance, y: 20 + distance / 2)), onto: Self.size)
    }

    private func mean(of morph: Morph, at share: Float) -> Bitmap {
        let (own, other) = morph.pictures(at: share)
        return own.faded(into: other, share: share)
    }

    /// The mean difference of the pixels over grey, 0…255.
    private func difference(_ first: Bitmap, _ second: Bitmap) -> Double {
        let grey = SRGBColor(red: 128, green: 128, blue: 128)
        let sum = zip(first.composited(over: grey).pixels, second.composited(over: grey).pixels)
            .reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(first.pixels.count)
    }

    @Test(arguments: [4.0, 10, 18]) func whatMovesIsOnItsWay(distance: Double) throws {
        let (first, last) = (try picture(movedBy: 0), try picture(movedBy: distance))
        let morph = Morph(first, last)
        for share in [0.25, 0.5, 0.75] {
            let expected = try picture(movedBy: share * distance)
            let made = mean(of: morph, at: Float(share))
            let still = min(difference(first, expected), difference(last, expected))
            let found = difference(made, expected)
            #expect(found < 0.35 * still + 0.4, "\(share): \(found), \(still)")
            // One edge, and not two: hardly anything is half there.
            let (soft, usual) = (softCount(made), softCount(expected))
            #expect(soft < 2 * usual, "\(share): \(soft), \(usual)")
        }
    }

    private func softCount(_ picture: Bitmap) -> Int {
        (0..<picture.size.area).count { (40...215).contains(picture.pixels[4 * $0 + 3]) }
    }

    @Test func atItsEndsItIsWhatItIsBetween() throws {
        let (first, last) = (try picture(movedBy: 0), try picture(movedBy: 9))
        let morph = Morph(first, last)
        #expect(difference(mean(of: morph, at: 0), first) < 0.01)
        #expect(difference(mean(of: morph, at: 1), last) < 0.01)
    }

    /// What is in one of both alone fades where it is.
    @Test func whatIsNotThereFades() throws {
        let (first, nothing) = (try picture(movedBy: 0), Bitmap(size: Self.size))
        let half = mean(of: Morph(first, nothing), at: 0.5)
        let (made, whole) = (half.alphaPlane.samples.reduce(0, +), first.alphaPlane.samples.reduce(0, +))
        #expect(abs(made / whole - 0.5) < 0.03, "\(made / whole)")
    }

    /// A ball beside the person is in the frame that comes alone: it and its border appear by and by.
    @Test(arguments: [Float(0.15), 0.5, 0.85]) func whatIsInOneFrameAloneFadesWithItsBorder(share: Float) throws {
        let first = try picture(movedBy: 0)
        var second = first
        for y in 200..<240 { for x in 250..<290 { second[x, y] = SRGBColor(red: 255, green: 0, blue: 0) } }
        let frames = try [first, second].enumerated().map { number, picture in
            try #require(HeldFrame(CutFrame(picture: picture, time: Int64(number), hasSubject: true), side: 300))
        }
        let box = frames[0].place.union(frames[1].place)
        let canvas = try ClipCanvas(
            LivingOptions(side: 300, style: StickerStyle()), frame: Self.size, box: box, first: first)
        let made = canvas.sticker(of: frames[0], fade: (frames[1], share), light: 0.4)
        let (before, after) = (canvas.sticker(of: frames[0], light: 0.4), canvas.sticker(of: frames[1], light: 0.4))
        let alone = (0..<made.size.area).filter {
            before.pixels[4 * $0 + 3] == 0 && after.pixels[4 * $0 + 3] == 255
        }
        #expect(alone.count > 900, "\(alone.count)")
        let alphas = alone.map { Float(made.pixels[4 * $0 + 3]) / 255 }
        #expect(alphas.reduce(0, +) / Float(alone.count) > 0.85 * share)
        #expect(alphas.count { abs($0 - share) < 0.08 } * 10 > 8 * alone.count, "\(alphas.prefix(9))")
    }
}
