import Glibc
import Imaging
import Testing

@Suite struct BitmapTransformedTests {
    private let size = PixelSize(width: 37, height: 24)

    /// Turned around its middle, on a canvas in whose middle it stays.
    private func turned(_ bitmap: Bitmap, by degrees: Double, scale: Double = 1, onto canvas: PixelSize) -> Bitmap {
        bitmap.transformed(
            by: PixelTransform.moving(x: -Double(bitmap.width) / 2, y: -Double(bitmap.height) / 2)
                .then(.scaling(x: scale, y: scale)).then(.turning(degrees: degrees))
                .then(.moving(x: Double(canvas.width) / 2, y: Double(canvas.height) / 2)), onto: canvas)
    }

    @Test func aQuarterTurnKeepsEveryPixel() {
        let bitmap = Bitmap.noise(size.width, size.height, hasAlpha: true)
        let across = PixelSize(width: size.height, height: size.width)
        var right = Bitmap(size: across)
        for y in 0..<size.height {
            for x in 0..<size.width { right[size.height - 1 - y, x] = bitmap[x, y] }
        }
        #expect(turned(bitmap, by: 90, onto: across) == right)
        #expect(turned(bitmap, by: -270, onto: across) == right)
        #expect(turned(right, by: -90, onto: size) == bitmap)
        let around = turned(bitmap, by: 180, onto: size)
        #expect(around == turned(bitmap, by: -180, onto: size))
        #expect((0..<size.area).allSatisfy { around[$0 % 37, $0 / 37] == bitmap[36 - $0 % 37, 23 - $0 / 37] })
        #expect(turned(bitmap, by: 0, onto: size) == bitmap)
    }

    @Test func aMoveLandsOnWholePixelsAndWhatLeavesTheCanvasIsCutOff() {
        let bitmap = Bitmap.noise(size.width, size.height, hasAlpha: true)
        let moved = bitmap.transformed(by: .moving(x: 5.4, y: -3.6), onto: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let isFrom = x >= 5 && y + 4 < size.height
                #expect(moved[x, y] == (isFrom ? bitmap[x - 5, y + 4] : .clear))
            }
        }
    }

    @Test(arguments: [0.23, 0.61, 1.07, 1.9, 3.3])
    func uprightTransformsGiveTheBytesOfThoseThatTurnByNearlyNothing(_ scale: Double) {
        let bitmap = Bitmap.noise(size.width, size.height, hasAlpha: true)
        for canvas in [PixelSize(width: 91, height: 63), PixelSize(width: 18, height: 40)] {
            for (x, y) in [(0.3, 0.8), (-9.4, 3.1), (70.2, -20)] {
                var transform = PixelTransform.scaling(x: scale, y: 1.1 * scale).then(.moving(x: x, y: y))
                let upright = bitmap.transformed(by: transform, onto: canvas)
                transform.xy = .leastNonzeroMagnitude
                let isSame = upright == bitmap.transformed(by: transform, onto: canvas)
                #expect(isSame, "\(canvas), moved by \(x), \(y)")
            }
        }
    }

    @Test(arguments: [1, 33, 45, 89, -120]) func oneColourKeepsItUpToItsEdge(_ degrees: Double) {
        let color = SRGBColor(red: 210, green: 40, blue: 90)
        let disc = Bitmap.disc(side: 80, color: color, hidden: .clear)
        for scale in [0.3, 1, 2.6] {
            let turned = turned(disc, by: degrees, scale: scale, onto: PixelSize(width: 120, height: 120))
            for index in 0..<turned.size.area {
                let pixel = turned[index % 120, index / 120]
                guard pixel.alpha > 0 else {
                    #expect(pixel == .clear)
                    continue
                }
                for (now, was) in [(pixel.red, color.red), (pixel.green, color.green), (pixel.blue, color.blue)] {
                    // A step of alpha's 255 is up to 255 / alpha steps of a colour.
                    #expect(abs(Int(now) - Int(was)) <= max(1, 128 / Int(pixel.alpha)), "\(pixel)")
                }
            }
        }
    }

    @Test(arguments: [7, 30, 45, 61.5]) func whatIsOpaqueStaysOpaqueUpToItsEdge(_ degrees: Double) {
        let square = Bitmap(size: PixelSize(width: 60, height: 60), filledWith: .white)
        let canvas = PixelSize(width: 100, height: 100)
        let turned = turned(square, by: degrees, onto: canvas)
        let angle = degrees * .pi / 180
        var area = 0.0
        for y in 0..<100 {
            for x in 0..<100 {
                let (across, down) = (Double(x) - 49.5, Double(y) - 49.5)
                let place = SIMD2(
                    across * cos(angle) + down * sin(angle), down * cos(angle) - across * sin(angle))
                let reach = max(abs(place.x), abs(place.y))
                if reach < 28 { #expect(turned[x, y].alpha == 255) }
                if reach > 32 { #expect(turned[x, y] == .clear) }
                area += Double(turned[x, y].alpha) / 255
            }
        }
        // The edge is smooth: in all, nothing is gained or lost.
        #expect(abs(area - 3600) < 15, "\(area)")
    }

    @Test func thereAndBackIsTheSamePicture() {
        var smooth = Bitmap(size: PixelSize(width: 90, height: 70))
        for y in 0..<70 {
            for x in 0..<90 {
                smooth[x, y] = SRGBColor(
                    red: UInt8(x * 2), green: UInt8(y * 3), blue: UInt8(128 + 60 * sin(Double(x + y) / 9)))
            }
        }
        let canvas = PixelSize(width: 130, height: 130)
        let back = turned(turned(smooth, by: 26, scale: 1.2, onto: canvas), by: -26, scale: 1 / 1.2, onto: smooth.size)
        for y in 4..<66 {
            for x in 4..<86 {
                #expect(abs(Int(back[x, y].red) - Int(smooth[x, y].red)) <= 2)
                #expect(abs(Int(back[x, y].green) - Int(smooth[x, y].green)) <= 2)
                #expect(abs(Int(back[x, y].blue) - Int(smooth[x, y].blue)) <= 2)
            }
        }
    }

    @Test func aTransformAndItsInverseCancelOut() {
        let transform = PixelTransform.turning(degrees: 37).then(.scaling(x: 2, y: 3)).then(.moving(x: -5, y: 9))
        let point = transform.then(transform.inverse).point(11, 13)
        #expect(abs(point.x - 11) < 1e-9 && abs(point.y - 13) < 1e-9)
        let box = PixelTransform.turning(degrees: 90).box(around: FractionalRect(x: 0, y: 0, width: 4, height: 2))
        #expect(box == FractionalRect(x: -2, y: 0, width: 2, height: 4))
    }
}
