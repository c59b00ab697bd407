import Imaging

/// How different the frames of a clip look, by small pictures of them.
struct FrameDifferences {
    /// How many frames there are.
    let count: Int
    /// The largest distance of two frames that are compared.
    private let reach: Int
    private let differences: [Float]

    /// - Parameters:
    ///   - looks: a small picture of each frame, as samples.
    ///   - reach: the largest distance of two frames that are compared; `nil` compares all.
    init(_ looks: [[Float]], reach: Int? = nil) {
        count = looks.count
        let reach = max(1, min(reach ?? looks.count, looks.count))
        var differences = [Float](repeating: 0, count: looks.count * reach)
        for first in looks.indices {
            for second in first + 1..<max(first + 1, min(looks.count, first + reach + 1)) {
                differences[first * reach + second - first - 1] = Self.difference(looks[first], looks[second])
            }
        }
        (self.reach, self.differences) = (reach, differences)
    }

    /// 0…1.
    ///
    /// - Precondition: the frames are in reach of each other.
    subscript(first: Int, second: Int) -> Float {
        let distance = abs(second - first)
        return distance == 0 ? 0 : differences[min(first, second) * reach + distance - 1]
    }

    /// Of each two frames that follow each other.
    var steps: [Float] { (1..<max(1, count)).map { self[$0 - 1, $0] } }

    /// How much a part jumps where it repeats: how different the frames around its end are from those around its
    /// beginning.
    ///
    /// - Parameter bounds: the frames that count.
    /// - Returns: `nil` if no two of them can be compared.
    func seam(_ part: Range<Int>, within bounds: Range<Int>) -> Float? {
        var (sum, weights): (Float, Float) = (0, 0)
        for offset in -2...2 {
            let (before, after) = (part.lowerBound + offset, part.upperBound + offset)
            guard before >= bounds.lowerBound, after < bounds.upperBound else { continue }
            let weight = Float(3 - abs(offset))
            sum += weight * self[before, after] * self[before, after]
            weights += weight
        }
        return weights > 0 ? (sum / weights).squareRoot() : nil
    }

    /// The square root of the mean square.
    private static func difference(_ first: [Float], _ second: [Float]) -> Float {
        var sum: Float = 0
        for index in first.indices {
            let difference = first[index] - second[index]
            sum += difference * difference
        }
        return (sum / Float(max(1, first.count))).squareRoot()
    }
}

extension Bitmap {
    /// The pixels as samples for ``FrameDifferences``: colours multiplied by alpha, and alpha, 0…1.
    var look: [Float] {
        pixels.indices.map { index in
            let alpha = Float(pixels[index | 3]) / 255
            return index % 4 == 3 ? alpha : Float(pixels[index]) / 255 * alpha
        }
    }
}
