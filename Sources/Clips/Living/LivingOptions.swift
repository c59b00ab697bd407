public import Stickers

/// What to make of a clip.
public struct LivingOptions: Hashable, Sendable {
    /// How the end of a sticker meets its beginning.
    public enum Loop: String, Hashable, Sendable, CaseIterable {
        /// Where the clip repeats, it is cut there; else it is faded if its ends are alike, or goes back and forth.
        case best
        /// The last frames become those before the first.
        case fade
        /// There and back.
        case bounce
        /// From the beginning, with a jump at the end.
        case none
    }

    /// The longest that a sticker may last, in nanoseconds: what messengers take.
    public static let longest: Int64 = 3_000_000_000

    /// The longer side of the sticker, in pixels.
    public var side: Int
    /// Pads the sticker to a square.
    public var isSquare: Bool
    /// Border, shadow, margin, effect and words, which stand still.
    public var style: StickerStyle
    /// The part of the clip that is read, in nanoseconds since its first frame; without an end, as much as is needed.
    public var (start, end): (Int64, Int64?)
    /// The longest that the sticker lasts, in nanoseconds; at most ``longest``.
    public var duration: Int64
    /// The most frames a second.
    public var frameRate: Double
    /// How the end meets the beginning.
    public var loop: Loop

    /// Options; each has a default.
    public init(
        side: Int = 512, isSquare: Bool = false, style: StickerStyle = .dieCut, start: Int64 = 0, end: Int64? = nil,
        duration: Int64 = LivingOptions.longest, frameRate: Double = 30, loop: Loop = .best
    ) {
        self.side = side
        self.isSquare = isSquare
        self.style = style
        (self.start, self.end) = (start, end)
        self.duration = min(duration, Self.longest)
        self.frameRate = frameRate
        self.loop = loop
    }

    /// Where reading ends. A little after the longest sticker, so that its last frame can be compared with its first.
    public var readingEnd: Int64 { min(end ?? .max, start + duration + 200_000_000) }
}
