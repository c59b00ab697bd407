import Imaging
import Stickers

/// A frame's alpha, refined along its own edges from its steady matte.
struct RefinedAlpha: Sendable {
    /// The part of the frame that it covers.
    let region: PixelRect
    /// One sample a pixel; `nil` where the frame has no subject.
    let alpha: HalfMatte?
    /// To the frames around it, until it is cut; none where there is nothing to carry.
    private(set) var motions: [(distance: Int, motion: MotionMap)]

    init(_ neighbours: Neighbours, _ refiner: AlphaRefiner) {
        let own = neighbours.own
        (region, motions) = (own.region, [])
        if own.frame.keepsAlpha {
            // Where a person painted over what is transparent, there are no colours.
            let samples = zip(own.held(own.matte).samples, own.matte.samples).map { min($0, $1) }
            let held = Matte(size: own.matte.size, samples: samples)
            alpha = held.boundingBox(above: 0.04).map { _ in HalfMatte(held) }
            return
        }
        let steady = SteadyMatte(neighbours)
        guard steady.presence >= ClipProcessor.leastPresence else {
            alpha = nil
            return
        }
        let matte = own.held(steady.matte)
        guard matte.boundingBox(above: 0.5) != nil else {
            alpha = nil
            return
        }
        alpha = HalfMatte(refiner.refine(matte, guide: own.regionPicture).withoutCrumbs())
        motions = neighbours.all.map { ($0.distance, $0.motion) }
    }

    /// Frees the memory of what its neighbours do not need.
    mutating func dropMotions() { motions = [] }
}

/// A frame's alpha with its neighbours': half-transparent samples at the edge are averaged along the motion, so that a
/// video's grain does not make the edge crawl.
struct SteadyAlpha {
    private let neighbours: Neighbours
    private let alphas: [RefinedAlpha]
    private let place: Int

    /// - Parameters:
    ///   - alphas: of the frame, at `place`, and of those around it.
    init(_ neighbours: Neighbours, _ alphas: [RefinedAlpha], of place: Int) {
        self.neighbours = neighbours
        self.alphas = alphas
        self.place = place
    }

    /// The frame without its background.
    var cutFrame: CutFrame {
        let own = neighbours.own
        let (time, duration) = (own.frame.time, own.frame.duration)
        let isCutOut = own.frame.keepsAlpha
        guard let alpha = isCutOut ? alphas[place].alpha?.matte : settled else {
            return CutFrame(picture: Bitmap(size: own.frameSize), time: time, duration: duration, hasSubject: false)
        }
        let foreground =
            isCutOut
            ? ForegroundEstimator.masked(own.regionPicture, by: alpha)
            : ForegroundEstimator().foreground(of: own.regionPicture, alpha: alpha)
        return CutFrame(
            picture: foreground.placed(at: own.region, on: own.frameSize), time: time, duration: duration,
            hasSubject: true, beginsScene: !isCutOut && neighbours.beginsScene, confidence: own.confidence)
    }

    /// `nil` where there is no subject.
    private var settled: Matte? {
        guard let own = alphas[place].alpha else { return nil }
        let neighbours = neighbours.all.compactMap { CarriedAlpha($0, alphas, of: place, on: self.neighbours.own) }
        var settled = own.matte
        let (width, height) = (own.size.width, own.size.height)
        settled.samples.withUnsafeMutableBufferPointer { samples in
            for row in 0..<height {
                for column in 0..<width {
                    let alpha = samples[row * width + column]
                    guard alpha > 0.004, alpha < 0.996 else { continue }
                    var (sum, weights) = (alpha, Float(1))
                    for neighbour in neighbours { neighbour.add(column: column, row: row, &sum, &weights) }
                    if weights > 1 { samples[row * width + column] = sum / weights }
                }
            }
        }
        return settled
    }
}

/// A neighbour's alpha, carried along the motion to a frame.
private struct CarriedAlpha {
    private let alpha: HalfMatte
    private let motion: MotionMap
    private let toRaster: RasterMap
    private let toOther: RasterMap

    /// `nil` where the neighbour has no subject, or what a person said does not hold for both.
    init?(_ neighbour: Neighbours.Neighbour, _ alphas: [RefinedAlpha], of place: Int, on own: FrameLook) {
        let other = alphas[place + neighbour.distance]
        let isHeld = neighbour.look.hold != nil
        guard let alpha = other.alpha, let size = alphas[place].alpha?.size, isHeld == (own.hold != nil) else {
            return nil
        }
        self.alpha = alpha
        motion = neighbour.motion
        let frame = PixelRect(own.frameSize)
        toRaster = RasterMap(alphas[place].region, size, to: frame, motion.size)
        toOther = RasterMap(frame, motion.size, to: other.region, alpha.size)
    }

    /// Adds what the neighbour has for a pixel of the frame, as far as it can be believed.
    @inline(__always)
    func add(column: Int, row: Int, _ sum: inout Float, _ weights: inout Float) {
        let (u, v) = toRaster(Float(column), Float(row))
        let step = motion.samples.withUnsafeBufferPointer { samples in
            samples.baseAddress.map { MotionRow($0, size: motion.size, at: v).sampled(u) } ?? .zero
        }
        let weight = step.z
        guard weight > 0.01 else { return }
        let (x, y) = toOther(u + step.x, v + step.y)
        guard x > -1, y > -1, x < Float(alpha.size.width), y < Float(alpha.size.height) else { return }
        sum += weight * alpha.sampled(x, y)
        weights += weight
    }
}

extension Bitmap {
    /// On a transparent picture.
    fileprivate func placed(at rect: PixelRect, on size: PixelSize) -> Bitmap {
        guard rect != PixelRect(size) else { return self }
        var whole = Bitmap(size: size)
        whole.pixels.withUnsafeMutableBytes { target in
            pixels.withUnsafeBytes { source in
                for row in 0..<rect.height {
                    let from = source[4 * row * rect.width..<4 * (row + 1) * rect.width]
                    let start = 4 * ((rect.y + row) * size.width + rect.x)
                    target[start..<start + from.count].copyBytes(from: from)
                }
            }
        }
        return whole
    }
}
