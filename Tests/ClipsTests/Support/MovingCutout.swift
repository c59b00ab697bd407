import Clips
import Glibc
import Imaging
import TestSupport

/// A clip whose alpha is known: a real cut-out that moves over soft stripes, with noise.
struct MovingCutout: Sendable {
    static let size = PixelSize(width: 320, height: 240)

    let frames: [ClipFrame]
    let alphas: [Plane]

    /// - Parameter swing: how far the subject goes to each side, in pixels; 0 lets it stand still.
    init(_ cutout: RealCutout = .astronaut, count: Int, swing: Double = 0, side: Int = 200) throws {
        let subject = try cutout.bitmap(side: side)
        var random = SeededGenerator(seed: 3)
        var (frames, alphas): ([ClipFrame], [Plane]) = ([], [])
        for number in 0..<count {
            let x = (Self.size.width - side) / 2 + Int((swing * sin(Double(number) * 0.4)).rounded())
            var layer = Bitmap(size: Self.size)
            for row in 0..<min(side, Self.size.height) {
                for column in 0..<side where (0..<Self.size.width).contains(x + column) {
                    layer[x + column, Self.size.height - side + row] = subject[column, row]
                }
            }
            var picture = layer.composited(over: Self.background)
            for index in picture.pixels.indices where index % 4 != 3 {
                let noise = Double.random(in: -6...6, using: &random)
                picture.pixels[index] = UInt8(min(max(Double(picture.pixels[index]) + noise, 0), 255))
            }
            frames.append(ClipFrame(picture, time: Int64(number) * 40_000_000))
            alphas.append(layer.alphaPlane)
        }
        self.frames = frames
        self.alphas = alphas
    }

    private static let background: Bitmap = {
        var bitmap = Bitmap(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (u, v) = (Double(x) / 320, Double(y) / 320)
                bitmap[x, y] = SRGBColor(
                    red: UInt8(90 + 30 * sin(9 * u + 4 * v)), green: UInt8(130 + 35 * cos(7 * v)),
                    blue: UInt8(140 + 40 * sin(11 * v - 3 * u)))
            }
        }
        return bitmap
    }()
}

/// Frames one by one; how many were asked for is known.
struct CountedFrames: AsyncSequence, Sendable {
    let frames: [ClipFrame]
    let asked = Watched(0)
    /// Thrown after the last frame.
    var failure: SourceFailure?

    func makeAsyncIterator() -> Iterator { Iterator(frames: self) }

    struct Iterator: AsyncIteratorProtocol {
        let frames: CountedFrames
        var next = 0

        mutating func next() async throws -> ClipFrame? {
            guard next < frames.frames.count else {
                if let failure = frames.failure { throw failure }
                return nil
            }
            defer { next += 1 }
            frames.asked.withLock { [next] in $0 = next + 1 }
            return frames.frames[next]
        }
    }
}

struct SourceFailure: Error, Equatable {}

extension Bitmap {
    var alphaPlane: Plane { Plane(size: size, samples: (0..<size.area).map { Float(pixels[4 * $0 + 3]) / 255 }) }
}

/// Intersection over union at one half.
func overlap(_ left: Plane, _ right: Plane) -> Double {
    var (both, either) = (0, 0)
    for (a, b) in zip(left.samples, right.samples) {
        both += a > 0.5 && b > 0.5 ? 1 : 0
        either += a > 0.5 || b > 0.5 ? 1 : 0
    }
    return either == 0 ? 1 : Double(both) / Double(either)
}

/// How far alpha changes otherwise from frame to frame than it should: dtSSD (Erofeev et al. 2015).
func flicker(_ alphas: [Plane], _ truths: [Plane]) -> Double {
    var sum = 0.0
    for index in alphas.indices.dropFirst() {
        for place in alphas[index].samples.indices {
            let step = alphas[index].samples[place] - alphas[index - 1].samples[place]
            let right = truths[index].samples[place] - truths[index - 1].samples[place]
            sum += Double((step - right) * (step - right))
        }
    }
    return (sum / Double((alphas.count - 1) * alphas[0].samples.count)).squareRoot()
}
