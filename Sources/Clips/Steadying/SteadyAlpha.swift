import Imaging
import Stickers

/// A frame's alpha, refined along its own edges from its steady matte.
struct RefinedAlpha: Sendable {
    /// The part of the frame that it covers.
    let region: PixelRect
    /// One sample a pixel; `nil` where the frame has no subject.
    let alpha: Matte?

    init(_ neighbours: Neighbours, _ refiner: AlphaRefiner) {
        region = neighbours.own.region
        let steady = SteadyMatte(neighbours)
        guard steady.presence >= ClipProcessor.leastPresence else {
            alpha = nil
            return
        }
        let matte = steady.matte
        guard matte.boundingBox(above: 0.5) != nil else {
            alpha = nil
            return
        }
        alpha = refiner.refine(matte, guide: neighbours.own.frame.picture.cropped(to: region)).withoutCrumbs()
    }
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
        let frame = neighbours.own.frame
        guard let alpha = settled else {
            return CutFrame(picture: Bitmap(size: frame.picture.size), time: frame.time, hasSubject: false)
        }
        let region = alphas[place].region
        let foreground = ForegroundEstimator().foreground(of: frame.picture.cropped(to: region), alpha: alpha)
        return CutFrame(
            picture: foreground.placed(at: region, on: frame.picture.size), time: frame.time, hasSubject: true)
    }

    /// `nil` where there is no subject.
    private var settled: Matte? {
        guard let own = alphas[place].alpha else { return nil }
        var sum = own.samples
        var weights = [Float](repeating: 1, count: sum.count)
        for neighbour in neighbours.all { add(neighbour, own, &sum, &weights) }
        for index in sum.indices where weights[index] > 1 { sum[index] /= weights[index] }
        return Matte(size: own.size, samples: sum)
    }

    private func add(
        _ neighbour: Neighbours.Neighbour, _ own: Matte, _ sum: inout [Float], _ weights: inout [Float]
    ) {
        let other = alphas[place + neighbour.distance]
        guard let alpha = other.alpha else { return }
        let frame = PixelRect(neighbours.own.frame.picture.size)
        let toRaster = RasterMap(alphas[place].region, own.size, to: frame, neighbour.flow.size)
        let toOther = RasterMap(frame, neighbour.flow.size, to: other.region, alpha.size)
        own.samples.withUnsafeBufferPointer { samples in
            for row in 0..<own.height {
                for column in 0..<own.width {
                    let index = row * own.width + column
                    guard samples[index] > 0.004, samples[index] < 0.996 else { continue }
                    let (u, v) = toRaster(Float(column), Float(row))
                    let weight = neighbour.alike.sampled(u, v)
                    guard weight > 0.01 else { continue }
                    let (x, y) = toOther(u + neighbour.flow.x.sampled(u, v), v + neighbour.flow.y.sampled(u, v))
                    guard x > -1, y > -1, x < Float(alpha.width), y < Float(alpha.height) else { continue }
                    sum[index] += weight * alpha.sampled(x, y)
                    weights[index] += weight
                }
            }
        }
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
