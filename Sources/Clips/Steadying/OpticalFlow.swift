import Imaging

/// Finds where the parts of one frame are in the next, from coarse to fine: it moves small squares until they look
/// alike, by the inverse search of Kroeger et al. 2016 ("Fast Optical Flow using Dense Inverse Search"). Overlapping
/// squares are averaged, the better match with more weight.
///
/// Synchronous; some milliseconds for a raster of 192 samples.
struct OpticalFlow: Sendable {
    /// The side of a square, in samples.
    private static let patch = 8
    /// The distance between squares, in samples.
    private static let step = 4
    /// The steps of a square at each level.
    private static let rounds = 10
    /// The farthest valid motion of a square at one level, in samples.
    private static let farthest: Float = 6

    /// The lightness in 0…1 at half the size each, the finest first.
    struct Pyramid: Sendable {
        let levels: [Plane]

        init(_ finest: Plane) {
            var levels = [finest]
            while let last = levels.last, min(last.width, last.height) >= 3 * OpticalFlow.patch, levels.count < 5 {
                levels.append(last.halved)
            }
            self.levels = levels
        }
    }

    /// - Precondition: both have the same size.
    static func flow(from first: Pyramid, to second: Pyramid) -> FlowField {
        var flow: FlowField?
        for (a, b) in zip(first.levels, second.levels).reversed() {
            let start = flow?.resampled(to: a.size) ?? FlowField(size: a.size)
            flow = refined(start, from: a, to: b)
        }
        return flow ?? FlowField(size: PixelSize(width: 0, height: 0))
    }

    private static func refined(_ start: FlowField, from first: Plane, to second: Plane) -> FlowField {
        let (width, height) = (first.width, first.height)
        guard width >= patch, height >= patch else { return start }
        var (sumX, sumY) = ([Float](repeating: 0, count: width * height), [Float](repeating: 0, count: width * height))
        var weights = [Float](repeating: 0, count: width * height)
        first.samples.withUnsafeBufferPointer { a in
            second.samples.withUnsafeBufferPointer { b in
                for top in places(height) {
                    for left in places(width) {
                        let center = (top + patch / 2) * width + left + patch / 2
                        let began = (start.x.samples[center], start.y.samples[center])
                        let (u, v, difference) = search(
                            a, b, width: width, height: height, left: left, top: top, from: began)
                        let weight = 1 / max(difference, 1e-3)
                        for row in top..<top + patch {
                            for column in left..<left + patch {
                                let index = row * width + column
                                sumX[index] += weight * u
                                sumY[index] += weight * v
                                weights[index] += weight
                            }
                        }
                    }
                }
            }
        }
        var result = start
        for index in weights.indices where weights[index] > 0 {
            result.x.samples[index] = sumX[index] / weights[index]
            result.y.samples[index] = sumY[index] / weights[index]
        }
        return result
    }

    /// The beginnings of squares that cover the whole side.
    private static func places(_ length: Int) -> [Int] {
        var places = Array(stride(from: 0, through: length - patch, by: step))
        if let last = places.last, last < length - patch { places.append(length - patch) }
        return places
    }

    /// Moves one square. Its mean lightness is left out, so that a change of light is no motion.
    ///
    /// - Returns: the motion, and the mean difference of what is alike then.
    private static func search(
        _ a: UnsafeBufferPointer<Float>, _ b: UnsafeBufferPointer<Float>, width: Int, height: Int, left: Int,
        top: Int, from start: (Float, Float)
    ) -> (Float, Float, Float) {
        let count = patch * patch
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * count) { room in
            let template = UnsafeMutableBufferPointer(rebasing: room[0..<count])
            let gx = UnsafeMutableBufferPointer(rebasing: room[count..<2 * count])
            let gy = UnsafeMutableBufferPointer(rebasing: room[2 * count..<3 * count])
            let moved = UnsafeMutableBufferPointer(rebasing: room[3 * count..<4 * count])
            var (xx, xy, yy, mean): (Float, Float, Float, Float) = (1e-5, 0, 1e-5, 0)
            for row in 0..<patch {
                let y = top + row
                let (above, below) = (max(y - 1, 0) * width, min(y + 1, height - 1) * width)
                for column in 0..<patch {
                    let x = left + column
                    let index = row * patch + column
                    template[index] = a[y * width + x]
                    gx[index] = (a[y * width + min(x + 1, width - 1)] - a[y * width + max(x - 1, 0)]) / 2
                    gy[index] = (a[below + x] - a[above + x]) / 2
                    xx += gx[index] * gx[index]
                    xy += gx[index] * gy[index]
                    yy += gy[index] * gy[index]
                    mean += template[index]
                }
            }
            mean /= Float(count)
            let determinant = xx * yy - xy * xy
            var (u, v) = start
            var (bestU, bestV, best) = (u, v, Float.infinity)
            for round in 0...rounds {
                fetch(b, width: width, height: height, Float(left) + u, Float(top) + v, into: moved)
                var movedMean: Float = 0
                for index in 0..<count { movedMean += moved[index] }
                movedMean /= Float(count)
                let offset = mean - movedMean
                var (bx, by, difference): (Float, Float, Float) = (0, 0, 0)
                for index in 0..<count {
                    let error = moved[index] - template[index] + offset
                    bx += gx[index] * error
                    by += gy[index] * error
                    difference += abs(error)
                }
                difference /= Float(count)
                if difference < best { (bestU, bestV, best) = (u, v, difference) }
                guard round < rounds else { break }
                let du = (yy * bx - xy * by) / determinant
                let dv = (xx * by - xy * bx) / determinant
                u -= du
                v -= dv
                if abs(u - start.0) > farthest || abs(v - start.1) > farthest { break }
                if abs(du) < 0.01, abs(dv) < 0.01 { break }
            }
            return (bestU, bestV, best)
        }
    }

    /// Fetches a square between samples by linear interpolation, with the same fraction for all of them.
    private static func fetch(
        _ b: UnsafeBufferPointer<Float>, width: Int, height: Int, _ u: Float, _ v: Float,
        into target: UnsafeMutableBufferPointer<Float>
    ) {
        let (x, y) = (u.rounded(.down), v.rounded(.down))
        let (fx, fy) = (u - x, v - y)
        let (left, top) = (Int(x), Int(y))
        let (a00, a10, a01, a11) = ((1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy)
        let isInside = left >= 0 && top >= 0 && left + patch < width && top + patch < height
        for row in 0..<patch {
            let upper = min(max(top + row, 0), height - 1) * width
            let lower = min(max(top + row + 1, 0), height - 1) * width
            for column in 0..<patch {
                let here = isInside ? left + column : min(max(left + column, 0), width - 1)
                let next = isInside ? here + 1 : min(max(left + column + 1, 0), width - 1)
                target[row * patch + column] =
                    a00 * b[upper + here] + a10 * b[upper + next] + a01 * b[lower + here] + a11 * b[lower + next]
            }
        }
    }
}

extension Plane {
    /// The plane at half the size: means of two by two samples, without an odd last row or column.
    fileprivate var halved: Plane {
        let target = PixelSize(width: max(1, width / 2), height: max(1, height / 2))
        var half = Plane(size: target)
        for y in 0..<target.height {
            for x in 0..<target.width {
                let index = 2 * y * width + 2 * x
                half.samples[y * target.width + x] =
                    (samples[index] + samples[index + 1] + samples[index + width] + samples[index + width + 1]) / 4
            }
        }
        return half
    }
}
