import Glibc
import Imaging

/// k-means over the colours of a photo, in Oklab.
///
/// S. P. Lloyd, "Least squares quantization in PCM", 1982; started by the k-means++ of D. Arthur and S. Vassilvitskii,
/// SODA 2007, in its greedy form: each new centre is the best of a few candidates, drawn with a probability that grows
/// with the squared distance to the nearest centre. All sums run in the order of the colours.
struct ColorClustering {
    /// Differences in lightness count half: the shades of one fur are not to take all the centres.
    private static let lightnessWeight: Float = 0.5
    private static let starts = 3
    private static let roundsAStart = 6
    private static let lastRounds = 12

    private let planes: OklabPlanes
    /// Weighted lightness.
    private let lightness: [Float]
    private let pulls: [Float]
    private var distances: [Float]
    /// Of each colour, which centre is nearest.
    private(set) var owners: [Int32]
    private var centers: [SIMD3<Float>] = []
    private var generator: SplitMix64

    /// Groups the colours around at most `count` centres; fewer when there are fewer colours.
    init(_ colors: WeightedColors, count: Int, seed: UInt64) {
        planes = colors.planes
        lightness = planes.lightness.map { $0 * Self.lightnessWeight }
        pulls = colors.pulls
        distances = [Float](repeating: .infinity, count: pulls.count)
        owners = [Int32](repeating: 0, count: pulls.count)
        generator = SplitMix64(seed: seed)

        var best: (spread: Double, centers: [SIMD3<Float>]) = (.infinity, [])
        for _ in 0..<Self.starts {
            chooseCenters(count)
            let spread = moveCenters(rounds: Self.roundsAStart)
            if spread < best.spread { best = (spread, centers) }
        }
        centers = best.centers
        _ = moveCenters(rounds: Self.lastRounds)
    }

    private func color(_ index: Int) -> SIMD3<Float> {
        SIMD3(lightness[index], planes.a[index], planes.b[index])
    }

    // MARK: - Start

    private mutating func chooseCenters(_ count: Int) {
        let first = color(generator.index(weightedBy: pulls))
        centers = [first]
        forgetDistances()
        measure(to: first, owner: 0)
        let candidates = 2 + Int(log(Double(count)))
        while centers.count < count, spread > 0 {
            let weights = zip(distances, pulls).map { $0 * $1 }
            var best = (spread: Double.infinity, center: first)
            for _ in 0..<candidates {
                let center = color(generator.index(weightedBy: weights))
                let spread = spread(with: center)
                if spread < best.spread { best = (spread, center) }
            }
            measure(to: best.center, owner: Int32(centers.count))
            centers.append(best.center)
        }
    }

    // MARK: - Rounds

    /// Moves each centre to the mean of the colours nearest to it, again and again until all stay with their centre.
    /// Returns the spread.
    private mutating func moveCenters(rounds: Int) -> Double {
        var before: [Int32] = []
        for _ in 0..<rounds {
            forgetDistances()
            for (index, center) in centers.enumerated() { measure(to: center, owner: Int32(index)) }
            if owners == before { break }
            before = owners

            let sums = weightedSums()
            for (index, sum) in sums.enumerated() {
                let mean = sum / sum.w
                // A centre that lost all its colours starts again at the one that is served worst.
                centers[index] = sum.w > 0 ? SIMD3(Float(mean.x), Float(mean.y), Float(mean.z)) : color(worst)
            }
        }
        return spread
    }

    /// Of each centre: the sums over its colours of pull times coordinate, and of the pulls.
    private func weightedSums() -> [SIMD4<Double>] {
        var sums = [SIMD4<Double>](repeating: SIMD4(), count: centers.count)
        sums.withUnsafeMutableBufferPointer { sums in
            let (lightness, a, b, pulls) = (lightness.span, planes.a.span, planes.b.span, pulls.span)
            let (owners, sums) = (owners.span, sums)
            for index in 0..<owners.count {
                let color = SIMD4(Double(lightness[index]), Double(a[index]), Double(b[index]), 1)
                sums[Int(owners[index])] += Double(pulls[index]) * color
            }
        }
        return sums
    }

    private mutating func forgetDistances() {
        distances.withUnsafeMutableBufferPointer { $0.update(repeating: .infinity) }
    }

    private mutating func measure(to center: SIMD3<Float>, owner: Int32) {
        let (lightness, planes) = (lightness, planes)
        distances.withUnsafeMutableBufferPointer { distances in
            owners.withUnsafeMutableBufferPointer { owners in
                let (distances, owners) = (distances, owners)
                let (lightness, a, b) = (lightness.span, planes.a.span, planes.b.span)
                for index in 0..<distances.count {
                    let (x, y, z) = (lightness[index] - center.x, a[index] - center.y, b[index] - center.z)
                    let distance = x * x + y * y + z * z
                    let isNearer = distance < distances[index]
                    distances[index] = isNearer ? distance : distances[index]
                    owners[index] = isNearer ? owner : owners[index]
                }
            }
        }
    }

    /// The weighted sum of squared distances to the nearest centre.
    private var spread: Double {
        var sum = 0.0
        for index in pulls.indices { sum += Double(distances[index]) * Double(pulls[index]) }
        return sum
    }

    /// The spread if `center` came on top.
    private func spread(with center: SIMD3<Float>) -> Double {
        let (lightness, a, b) = (lightness.span, planes.a.span, planes.b.span)
        var sum = 0.0
        for index in pulls.indices {
            let (x, y, z) = (lightness[index] - center.x, a[index] - center.y, b[index] - center.z)
            sum += Double(min(distances[index], x * x + y * y + z * z)) * Double(pulls[index])
        }
        return sum
    }

    private var worst: Int {
        var worst = 0
        for index in pulls.indices
        where distances[index] * pulls[index] > distances[worst] * pulls[worst] { worst = index }
        return worst
    }
}
