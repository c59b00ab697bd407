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
        motion.samples.withUnsafeBufferPointer { motions in
            other.matte.samples.withUnsafeBufferPointer { matte in
                guard let motions = motions.baseAddress else { return }
                for row in 0..<size.height {
                    let v = toRaster.row(Float(row))
                    let line = MotionRow(motions, size: motion.size, at: v)
                    for column in 0..<size.width {
                        let u = toRaster.column(Float(column))
                        let step = line.sampled(u)
                        let weight = step.z
                        guard weight > 0.01 else { continue }
                        let (x, y) = toOther(u + step.x, v + step.y)
                        // The other frame's look says nothing of what it did not see.
                        guard x > -1, y > -1, x < Float(otherSize.width), y < Float(otherSize.height) else { continue }
                        let seen = Plane.sampled(matte, width: otherSize.width, height: otherSize.height, x, y)
                        let index = row * size.width + column
                        sum[index] += weight * seen
                        weights[index] += weight
                    }
                }
            }
        }
    }
}
