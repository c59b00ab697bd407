import Imaging

/// The matte of a frame as it and its neighbours see it: each neighbour's matte is carried along the motion to this
/// frame, and counts where the two frames look alike there. So what the network doubts in one frame only does not
/// flicker.
struct SteadyMatte {
    private let neighbours: Neighbours

    init(_ neighbours: Neighbours) {
        self.neighbours = neighbours
    }

    /// How surely the frame has a subject, by all of them, 0…1.
    var presence: Double {
        guard neighbours.own.hold?.keeps != true else { return 1 }
        return neighbours.all.reduce(neighbours.own.presence) { $0 + $1.look.presence }
            / Double(neighbours.all.count + 1)
    }

    /// Of the frame's own region, as large as its own matte. What a person said of the frames does not count yet.
    var matte: Matte {
        let own = neighbours.own.matte
        var sum = own.samples
        var weights = [Float](repeating: 1, count: sum.count)
        for neighbour in neighbours.all {
            sum.withUnsafeMutableBufferPointer { sum in
                weights.withUnsafeMutableBufferPointer { weights in add(neighbour, sum, weights) }
            }
        }
        for index in sum.indices { sum[index] /= weights[index] }
        return Matte(size: own.size, samples: sum)
    }

    /// Adds what a neighbour sees, as far as it can be believed.
    private func add(
        _ neighbour: Neighbours.Neighbour, _ sum: UnsafeMutableBufferPointer<Float>,
        _ weights: UnsafeMutableBufferPointer<Float>
    ) {
        let (own, other, motion) = (neighbours.own, neighbour.look, neighbour.motion)
        let (size, otherSize) = (own.matte.size, other.matte.size)
        let frame = PixelRect(own.frameSize)
        let toRaster = RasterMap(own.region, size, to: frame, motion.size)
        let toOther = RasterMap(frame, motion.size, to: other.region, otherSize)
        // The places of a row are those of every row.
        let places = (0..<size.width).map { MotionPlace(toRaster.column(Float($0)), of: motion.size.width) }
        let (width, height) = (Float(otherSize.width), Float(otherSize.height))
        motion.samples.withUnsafeBufferPointer { motions in
            other.matte.samples.withUnsafeBufferPointer { matte in
                withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: motion.size.width + 1) { line in
                    guard let motions = motions.baseAddress else { return }
                    for row in 0..<size.height {
                        let v = toRaster.row(Float(row))
                        MotionRow(motions, size: motion.size, at: v).blend(into: line)
                        let begin = row * size.width
                        for (column, place) in places.enumerated() {
                            let step = line[place.left] + (line[place.left + 1] - line[place.left]) * place.share
                            let weight = step.z
                            guard weight > 0.01 else { continue }
                            let (x, y) = toOther(place.u + step.x, v + step.y)
                            // The other frame's look says nothing of what it did not see.
                            guard x > -1, y > -1, x < width, y < height else { continue }
                            let seen = matte.interpolated(x, y, otherSize)
                            sum[begin + column] += weight * seen
                            weights[begin + column] += weight
                        }
                    }
                }
            }
        }
    }
}

/// A place in a row of a ``MotionMap``: the sample before it, and how far it is from there to the next.
private struct MotionPlace {
    let u: Float
    let left: Int
    let share: Float

    init(_ u: Float, of width: Int) {
        self.u = u
        let x = min(max(u, 0), Float(width - 1))
        left = Int(x)
        share = x - Float(left)
    }
}

extension UnsafeBufferPointer<Float> {
    /// Interpolates linearly between the samples of a plane, as ``Plane`` does. Most places have a sample on each side.
    @inline(__always)
    fileprivate func interpolated(_ x: Float, _ y: Float, _ size: PixelSize) -> Float {
        guard x >= 0, y >= 0, x < Float(size.width - 1), y < Float(size.height - 1) else {
            return Plane.sampled(self, width: size.width, height: size.height, x, y)
        }
        let (left, top) = (Int(x), Int(y))
        let (fx, fy) = (x - Float(left), y - Float(top))
        let (above, below) = (top * size.width + left, (top + 1) * size.width + left)
        let upper = self[above] + (self[above + 1] - self[above]) * fx
        let lower = self[below] + (self[below + 1] - self[below]) * fx
        return upper + (lower - upper) * fy
    }
}
