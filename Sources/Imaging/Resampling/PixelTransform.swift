import Glibc

/// Turns, scales and moves points of a raster.
///
/// Points are in pixels from the upper left corner, y grows downwards; the middle of the first pixel is at 0.5, 0.5.
package struct PixelTransform: Hashable, Sendable {
    /// x becomes `xx · x + xy · y + dx`.
    package var xx = 1.0
    package var xy = 0.0
    /// y becomes `yx · x + yy · y + dy`.
    package var yx = 0.0
    package var yy = 1.0
    package var dx = 0.0
    package var dy = 0.0

    /// The transform that changes nothing.
    package init() {}

    package static func moving(x: Double, y: Double) -> PixelTransform {
        var transform = PixelTransform()
        (transform.dx, transform.dy) = (x, y)
        return transform
    }

    package static func scaling(x: Double, y: Double) -> PixelTransform {
        var transform = PixelTransform()
        (transform.xx, transform.yy) = (x, y)
        return transform
    }

    /// Returns a turn around (0, 0).
    ///
    /// - Parameter degrees: clockwise, around 0, 0. Multiples of 90 are exact.
    package static func turning(degrees: Double) -> PixelTransform {
        let quarters = degrees / 90
        var cosine = cos(degrees * .pi / 180)
        var sine = sin(degrees * .pi / 180)
        if quarters == quarters.rounded() { (cosine, sine) = (cosine.rounded(), sine.rounded()) }
        var transform = PixelTransform()
        (transform.xx, transform.xy, transform.yx, transform.yy) = (cosine, -sine, sine, cosine)
        return transform
    }

    /// Returns this transform, followed by another.
    package func then(_ next: PixelTransform) -> PixelTransform {
        var both = PixelTransform()
        both.xx = next.xx * xx + next.xy * yx
        both.xy = next.xx * xy + next.xy * yy
        both.yx = next.yx * xx + next.yy * yx
        both.yy = next.yx * xy + next.yy * yy
        both.dx = next.xx * dx + next.xy * dy + next.dx
        both.dy = next.yx * dx + next.yy * dy + next.dy
        return both
    }

    /// The factor by which lengths grow.
    package var scale: Double { abs(xx * yy - xy * yx).squareRoot() }

    /// The transform that undoes this one.
    ///
    /// - Precondition: ``scale`` is not 0.
    package var inverse: PixelTransform {
        let determinant = xx * yy - xy * yx
        precondition(determinant != 0, "the transform's scale must not be 0")
        var inverse = PixelTransform()
        inverse.xx = yy / determinant
        inverse.xy = -xy / determinant
        inverse.yx = -yx / determinant
        inverse.yy = xx / determinant
        inverse.dx = -(inverse.xx * dx + inverse.xy * dy)
        inverse.dy = -(inverse.yx * dx + inverse.yy * dy)
        return inverse
    }

    package func point(_ x: Double, _ y: Double) -> SIMD2<Double> {
        SIMD2(xx * x + xy * y + dx, yx * x + yy * y + dy)
    }

    /// Returns the smallest upright rectangle around the transformed rectangle.
    package func box(around rect: FractionalRect) -> FractionalRect {
        let corners = [
            point(rect.x, rect.y), point(rect.x + rect.width, rect.y), point(rect.x, rect.y + rect.height),
            point(rect.x + rect.width, rect.y + rect.height),
        ]
        let low = corners.dropFirst().reduce(corners[0]) { pointwiseMin($0, $1) }
        let high = corners.dropFirst().reduce(corners[0]) { pointwiseMax($0, $1) }
        return FractionalRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// Returns the transform by quarter turns and whole pixels that does the same to a raster of this size; `nil` if a
    /// point would move by more than half a pixel, apart from rounding its place.
    func inWholePixels(of size: PixelSize) -> PixelTransform? {
        let (halfWidth, halfHeight) = (Double(size.width) / 2, Double(size.height) / 2)
        for quarter in 0..<4 {
            var whole = Self.turning(degrees: Double(90 * quarter))
            let across = abs(xx - whole.xx) * halfWidth + abs(xy - whole.xy) * halfHeight
            let down = abs(yx - whole.yx) * halfWidth + abs(yy - whole.yy) * halfHeight
            guard across <= 0.5, down <= 0.5 else { continue }
            let middle = point(halfWidth, halfHeight) - whole.point(halfWidth, halfHeight)
            (whole.dx, whole.dy) = (middle.x.rounded(), middle.y.rounded())
            return whole
        }
        return nil
    }
}
