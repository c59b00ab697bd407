/// A rectangle whose edges may lie between pixels; otherwise like ``PixelRect``.
package struct FractionalRect: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package init(_ rect: PixelRect) {
        self.init(x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
    }

    package func scaled(x scaleX: Double, y scaleY: Double) -> FractionalRect {
        FractionalRect(x: x * scaleX, y: y * scaleY, width: width * scaleX, height: height * scaleY)
    }

    package func moved(by offset: Point) -> FractionalRect {
        FractionalRect(x: x + offset.x, y: y + offset.y, width: width, height: height)
    }

    /// Returns the smallest rectangle that contains both.
    package func union(_ other: FractionalRect) -> FractionalRect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return FractionalRect(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }

    /// The same rectangle if all edges are whole pixels, to a thousandth of a pixel.
    var wholePixels: PixelRect? {
        let edges = [x, y, x + width, y + height]
        guard edges.allSatisfy({ abs($0 - $0.rounded()) < 0.001 }) else { return nil }
        let whole = edges.map { Int($0.rounded()) }
        return PixelRect(x: whole[0], y: whole[1], width: whole[2] - whole[0], height: whole[3] - whole[1])
    }

    /// Returns the smallest rectangle of whole pixels that contains this one and `margin` pixels around it.
    package func covering(margin: Int) -> PixelRect {
        let left = Int(x.rounded(.down)) - margin
        let top = Int(y.rounded(.down)) - margin
        return PixelRect(
            x: left, y: top, width: Int((x + width).rounded(.up)) + margin - left,
            height: Int((y + height).rounded(.up)) + margin - top)
    }
}
