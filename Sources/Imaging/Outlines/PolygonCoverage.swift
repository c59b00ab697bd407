extension DieCutOutline {
    /// Returns the fraction of each pixel inside the line, 0…1.
    ///
    /// - Parameter size: of the shape's plane.
    package func coverage(in size: PixelSize) -> Plane {
        Plane(size: size, insideOf: loops)
    }
}

extension Plane {
    /// Computes the fraction of each pixel inside closed polygons, which go clockwise around the inside and
    /// counter-clockwise around holes.
    ///
    /// The result is exact: each side adds its coverage to the pixels of its rows, and the rest to the next pixel, so
    /// that sums along the rows are the coverage (as in Levien's font-rs).
    ///
    /// - Parameter polygons: (0.5, 0.5) is the middle of the first pixel.
    package init(size: PixelSize, insideOf polygons: [[Point]]) {
        self.init(size: size)
        guard size.area > 0 else { return }
        samples.withUnsafeMutableBufferPointer { samples in
            for polygon in polygons {
                guard var last = polygon.last else { continue }
                for point in polygon {
                    Self.add(last, point, size, to: samples)
                    last = point
                }
            }
            for y in 0..<size.height {
                var sum: Float = 0
                for index in y * size.width..<(y + 1) * size.width {
                    sum += samples[index]
                    // Differences that eight bits do not show.
                    samples[index] = sum < 1 / 512 ? 0 : sum > 511 / 512 ? 1 : sum
                }
            }
        }
    }

    private static func add(
        _ from: Point, _ to: Point, _ size: PixelSize, to samples: UnsafeMutableBufferPointer<Float>
    ) {
        guard from.y != to.y else { return }
        let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        let (top, bottom) = (max(upper.y, 0), min(lower.y, Double(size.height)))
        guard top < bottom else { return }
        let end = Double(size.width)
        for row in Int(top)..<Int(bottom.rounded(.up)) {
            let (begin, stop) = (max(top, Double(row)), min(bottom, Double(row + 1)))
            let one = upper.x + (begin - upper.y) * slope
            let other = upper.x + (stop - upper.y) * slope
            let (left, right) = (min(max(min(one, other), 0), end), min(max(max(one, other), 0), end))
            // Where the line goes up, the inside is to its right.
            let covered = from.y < to.y ? begin - stop : stop - begin
            for column in Int(left)...Int(right) where column < size.width {
                let (start, finish) = (max(left, Double(column)), min(right, Double(column + 1)))
                let part = right > left ? covered * ((finish - start) / (right - left)) : covered
                let outside = (start + finish) / 2 - Double(column)
                samples[row * size.width + column] += Float(part * (1 - outside))
                if column + 1 < size.width { samples[row * size.width + column + 1] += Float(part * outside) }
            }
        }
    }
}
