import Imaging
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
            let made = morph.picture(at: Float(share))
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
        #expect(difference(morph.picture(at: 0), first) < 0.01)
        #expect(difference(morph.picture(at: 1), last) < 0.01)
    }

    /// What is in one of both alone fades where it is.
    @Test func whatIsNotThereFades() throws {
        let (first, nothing) = (try picture(movedBy: 0), Bitmap(size: Self.size))
        let half = Morph(first, nothing).picture(at: 0.5)
        let (made, whole) = (half.alphaPlane.samples.reduce(0, +), first.alphaPlane.samples.reduce(0, +))
        #expect(abs(made / whole - 0.5) < 0.03, "\(made / whole)")
    }
}
