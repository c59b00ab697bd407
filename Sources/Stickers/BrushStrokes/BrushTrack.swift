import Imaging

/// A stroke's way and width in pixels of a picture of the whole photo; `nil` of a stroke that marks nothing.
struct BrushTrack {
    private(set) var points: [SIMD2<Double>]
    let radius: Double

    init?(_ stroke: MatteStroke, over picture: PixelSize) {
        guard stroke.radius.isFinite else { return nil }
        let scale = SIMD2(Double(picture.width), Double(picture.height))
        points = []
        // Between positions farther outside, the brush does not come into the picture either.
        let (low, high) = (SIMD2(repeating: -1.0), SIMD2(repeating: 2.0))
        for point in stroke.points where point.x.isFinite && point.y.isFinite {
            points.append(SIMD2(point.x, point.y).clamped(lowerBound: low, upperBound: high) * scale)
        }
        guard !points.isEmpty else { return nil }
        radius = min(max(stroke.radius, 0), 1) * Double(picture.longestSide)
    }

    /// Around all that is under the brush; it may reach outside the picture.
    var box: (low: SIMD2<Double>, high: SIMD2<Double>) {
        var (low, high) = (points[0], points[0])
        for point in points {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        return (low - radius, high + radius)
    }

    /// How much of each pixel of a raster is under the brush.
    ///
    /// - Parameters:
    ///   - size: of the raster.
    ///   - origin: where its top left corner lies in the picture.
    ///   - scale: pixels of the raster a pixel of the picture.
    func coverage(on size: PixelSize, origin: SIMD2<Double>, scale: SIMD2<Double>) -> Plane {
        let radius = radius * (scale.x + scale.y) / 2
        // The track may run outside the raster and the brush reach into it.
        let reach = Int(radius.rounded(.up)) + 1
        let pad = min(reach, 2 * size.longestSide)
        var track = Plane(size: PixelSize(width: size.width + 2 * pad, height: size.height + 2 * pad))
        let offset = SIMD2(repeating: Double(pad))
        func mark(_ point: SIMD2<Double>) {
            let (x, y) = (point.x.rounded(.down), point.y.rounded(.down))
            guard x >= 0, y >= 0, x < Double(track.width), y < Double(track.height) else { return }
            track.samples[Int(y) * track.width + Int(x)] = 1
        }
        var last = (points[0] - origin) * scale + offset
        mark(last)
        for point in points.dropFirst() {
            let next = (point - origin) * scale + offset
            let step = next - last
            let count = Int(max(abs(step.x), abs(step.y)).rounded(.up))
            for index in 0..<count { mark(last + step * (Double(index + 1) / Double(count))) }
            last = next
        }
        let inside = PixelRect(x: pad, y: pad, width: size.width, height: size.height)
        return track.dilated(radius: Float(max(radius, 0.5))).cropped(to: inside)
    }
}
