extension Bitmap {
    /// The same picture on another raster, by the cubic of ``Plane/resampled(to:)``. Colours count by their alpha, so
    /// that nothing bleeds in from under transparent pixels.
    public func resampled(to target: PixelSize) -> Bitmap {
        if target == size { return self }
        guard size.area > 0, target.area > 0 else { return Bitmap(size: target) }
        var channels: [Plane] = []
        let opacity = Plane(size: size, samples: (0..<size.area).map { Float(pixels[4 * $0 + 3]) / 255 })
        for channel in 0..<3 {
            let premultiplied = (0..<size.area).map {
                Float(pixels[4 * $0 + channel]) / 255 * opacity.samples[$0]
            }
            channels.append(Plane(size: size, samples: premultiplied).resampled(to: target))
        }
        let alpha = opacity.resampled(to: target)
        var resampled = Bitmap(size: target)
        for index in 0..<target.area {
            let byte = UInt8((alpha.samples[index] * 255).rounded())
            guard byte > 0 else { continue }
            for channel in 0..<3 {
                let color = channels[channel].samples[index] / alpha.samples[index]
                resampled.pixels[4 * index + channel] = UInt8((min(color, 1) * 255).rounded())
            }
            resampled.pixels[4 * index + 3] = byte
        }
        return resampled
    }

    /// The smallest rectangle around all pixels whose alpha is above `threshold`; `nil` when there is none.
    public func alphaBox(above threshold: UInt8) -> PixelRect? {
        var left = width
        var right = -1
        var top = height
        var bottom = -1
        pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<height {
                let row = y * width
                guard let first = (0..<width).first(where: { pixels[4 * (row + $0) + 3] > threshold }) else { continue }
                let last = (0..<width).last { pixels[4 * (row + $0) + 3] > threshold } ?? first
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
