/// The size of a raster in whole pixels. Both sides are at least 0.
public struct PixelSize: Hashable, Sendable, Codable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int

    /// Creates a size in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels.
    @inlinable package var area: Int { width * height }
    /// The larger of width and height.
    package var longestSide: Int { max(width, height) }
    /// The smaller of width and height.
    package var shortestSide: Int { min(width, height) }

    /// Returns the size with both sides multiplied and rounded, at least 1 × 1.
    package func scaled(by factor: Double) -> PixelSize {
        PixelSize(
            width: max(1, Int((Double(width) * factor).rounded())),
            height: max(1, Int((Double(height) * factor).rounded())))
    }
}

/// A rectangle of whole pixels; the origin is the top left corner of the raster, y grows downwards.
///
/// It covers the columns `x ..< x + width` and the rows `y ..< y + height`.
public struct PixelRect: Hashable, Sendable, Codable {
    /// The left edge, in pixels from the left.
    public var x: Int
    /// The top edge, in pixels from the top.
    public var y: Int
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int

    /// Creates a rectangle in pixels.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Creates a rectangle of a size, with its top left corner at (0, 0).
    package init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// The width and height.
    package var size: PixelSize { PixelSize(width: width, height: height) }
    /// The first column to the right of the rectangle.
    @inlinable package var maxX: Int { x + width }
    /// The first row below the rectangle.
    @inlinable package var maxY: Int { y + height }
    /// The number of pixels.
    @inlinable package var area: Int { width * height }
    /// Whether it has no pixels.
    package var isEmpty: Bool { width <= 0 || height <= 0 }

    /// Returns the part that both rectangles cover; empty (0 × 0 at `x`, `y`) if there is none.
    package func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard right > left, bottom > top else { return PixelRect(x: left, y: top, width: 0, height: 0) }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns the smallest rectangle that covers both.
    package func union(_ other: PixelRect) -> PixelRect {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// Returns the rectangle with `pixels` removed from each side, or added if negative.
    package func insetBy(_ pixels: Int) -> PixelRect {
        PixelRect(x: x + pixels, y: y + pixels, width: width - 2 * pixels, height: height - 2 * pixels)
    }

    /// Returns the smallest rectangle of whole pixels that covers this one with both axes multiplied.
    package func scaled(x scaleX: Double, y scaleY: Double) -> PixelRect {
        let left = (Double(x) * scaleX).rounded(.down)
        let top = (Double(y) * scaleY).rounded(.down)
        let right = (Double(maxX) * scaleX).rounded(.up)
        let bottom = (Double(maxY) * scaleY).rounded(.up)
        return PixelRect(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
    }
}
