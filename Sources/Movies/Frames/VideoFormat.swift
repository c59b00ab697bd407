public import Imaging

/// How the pixels of a video frame are stored and shown. A value: two frames of one format have the same layout.
public struct VideoFormat: Hashable, Sendable {
    /// The stored size, before `orientation` and `pixelAspect` are applied. Both sides are at least 1.
    public var size: PixelSize
    /// How many chroma samples there are.
    package var chroma: ChromaSubsampling
    /// How colours become luma and chroma.
    package var matrix: ColorMatrix
    /// Which of the 256 values are used.
    package var range: ColorRange
    /// How wide a stored pixel is shown for its height; 1:1 for square pixels.
    package var pixelAspect: PixelAspect
    /// How the stored rows and columns lie in the upright picture: the display matrix of a phone's video.
    package var orientation: ImageOrientation
    /// Whether there is a plane of alpha behind luma and chroma, of ``size`` and of the full range. The colours are not
    /// multiplied by it. Frames that are read have their alpha apart: ``VideoFrame/alpha``.
    package var hasAlpha: Bool

    /// A format of upright frames with square pixels, in the colours of HD video.
    public init(size: PixelSize, hasAlpha: Bool = false) {
        self.init(size: size, chroma: .yuv420, hasAlpha: hasAlpha)
    }

    /// A format by its parts.
    package init(
        size: PixelSize, chroma: ChromaSubsampling = .yuv420, matrix: ColorMatrix = .bt709,
        range: ColorRange = .limited,
        pixelAspect: PixelAspect = .square, orientation: ImageOrientation = .upright, hasAlpha: Bool = false
    ) {
        precondition(!hasAlpha || chroma == .yuv420, "frames with alpha must have 4:2:0")
        self.size = size
        self.chroma = chroma
        self.matrix = matrix
        self.range = range
        self.pixelAspect = pixelAspect
        self.orientation = orientation
        self.hasAlpha = hasAlpha
    }

    /// 1 for grey, otherwise 3: luma, blue difference, red difference. 4 with alpha.
    package var planeCount: Int { hasAlpha ? 4 : chroma == .grey ? 1 : 3 }

    /// The samples of a plane: chroma planes are halved and rounded up where the subsampling says so.
    ///
    /// - Precondition: `0 ≤ plane < planeCount`.
    package func planeSize(_ plane: Int) -> PixelSize {
        precondition(plane >= 0 && plane < planeCount, "the format does not have this plane")
        guard plane == 1 || plane == 2 else { return size }
        return PixelSize(
            width: (size.width + chroma.horizontal - 1) / chroma.horizontal,
            height: (size.height + chroma.vertical - 1) / chroma.vertical)
    }

    /// The size as a person sees it: pixels made square by widening or heightening (nothing is thrown away), upright.
    public var displaySize: PixelSize {
        var shown = size
        if pixelAspect.width > pixelAspect.height {
            shown.width = max(1, (size.width * pixelAspect.width + pixelAspect.height / 2) / pixelAspect.height)
        } else if pixelAspect.width < pixelAspect.height {
            shown.height = max(1, (size.height * pixelAspect.height + pixelAspect.width / 2) / pixelAspect.width)
        }
        return orientation.uprightSize(ofStored: shown)
    }

    /// The bytes of all planes without padding.
    package var byteCount: Int {
        (0..<planeCount).reduce(0) { $0 + planeSize($1).area }
    }
}

/// How many luma samples share one chroma sample. Each sample has 8 bits.
package enum ChromaSubsampling: Hashable, Sendable, CaseIterable {
    /// No chroma planes.
    case grey
    /// One chroma sample for two by two pixels, for two pixels in a row, or for each pixel.
    case yuv420, yuv422, yuv444

    /// Luma columns for each chroma column: 1 or 2.
    package var horizontal: Int { self == .yuv420 || self == .yuv422 ? 2 : 1 }
    /// Luma rows for each chroma row: 1 or 2.
    package var vertical: Int { self == .yuv420 ? 2 : 1 }
}

/// The matrix between RGB and luma with colour differences (ITU-R BT.601, BT.709 and BT.2020).
package enum ColorMatrix: Hashable, Sendable, CaseIterable {
    /// ITU-R BT.601, BT.709 or BT.2020.
    case bt601, bt709, bt2020

    /// The shares of red and blue in luma. Green has the rest.
    var lumaWeights: (red: Double, blue: Double) {
        switch self {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        }
    }
}

/// Which values black and white have: 16 and 235 (chroma 16…240), or 0 and 255.
package enum ColorRange: Hashable, Sendable, CaseIterable {
    /// Luma 16 to 235, chroma 16 to 240; or 0 to 255.
    case limited, full
}

/// A ratio of width to height. Both are at least 1.
package struct PixelAspect: Hashable, Sendable {
    /// The width of a pixel, relative to its height.
    package let width: Int
    /// The height of a pixel, relative to its width.
    package let height: Int

    /// The ratio 1:1.
    package static let square = PixelAspect(width: 1, height: 1)

    /// Creates a ratio.
    ///
    /// - Precondition: both are at least 1.
    package init(width: Int, height: Int) {
        precondition(width >= 1 && height >= 1, "a pixel's width and height must be at least 1")
        self.width = width
        self.height = height
    }
}
