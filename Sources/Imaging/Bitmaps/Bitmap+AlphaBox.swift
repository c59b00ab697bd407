extension Bitmap {
    /// The smallest rectangle around all pixels whose alpha is above `threshold`; `nil` when there is none.
    public func alphaBox(above threshold: UInt8) -> PixelRect? {
        let (width, height) = (size.width, size.height)
        var left = width
        var right = -1
        var top = height
        var bottom = -1
        pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<height {
                let row = UnsafeBufferPointer(rebasing: pixels[4 * y * width..<4 * (y + 1) * width])
                var first = 0
                while first < width, row[4 * first + 3] <= threshold { first += 1 }
                guard first < width else { continue }
                var last = width - 1
                while row[4 * last + 3] <= threshold { last -= 1 }
                left = min(left, first)
                right = max(right, last)
                top = min(top, y)
                bottom = y
            }
        }
        guard right >= left else { return nil }
        return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
}
