import Peel

/// Somebody who sees what is wrong with a cut and paints over it: along the middle of the error, with a brush as wide
/// as the error, with an unsteady hand.
struct Person {
    /// What the studio's slider goes from and to, as parts of the photo's longer side.
    static let radii = 0.004...0.12
    /// So far a stroke goes towards the ends of an error, as a part of the error's greatest depth.
    static let ends: Float = 0.35

    let size: PixelSize
    var dice: Dice

    /// A stroke over the largest error; `nil` where nothing is wrong.
    mutating func stroke(from now: [Bool], to wanted: Wanted, tool: Tool) -> MatteStroke? {
        let isMissing = now.indices.map { !now[$0] && wanted.isWrong(false, at: $0) }
        let isSurplus = now.indices.map { now[$0] && wanted.isWrong(true, at: $0) }
        let (missing, surplus) = (framed(isMissing), framed(isSurplus))
        guard let most = missing.max(), let other = surplus.max(), max(most, other) > 0 else { return nil }
        let error = most >= other ? missing : surplus
        guard let depth = error.max(), let deepest = error.firstIndex(of: depth) else { return nil }
        let longest = Double(size.longestSide)
        let radius = (Double(depth) * .random(in: 0.85...1.2, using: &dice) / longest).clamped(to: Self.radii)
        var points: [MatteStroke.Point] = []
        var last = SIMD2(-1e9, -1e9)
        let way = middle(of: error, from: deepest, depth: depth)
        for (number, index) in way.enumerated() {
            let place = SIMD2(Double(index % size.width), Double(index / size.width))
            let step = place - last
            guard number == way.count - 1 || (step * step).sum().squareRoot() >= 0.5 * radius * longest else {
                continue
            }
            last = place
            let shake =
                SIMD2(
                    Double.random(in: -0.15...0.15, using: &dice), .random(in: -0.15...0.15, using: &dice)) * radius
                * longest
            let drawn = place + shake + 0.5
            points.append(.init(x: drawn.x / Double(size.width), y: drawn.y / Double(size.height)))
        }
        return tool.stroke(most >= other ? .keep : .remove, radius: radius, points: points)
    }

    /// The distances within a region; the photo's frame is a border, too.
    private func framed(_ isInside: [Bool]) -> [Float] {
        let (width, height) = (size.width + 2, size.height + 2)
        var padded = [Bool](repeating: false, count: width * height)
        for y in 0..<size.height {
            for x in 0..<size.width { padded[(y + 1) * width + x + 1] = isInside[y * size.width + x] }
        }
        let all = distances(within: padded, size: PixelSize(width: width, height: height))
        return (0..<size.area).map { all[($0 / size.width + 1) * width + $0 % size.width + 1] }
    }

    /// From end to end of what is deep enough, through it, as central as can be.
    private func middle(of error: [Float], from deepest: Int, depth: Float) -> [Int] {
        let first = reached(from: deepest, in: error, depth: depth)
        let second = reached(from: first.farthest, in: error, depth: depth)
        var way = [second.farthest]
        while let place = way.last, place != first.farthest { way.append(Int(second.before[place])) }
        return way
    }

    /// Dijkstra's way over costs that are small in the middle.
    private func reached(from start: Int, in error: [Float], depth: Float) -> (farthest: Int, before: [Int32]) {
        var costs = [Float](repeating: .infinity, count: error.count)
        var before = [Int32](repeating: -1, count: error.count)
        var buckets: [[Int32]] = [[Int32(start)]]
        costs[start] = 0
        var (farthest, bucket) = (start, 0)
        while bucket < buckets.count {
            var next = 0
            while next < buckets[bucket].count {
                let index = Int(buckets[bucket][next])
                next += 1
                guard Int(costs[index] * 4) == bucket else { continue }
                if costs[index] > costs[farthest] { farthest = index }
                let (x, y) = (index % size.width, index / size.width)
                for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                    guard (0..<size.width).contains(x + dx), (0..<size.height).contains(y + dy) else { continue }
                    let neighbour = index + dx + dy * size.width
                    guard error[neighbour] >= max(Self.ends * depth, 1) else { continue }
                    let ratio = depth / error[neighbour]
                    let cost = costs[index] + 0.25 + ratio * ratio
                    guard cost < costs[neighbour] else { continue }
                    costs[neighbour] = cost
                    before[neighbour] = Int32(index)
                    let place = Int(cost * 4)
                    while buckets.count <= place { buckets.append([]) }
                    buckets[place].append(Int32(neighbour))
                }
            }
            bucket += 1
        }
        return (farthest, before)
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
