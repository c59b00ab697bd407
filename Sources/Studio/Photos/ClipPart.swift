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

    /// Whether the best part of the clip is searched for.
    var isOpen: Bool { start == 0 && end == nil }

    /// - Parameter side: of the sticker, in pixels.
    func options(side: Int, style: StudioStyle) -> LivingOptions {
        var options = bounds
        (options.side, options.style) = (side, style.options(side: side).style)
        return options
    }

    /// Of the sticker, without its size and its style.
    private var bounds: LivingOptions {
        var options = LivingOptions(
            start: Int64(start) * 1_000_000, end: end.map { Int64($0) * 1_000_000 }, loop: loop)
        // Also without a loop: another one shows the same part.
        options.searches = isOpen || end != nil
        return options
    }

    /// What a sticker shows in place of this part.
    ///
    /// - Parameter found: of the sticker that is there, which may be made for another part.
    /// - Returns: `nil` where this part is shown as it is.
    func shown(_ found: StickerFacts.FoundPart?) -> StickerFacts.FoundPart? {
        guard let found, bounds.searchRange != nil, found.start >= start, found.end <= end ?? .max else { return nil }
        return found
    }
}

extension LivingOptions.Loop: Worded {}

/// What a request changes of a clip's part; what is not named stays.
struct ClipPartChange: RequestBody {
    private let start: Int?
    /// The outer `nil` leaves it.
    private let end: Int??
    private let loop: LivingOptions.Loop?

    enum CodingKeys: String, CodingKey, CaseIterable { case start, end, loop }

    static let example = #"{"start":500,"end":2500,"loop":"bounce"}"#

    /// In milliseconds.
    private static let shortest = 100
    static let latest = 14_400_000

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        start = try values.decodeIfPresent(Int.self, forKey: .start)
        end = values.contains(.end) ? .some(try values.decodeIfPresent(Int.self, forKey: .end)) : nil
        loop = try values.decodeWordIfPresent(LivingOptions.Loop.self, forKey: .loop)
    }

    /// - Parameter found: of the sticker that is there. An end that is not named stays where the sticker's is.
    func applied(to part: ClipPart, found: StickerFacts.FoundPart? = nil) throws -> ClipPart {
        var changed = part
        if start != nil || end != nil, let shown = part.shown(found) {
            (changed.start, changed.end) = (shown.start, shown.end)
        }
        if let start { changed.start = start }
        if let end { changed.end = end }
        if let loop { changed.loop = loop }
        guard (0...Self.latest).contains(changed.start) else {
            throw StudioError(.badValue, "start is \(changed.start); it must be 0 to \(Self.latest) milliseconds")
        }
        if let end = changed.end, !(0...Self.latest).contains(end) || end - changed.start < Self.shortest {
            throw StudioError(
                .badValue,
                "end is \(end); it must be \(Self.shortest) milliseconds or more after start, and \(Self.latest) at most"
            )
        }
        return changed
    }
}
