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
        /// The last frame is followed by the first, with a jump.
        case none
    }

    /// The longest that a sticker may last, in nanoseconds: what messengers take.
    package static let longest: Int64 = 3_000_000_000
    /// How much of a clip is searched for its best part, in nanoseconds: thirty seconds.
    static let longestSearch: Int64 = 30_000_000_000
    /// How much longer than the longest sticker a part is, so that its last frame can be compared with its first.
    static let overhang: Int64 = 200_000_000

    /// The longer side of the sticker, in pixels.
    package var side: Int
    /// Pads the sticker to a square.
    package var isSquare: Bool
    /// Border, shadow, margin, effect and words, which stand still.
    package var style: StickerStyle
    /// The part of the clip that is read, in nanoseconds since its first frame; without an end, as much as is needed.
    package var (start, end): (Int64, Int64?)
    /// The longest that the sticker lasts, in nanoseconds; at most ``longest``.
    package var duration: Int64
    /// The most frames a second.
    package var frameRate: Double
    /// How the end meets the beginning.
    package var loop: Loop
    /// Whether the clip's reader searches for the best part between start and end. Else the part at the start is taken.
    package var searches = false

    /// Options; each has a default.
    public init(
        side: Int = 512, isSquare: Bool = false, style: StickerStyle = StickerStyle(), start: Int64 = 0,
        end: Int64? = nil, duration: Int64 = 3_000_000_000, frameRate: Double = 30, loop: Loop = .best
    ) {
        self.side = side
        self.isSquare = isSquare
        self.style = style
        (self.start, self.end) = (start, end)
        self.duration = min(duration, Self.longest)
        self.frameRate = frameRate
        self.loop = loop
    }

    /// Where reading ends.
    package var readingEnd: Int64 { min(end ?? .max, start + duration + Self.overhang) }

    /// Where the best part is searched for; `nil` where nothing is to be chosen.
    package var searchRange: Range<Int64>? {
        let last = min(end ?? .max, start + Self.longestSearch)
        return searches && last > readingEnd ? start..<last : nil
    }
}
