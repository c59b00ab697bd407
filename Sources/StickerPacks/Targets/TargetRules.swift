package import Imaging

/// What a platform asks of a sticker pack, as it publishes it. Writers and checks read the same numbers; what they do
/// with them is written apart.
package struct TargetRules: Hashable, Sendable {
    /// What is asked of each sticker.
    package var sticker: PictureRules
    /// What is asked of a sticker that moves; `nil` where a platform takes none.
    package var living: LivingRules?
    /// How stickers that move go into a pack.
    package var livingPacks = LivingPacks.leftOut
    /// The small picture that stands for the pack; `nil` where a platform takes none.
    package var cover: PictureRules?
    /// Stickers in a pack.
    package var stickerCount: ClosedRange<Int>
    /// The only numbers of stickers that are taken, in ascending order; `nil` for all of ``stickerCount``.
    package var stickerCounts: [Int]?
    /// The only numbers of stickers in a pack of those that move; `nil` where it has as many as other packs.
    package var livingCounts: [Int]?
    /// How many stickers of such a pack are seen moving, its first: of the others the platform wants a still picture.
    /// `nil` for all.
    package var movingInPack: Int?
    /// Packs that belong together.
    package var packCount: ClosedRange<Int> = 1...1_000
    /// Emoji of a sticker; `nil` where a platform takes none.
    package var emojiCount: ClosedRange<Int>?
    /// Characters of the pack's title; `nil` where it has none.
    package var titleLength: ClosedRange<Int>?
    /// Characters of the author's name; `nil` where none is given.
    package var authorLength: ClosedRange<Int>?
    /// The most characters of a sticker's alternative text, counted as UTF-16; `nil` where it has no limit.
    package var descriptionLength: Int?
    /// The same of a sticker that moves; `nil` where it is no other.
    package var livingDescriptionLength: Int?

    /// The rules of a platform that asks for nothing else.
    package init(sticker: PictureRules, cover: PictureRules? = nil, stickerCount: ClosedRange<Int>) {
        self.sticker = sticker
        self.cover = cover
        self.stickerCount = stickerCount
    }

    /// The same rules for a pack of stickers that move.
    package var ofLivingPacks: TargetRules {
        var rules = self
        rules.descriptionLength = livingDescriptionLength ?? descriptionLength
        if let livingCounts, let fewest = livingCounts.first, let most = livingCounts.last {
            (rules.stickerCount, rules.stickerCounts) = (fewest...most, livingCounts)
        }
        return rules
    }

    /// How many stickers go into each pack when there are `total`: as few packs as possible, as even as possible, the
    /// larger ones first. Only numbers that are taken where `total` is a sum of such; else sizes differ by one at most.
    ///
    /// - Parameter total: at least 1.
    package func packSizes(of total: Int) -> [Int] {
        let packs = (total + stickerCount.upperBound - 1) / stickerCount.upperBound
        if let stickerCounts, let sizes = Self.packSizes(of: total, in: packs, from: stickerCounts) { return sizes }
        return (0..<packs).map { total / packs + ($0 < total % packs ? 1 : 0) }
    }

    /// Whether stickers can be divided into packs that are taken.
    package func takes(_ total: Int) -> Bool {
        guard (stickerCount.lowerBound...mostStickers).contains(total) else { return false }
        let sizes = packSizes(of: total)
        return packCount.contains(sizes.count) && sizes.allSatisfy(takesInOnePack)
    }

    /// The nearest numbers of stickers that are taken, below and above one that is not.
    package func nearestTotals(to total: Int) -> (fewer: Int?, more: Int?) {
        let fewest = stickerCount.lowerBound
        let fewer = stride(from: min(total - 1, mostStickers), through: fewest, by: -1).first(where: takes)
        let more = stride(from: max(total + 1, fewest), through: mostStickers, by: 1).first(where: takes)
        return (fewer, more)
    }

    func takesInOnePack(_ count: Int) -> Bool { stickerCounts?.contains(count) ?? stickerCount.contains(count) }

    private var mostStickers: Int { packCount.upperBound * stickerCount.upperBound }

    /// Gives each pack the least number that leaves no pack after it a larger share; `nil` when that does not come out
    /// even.
    private static func packSizes(of total: Int, in packs: Int, from counts: [Int]) -> [Int]? {
        var rest = total
        var sizes: [Int] = []
        for packsLeft in stride(from: packs, to: 0, by: -1) {
            guard let size = counts.first(where: { $0 * packsLeft >= rest }), size <= rest else { return nil }
            sizes.append(size)
            rest -= size
        }
        return rest == 0 ? sizes : nil
    }
}

/// How stickers that move go into a platform's packs.
package enum LivingPacks: String, Hashable, Sendable {
    /// Not at all: they are sent one by one, as `peel cut` makes them.
    case leftOut
    /// Beside those that do not move.
    case mixed
    /// Into packs of their own.
    case apart
}

/// What a platform asks of a picture.
package struct PictureRules: Hashable, Sendable {
    /// The sizes that a platform takes.
    package enum Size: Hashable, Sendable, CustomStringConvertible {
        /// This size alone.
        case exactly(PixelSize)
        /// One side has exactly so many pixels, the other at most as many.
        case longestSide(Int)
        /// No more than these.
        case within(PixelSize)
        /// No more than these, and both even.
        case even(within: PixelSize)

        /// Whether a picture of this size is taken.
        package func allows(_ size: PixelSize) -> Bool {
            switch self {
            case .exactly(let wanted): size == wanted
            case .longestSide(let side): size.longestSide == side && size.shortestSide >= 1
            case .within(let largest): size.width <= largest.width && size.height <= largest.height
            case .even(let largest):
                size.width <= largest.width && size.height <= largest.height && size.width % 2 == 0
                    && size.height % 2 == 0
            }
        }

        package var description: String {
            switch self {
            case .exactly(let size): "\(size.width) × \(size.height)"
            case .longestSide(let side): "\(side) × at most \(side)"
            case .within(let size): "at most \(size.width) × \(size.height)"
            case .even(let size): "at most \(size.width) × \(size.height), even"
            }
        }
    }

    /// The sizes that are taken.
    package var size: Size
    /// The first is what is written.
    package var formats: [OutputFormat]
    /// The most that the platform takes.
    package var byteLimit: Int
    /// Transparent pixels on each side.
    package var margin = 0
    /// Whether white fills what is transparent.
    package var isOpaque = false

    /// The rules of a platform that asks for nothing else of a picture.
    package init(size: Size, formats: [OutputFormat], byteLimit: Int) {
        self.size = size
        self.formats = formats
        self.byteLimit = byteLimit
    }

    /// What is written has at most so many bytes. Where a platform says "KB" or "MB", it may mean powers of 1000 or of
    /// 1024 bytes: a file that keeps the smaller limit keeps both.
    package var writtenByteLimit: Int {
        if byteLimit % (1 << 20) == 0 { return byteLimit >> 20 * 1_000_000 }
        return byteLimit % 1024 == 0 ? byteLimit / 1024 * 1000 : byteLimit
    }
}
