/// The orientation of a photo's stored rows and columns in the upright picture: EXIF's tag 0x0112, values 1…8.
package enum ImageOrientation: Int, Sendable, CaseIterable {
    /// The first stored row is the top, the first stored column the left.
    case upright = 1
    /// The turns and mirrorings that EXIF numbers 2 to 8.
    case mirrored, rotated180, flipped, transposed, rotated90, transversed, rotated270

    /// Whether rows become columns.
    package var swapsAxes: Bool { rawValue >= 5 }

    /// Returns the size of the upright picture.
    package func uprightSize(ofStored size: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Returns where the stored pixel of an upright pixel is, for a stored picture of `size`: index = origin + x * dx +
    /// y * dy.
    package func storedStrides(_ size: PixelSize) -> (origin: Int, dx: Int, dy: Int) {
        let w = size.width
        let last = size.area - 1
        switch self {
        case .upright: return (0, 1, w)
        case .mirrored: return (w - 1, -1, w)
        case .rotated180: return (last, -1, -w)
        case .flipped: return (last - (w - 1), 1, -w)
        case .transposed: return (0, w, 1)
        case .rotated90: return (last - (w - 1), -w, 1)
        case .transversed: return (last, -w, -1)
        case .rotated270: return (w - 1, w, -1)
        }
    }

    /// Returns the part of the stored picture (of `size`) that `rect` of the upright one shows.
    func storedRect(_ rect: PixelRect, inStored size: PixelSize) -> PixelRect {
        let strides = storedStrides(size)
        func stored(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
            let index = strides.origin + x * strides.dx + y * strides.dy
            return (index % size.width, index / size.width)
        }
        let a = stored(rect.x, rect.y)
        let b = stored(rect.maxX - 1, rect.maxY - 1)
        return PixelRect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x) + 1, height: abs(a.y - b.y) + 1)
    }

    /// Whether stored columns run from right to left, and stored rows from bottom to top.
    private var isReversed: (columns: Bool, rows: Bool) {
        switch self {
        case .upright, .transposed: (false, false)
        case .mirrored, .rotated270: (true, false)
        case .flipped, .rotated90: (false, true)
        case .rotated180, .transversed: (true, true)
        }
    }

    /// Returns where a part of a stored picture (of `size`) is in the upright one.
    func uprightRect(_ rect: FractionalRect, inStored size: PixelSize) -> FractionalRect {
        let x = isReversed.columns ? Double(size.width) - rect.x - rect.width : rect.x
        let y = isReversed.rows ? Double(size.height) - rect.y - rect.height : rect.y
        return swapsAxes
            ? FractionalRect(x: y, y: x, width: rect.height, height: rect.width)
            : FractionalRect(x: x, y: y, width: rect.width, height: rect.height)
    }
}
