import Imaging

/// What a platform asks of a sticker that moves. Writers and checks read the same numbers.
package struct LivingRules: Hashable, Sendable {
    /// How it is encoded.
    package enum Format: String, Hashable, Sendable {
        /// VP9 with alpha.
        case webm
        /// Animated WebP.
        case webp
        /// Animated PNG.
        case apng
        /// GIF: each pixel is transparent or opaque.
        case gif

        /// What its files' names end with.
        package var pathExtension: String { self == .apng ? "png" : rawValue }

        /// As a person calls it.
        package var phrase: String {
            switch self {
            case .webm: "VP9 in WebM"
            case .webp: "animated WebP"
            case .apng: "animated PNG"
            case .gif: "GIF"
            }
        }
    }

    /// The sizes that the platform takes.
    package var size: PictureRules.Size
    /// The format in which it is written.
    package var format: Format
    /// The most that the platform takes.
    package var byteLimit: Int
    /// Longer sides that are written, the best first: a smaller one where a sticker does not fit otherwise.
    package var sides: [Int]
    /// Whether it is as wide as high.
    package var isSquare: Bool
    /// The fewest pixels of the longer side that the platform takes.
    package var leastLongerSide = 0
    /// The longest time of a round, in nanoseconds.
    package var duration: Int64 = 3_000_000_000
    /// The most frames a second.
    package var frameRate = 30.0
    /// Frames of a round.
    package var frameCount: ClosedRange<Int> = 2...1_000
    /// Whether a round lasts whole seconds.
    package var takesWholeSeconds = false
    /// Rounds that are shown; 0 without an end.
    package var rounds = 0
    /// Transparent pixels on each side.
    package var margin = 0
    /// Whether it stands on white.
    package var isOpaque = false

    /// The rules of a platform that asks for nothing else.
    package init(
        size: PictureRules.Size, format: Format, byteLimit: Int, sides: [Int], isSquare: Bool = true
    ) {
        precondition(!sides.isEmpty, "a sticker has a size")
        (self.size, self.format, self.byteLimit) = (size, format, byteLimit)
        (self.sides, self.isSquare) = (sides, isSquare)
    }

    /// As `PictureRules.writtenByteLimit`.
    package var writtenByteLimit: Int { PictureRules(size: size, formats: [], byteLimit: byteLimit).writtenByteLimit }

    /// Whether the platform takes a sticker of this size.
    func allows(_ size: PixelSize) -> Bool { self.size.allows(size) && size.longestSide >= leastLongerSide }

    /// The room for what is seen, of a canvas with this longer side.
    func room(side: Int) -> PixelSize {
        switch size {
        case .exactly(let canvas): canvas.insetBy(margin)
        case .longestSide(let side): PixelSize(width: side, height: side).insetBy(margin)
        case .within(let largest), .even(let largest):
            PixelSize(width: min(side, largest.width), height: min(side, largest.height)).insetBy(margin)
        }
    }

    /// The canvas for what is seen.
    func canvas(for seen: PixelSize, side: Int) -> PixelSize {
        let grown = seen.insetBy(-margin)
        switch size {
        case .exactly(let canvas): return canvas
        case .longestSide(let side):
            if isSquare { return PixelSize(width: side, height: side) }
            return grown.width >= grown.height
                ? PixelSize(width: side, height: grown.height) : PixelSize(width: grown.width, height: side)
        case .within: return isSquare ? PixelSize(width: side, height: side) : grown
        case .even(let largest):
            // One side is as long as the platform shows it.
            let full = room(side: side)
            let isWide = seen.width * full.height >= seen.height * full.width
            let canvas =
                isWide
                ? PixelSize(width: full.width, height: grown.height)
                : PixelSize(width: grown.width, height: full.height)
            return PixelSize(
                width: min(largest.width, (canvas.width + 1) / 2 * 2),
                height: min(largest.height, (canvas.height + 1) / 2 * 2))
        }
    }
}

extension PixelSize {
    fileprivate func insetBy(_ margin: Int) -> PixelSize {
        PixelSize(width: max(1, width - 2 * margin), height: max(1, height - 2 * margin))
    }
}
