import Imaging
import TestSupport
import Testing

@Suite struct BitmapAveragedTests {
    @Test func eachPixelIsTheMeanOfWhatItCovers() {
        let bitmap = Bitmap(
            size: PixelSize(width: 4, height: 2),
            pixels: [10, 20, 30, 50].flatMap { [$0, 0, 100, 255] } + [20, 30, 40, 60].flatMap { [$0, 0, 100, 255] })
        #expect(
            bitmap.averaged(to: PixelSize(width: 2, height: 1)).pixels == [20, 0, 100, 255, 45, 0, 100, 255])
        #expect(bitmap.averaged(to: PixelSize(width: 1, height: 1)).pixels == [33, 0, 100, 255])
        #expect(bitmap.averaged(to: bitmap.size) == bitmap)
    }

    @Test func aPixelThatIsCoveredInPartCountsInPart() {
        let bitmap = Bitmap(size: PixelSize(width: 3, height: 1), pixels: [0, 90, 240].flatMap { [$0, $0, $0, 255] })
        // (0 + 90 / 2) / 1.5 and (90 / 2 + 240) / 1.5
        #expect(
            bitmap.averaged(to: PixelSize(width: 2, height: 1)).pixels == [30, 30, 30, 255, 190, 190, 190, 255])
    }

    @Test func transparentPixelsLendNoColour() {
        let bitmap = Bitmap(
            size: PixelSize(width: 2, height: 2),
            pixels: [200, 100, 50, 255, 0, 255, 0, 0, 0, 0, 255, 0, 100, 200, 150, 85])
        // Alpha 340 / 4; colours at 3 : 1.
        #expect(bitmap.averaged(to: PixelSize(width: 1, height: 1)).pixels == [175, 125, 75, 85])
        let clear = Bitmap(
            size: PixelSize(width: 2, height: 2), pixels: Array(repeating: [9, 9, 9, 0], count: 4).flatMap { $0 })
        #expect(clear.averaged(to: PixelSize(width: 1, height: 1)).pixels == [0, 0, 0, 0])
    }

    @Test(arguments: [(1, 1), (7, 5), (99, 1), (50, 60), (100, 61)])
    func oneColourStaysThatColourWhateverTheSizes(_ width: Int, _ height: Int) {
        for alpha: UInt8 in [1, 77, 254, 255] {
            let color = SRGBColor(red: 255, green: 1, blue: 128, alpha: alpha)
            let bitmap = Bitmap(size: PixelSize(width: 100, height: 61), filledWith: color)
            let target = PixelSize(width: width, height: height)
            #expect(bitmap.averaged(to: target) == Bitmap(size: target, filledWith: color))
        }
    }

    @Test func theMeanOfTheWholeStays() {
        var generator = SeededGenerator(seed: 2)
        let bitmap = Bitmap(
            size: PixelSize(width: 37, height: 23),
            pixels: (0..<37 * 23).flatMap { _ in [UInt8.random(in: 0...255, using: &generator), 0, 0, 255] })
        func mean(_ bitmap: Bitmap) -> Double {
            let reds = stride(from: 0, to: bitmap.pixels.count, by: 4).map { Double(bitmap.pixels[$0]) }
            return reds.reduce(0, +) / Double(reds.count)
        }
        #expect(abs(mean(bitmap.averaged(to: PixelSize(width: 10, height: 9))) - mean(bitmap)) < 0.3)
    }
}
