import Imaging

/// Finds where the parts of one frame are in the next, from coarse to fine: it moves small squares until they look
/// alike, by the inverse search of Kroeger et al. 2016 ("Fast Optical Flow using Dense Inverse Search"). Overlapping
/// squares are averaged, the better match with more weight.
///
/// Synchronous; some milliseconds for a raster of 192 samples.
struct OpticalFlow: Sendable {
    /// The side of a square, in samples: as many as ``Square`` has.
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
        let (a, b) = (FlowRaster(a, width, height), FlowRaster(b, width, height))
        var (template, gx, gy) = (Square(repeating: .zero), Square(repeating: .zero), Square(repeating: .zero))
        var (xx, xy, yy, sum): (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>) = (.zero, .zero, .zero, .zero)
        for row in 0..<patch {
            let y = top + row
            template[row] = a[left, y]
            gx[row] = (a[left + 1, y] - a[left - 1, y]) / 2
            gy[row] = (a[left, y + 1] - a[left, y - 1]) / 2
            xx += gx[row] * gx[row]
            xy += gx[row] * gy[row]
            yy += gy[row] * gy[row]
            sum += template[row]
        }
        let count = Float(patch * patch)
        let (xxs, xys, yys) = (xx.sum() + 1e-5, xy.sum(), yy.sum() + 1e-5)
        let mean = sum.sum() / count
        let determinant = xxs * yys - xys * xys
        var (u, v) = start
        var (bestU, bestV, best) = (u, v, Float.infinity)
        for round in 0...rounds {
            let moved = b.square(Float(left) + u, Float(top) + v)
            var movedSum = SIMD8<Float>.zero
            for row in 0..<patch { movedSum += moved[row] }
            let offset = mean - movedSum.sum() / count
            var (bx, by, differences) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
            for row in 0..<patch {
                let error = moved[row] - template[row] + offset
                bx += gx[row] * error
                by += gy[row] * error
                differences += error.replacing(with: -error, where: error .< 0)
            }
            let difference = differences.sum() / count
            if difference < best { (bestU, bestV, best) = (u, v, difference) }
            guard round < rounds else { break }
            let du = (yys * bx.sum() - xys * by.sum()) / determinant
            let dv = (xxs * by.sum() - xys * bx.sum()) / determinant
            u -= du
            v -= dv
            if abs(u - start.0) > farthest || abs(v - start.1) > farthest { break }
            if abs(du) < 0.01, abs(dv) < 0.01 { break }
        }
        return (bestU, bestV, best)
    }
}

/// The samples of a square, row by row.
private typealias Square = InlineArray<8, SIMD8<Float>>

/// A plane of which eight samples of a row are read at once. Beyond the edge, the edge's sample counts.
private struct FlowRaster {
    private let samples: UnsafeRawBufferPointer
    private let width: Int
    private let height: Int

    @inline(__always)
    init(_ samples: UnsafeBufferPointer<Float>, _ width: Int, _ height: Int) {
        (self.samples, self.width, self.height) = (UnsafeRawBufferPointer(samples), width, height)
    }

    @inline(__always)
    subscript(_ left: Int, _ row: Int) -> SIMD8<Float> {
        let begin = min(max(row, 0), height - 1) * width
        if left >= 0, left + 8 <= width {
            return samples.loadUnaligned(fromByteOffset: 4 * (begin + left), as: SIMD8<Float>.self)
        }
        var eight = SIMD8<Float>.zero
        for lane in 0..<8 {
            let index = begin + min(max(left + lane, 0), width - 1)
            eight[lane] = samples.loadUnaligned(fromByteOffset: 4 * index, as: Float.self)
        }
        return eight
    }

    /// A square between samples, by linear interpolation with the same fraction for all of them.
    @inline(__always)
    func square(_ u: Float, _ v: Float) -> Square {
        let (x, y) = (u.rounded(.down), v.rounded(.down))
        let (fx, fy) = (u - x, v - y)
        let (left, top) = (Int(x), Int(y))
        func across(_ row: Int) -> SIMD8<Float> { self[left, row] * (1 - fx) + self[left + 1, row] * fx }
        var square = Square(repeating: .zero)
        var upper = across(top)
        for row in 0..<8 {
            let lower = across(top + row + 1)
            square[row] = upper * (1 - fy) + lower * fy
            upper = lower
        }
        return square
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
