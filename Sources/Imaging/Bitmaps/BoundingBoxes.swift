extension Bitmap {
    /// The smallest rectangle around all pixels whose alpha is above `threshold`; `nil` when there is none.
    package func alphaBox(above threshold: UInt8) -> PixelRect? {
        let width = size.width
        return pixels.withUnsafeBufferPointer { pixels in
            size.box { y in
                let row = UnsafeBufferPointer(rebasing: pixels[4 * y * width..<4 * (y + 1) * width])
                var first = 0
                while first < width, row[4 * first + 3] <= threshold { first += 1 }
                guard first < width else { return nil }
                var last = width - 1
                while row[4 * last + 3] <= threshold { last -= 1 }
                return first...last
            }
        }
    }
}

extension Plane {
    /// The smallest rectangle around all samples above `threshold`; `nil` when there is none.
    package func boundingBox(above threshold: Float) -> PixelRect? {
        samples.withUnsafeBufferPointer { samples in
            size.box { y in
                let row = y * width
                guard let first = (0..<width).first(where: { samples[row + $0] > threshold }) else { return nil }
                let last = (0..<width).last { samples[row + $0] > threshold } ?? first
                return first...last
            }
        }
    }
}

extension PixelSize {
    /// The smallest rectangle around what each row covers; `nil` when no row covers anything.
    @inline(__always)
    fileprivate func box(ofRow covered: (_ y: Int) -> ClosedRange<Int>?) -> PixelRect? {
        var left = width
        var right = -1
        var top = height
        var bottom = -1
        for y in 0..<height {
            guard let range = covered(y) else { continue }
            left = min(left, range.lowerBound)
            right = max(right, range.upperBound)
            top = min(top, y)
            bottom = y
        }
        guard right >= left else { return nil }
        return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
}
