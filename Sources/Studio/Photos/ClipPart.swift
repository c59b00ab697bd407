package import Clips
import Stickers

/// Which part of a clip its sticker shows, and how its end meets its beginning.
package struct ClipPart: Hashable, Sendable {
    /// In milliseconds since the clip's first frame.
    package var start = 0
    /// `nil` for as much as a sticker may last.
    package var end: Int?
    package var loop = LivingOptions.Loop.best

    package init() {}

    /// - Parameter side: of the sticker, in pixels.
    func options(side: Int, style: StudioStyle) -> LivingOptions {
        LivingOptions(
            side: side, style: style.options(side: side).style, start: Int64(start) * 1_000_000,
            end: end.map { Int64($0) * 1_000_000 }, loop: loop)
    }
}

extension LivingOptions.Loop: Worded {}
