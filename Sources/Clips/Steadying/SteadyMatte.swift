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
        for neighbour in neighbours.all { add(neighbour, &sum, &weights) }
        for index in sum.indices { sum[index] /= weights[index] }
        return Matte(size: own.size, samples: sum)
    }

    /// Adds what a neighbour sees, as far as it can be believed.
    private func add(_ neighbour: Neighbours.Neighbour, _ sum: inout [Float], _ weights: inout [Float]) {
        let (own, other) = (neighbours.own, neighbour.look)
        let (size, otherSize) = (own.matte.size, other.matte.size)
        let frame = PixelRect(own.frameSize)
        let toRaster = RasterMap(own.region, size, to: frame, neighbour.flow.size)
        let toOther = RasterMap(frame, neighbour.flow.size, to: other.region, otherSize)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let (u, v) = toRaster(Float(column), Float(row))
                let weight = neighbour.alike.sampled(u, v)
                guard weight > 0.01 else { continue }
                let (x, y) = toOther(u + neighbour.flow.x.sampled(u, v), v + neighbour.flow.y.sampled(u, v))
                // The other frame's look says nothing of what it did not see.
                guard x > -1, y > -1, x < Float(otherSize.width), y < Float(otherSize.height) else { continue }
                let index = row * size.width + column
                sum[index] += weight * other.matte.sampled(x, y)
                weights[index] += weight
            }
        }
    }
}
