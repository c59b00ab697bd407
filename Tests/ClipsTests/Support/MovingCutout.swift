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
        let composite = CompositeClip(
            [
                .init(try cutout.bitmap(side: side)) { number in
                    let moved = (swing * sin(Double(number) * 0.4)).rounded()
                    return (Double(Self.size.width / 2) + moved, Double(Self.size.height - side / 2))
                }
            ], count: count, size: Self.size)
        (frames, alphas) = (composite.frames, composite.alphas[0])
    }
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
