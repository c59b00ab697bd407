import Imaging
import TestSupport
import Testing

@Suite("A gradient")
struct GradientTests {
    private let red = SRGBColor(red: 220, green: 20, blue: 30)
    private let blue = SRGBColor(red: 10, green: 40, blue: 200)

    @Test
    func goesFromTheFirstColourAtTheTopLeftToTheLastAtTheBottomRight() {
        let gradient = Gradient([red, .white, blue])
        #expect(gradient.color(at: 0) == red)
        #expect(gradient.color(at: 0.5) == .white)
        #expect(gradient.color(at: 1) == blue)

        let bitmap = gradient.bitmap(size: PixelSize(width: 400, height: 300))
        #expect(bitmap[0, 0].deltaE2000(to: red) < 1)
        #expect(bitmap[399, 299].deltaE2000(to: blue) < 1)
        // The other two corners are half way, whatever the format.
        #expect(bitmap[399, 0].deltaE2000(to: .white) < 1)
        #expect(bitmap[0, 299].deltaE2000(to: .white) < 1)
    }

    @Test
    func showsAtEachPixelTheColourOfItsPosition() {
        let gradient = Gradient([red, blue, .black])
        let ramp = gradient.ramp
        let size = PixelSize(width: 23, height: 7)
        let bitmap = gradient.bitmap(size: size)
        #expect(bitmap.size == size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let position = ((Double(x) + 0.5) / 23 + (Double(y) + 0.5) / 7) / 2
                let step = Int((position * Double(ramp.count - 1)).rounded())
                // The bitmap is drawn in single precision, which may round to the step beside.
                #expect(ramp[step - 1...step + 1].contains(bitmap[x, y]))
            }
        }
    }

    @Test
    func changesLightnessEvenlyHalfWayFromBlackToWhiteIsOklabsMiddleGrey() {
        let middle = Gradient([.black, .white]).color(at: 0.5)
        #expect(middle == SRGBColor(red: 99, green: 99, blue: 99))
        let lightness = Gradient([.black, .white]).ramp.map { Oklab($0).lightness }
        #expect(zip(lightness, lightness.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test
    func hasNoVisibleSteps() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20 {
            let colors = (0..<4).map { _ in
                SRGBColor(
                    red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
                    blue: .random(in: 0...255, using: &random))
            }
            let ramp = Gradient(colors).ramp
            for (color, next) in zip(ramp, ramp.dropFirst()) {
                #expect(abs(Int(color.red) - Int(next.red)) <= 4)
                #expect(abs(Int(color.green) - Int(next.green)) <= 4)
                #expect(abs(Int(color.blue) - Int(next.blue)) <= 4)
            }
        }
    }

    @Test
    func ofOneColourIsThatColourOpaque() {
        let translucent = SRGBColor(red: 1, green: 2, blue: 3, alpha: 40)
        let bitmap = Gradient([translucent]).bitmap(size: PixelSize(width: 9, height: 5))
        #expect(bitmap == Bitmap(size: bitmap.size, filledWith: SRGBColor(red: 1, green: 2, blue: 3)))
    }

    @Test
    func keepsItsFirstAndLastColourOutsideTheStopsAndMayJump() {
        let gradient = Gradient(stops: [
            .init(color: red, position: 0.25), .init(color: blue, position: 0.5), .init(color: .white, position: 0.5),
            .init(color: .black, position: 0.75),
        ])
        #expect(gradient.color(at: 0) == red)
        #expect(gradient.color(at: 0.25) == red)
        #expect(gradient.color(at: 0.499).deltaE2000(to: blue) < 1)
        #expect(gradient.color(at: 0.5) == .white)
        #expect(gradient.color(at: 0.75) == .black)
        #expect(gradient.color(at: 1) == .black)
        #expect(gradient.color(at: -3) == red)
        #expect(gradient.color(at: 3) == .black)
    }

    @Test
    func mayBeDrawnOnNothing() {
        #expect(Gradient([red]).bitmap(size: PixelSize(width: 0, height: 4)).pixels.isEmpty)
    }

    @Test
    func withoutAStopOrWithStopsOutOfOrderIsAMistakeOfTheCaller() async {
        await #expect(processExitsWith: .failure) { _ = Gradient([]) }
        await #expect(processExitsWith: .failure) {
            _ = Gradient(stops: [.init(color: .white, position: 0.6), .init(color: .black, position: 0.5)])
        }
        await #expect(processExitsWith: .failure) {
            _ = Gradient(stops: [.init(color: .white, position: 1.5)])
        }
    }
}
