package import Imaging

/// How stickers are laid out and what is drawn around them. All lengths are in millimetres.
public struct SheetSettings: Hashable, Sendable {
    /// The page's size.
    public enum Page: String, CaseIterable, Hashable, Sendable {
        case a4, letter, a5, a6
        case photo = "4x6in"
        /// A page for each sticker, as large as it is with its lines and the margin, or the bleed if that is wider.
        case own

        /// The page's size when it is upright, in millimetres; zero for ``own``.
        package var size: Point {
            switch self {
            case .a4: Point(210, 297)
            case .letter: Point(215.9, 279.4)
            case .a5: Point(148, 210)
            case .a6: Point(105, 148)
            case .photo: Point(101.6, 152.4)
            case .own: .zero
            }
        }
    }

    /// The line through the backing, around the line that goes only through the sticker.
    public enum Backing: String, CaseIterable, Hashable, Sendable {
        case none
        /// Follows the sticker's outline.
        case outline
        /// A rectangle with round corners.
        case rectangle
    }

    /// The angles by which a sticker may be turned on the page.
    public enum Turning: String, CaseIterable, Hashable, Sendable {
        case none
        /// Quarter turns.
        case quarter
        /// Steps of 15°.
        case any

        /// The angles in radians.
        var angles: [Double] {
            let count =
                switch self {
                case .none: 1
                case .quarter: 4
                case .any: 24
                }
            return (0..<count).map { 2 * .pi * Double($0) / Double(count) }
        }
    }

    package var page: Page
    package var isLandscape: Bool
    package var margin: Double
    package var gap: Double
    package var stickerSize: Double
    package var offset: Double
    package var smoothing: Double
    package var bleed: Double
    package var backing: Backing
    package var backingOffset: Double
    package var turning: Turning
    package var copies: Int
    package var hasRegistrationMarks: Bool
    package var resolution: Double
    package var leastDotsPerInch: Double

    /// The pixels an inch from which on a print looks sharp.
    package static let sharpDotsPerInch = 200.0

    /// Creates settings; each has a default. Lengths are in millimetres.
    ///
    /// - Parameters:
    ///   - gap: the least distance between the outermost lines of two stickers.
    ///   - stickerSize: the longest side of each sticker along its cut line.
    ///   - offset: the distance from the sticker's edge out to the cut line.
    ///   - smoothing: the radius of the finest detail that is cut.
    ///   - bleed: how far the edge's colours are carried beyond the cut line. At most half of the gap.
    ///   - backingOffset: the distance from the cut line out to the line through the backing.
    ///   - hasRegistrationMarks: whether three corners have marks for a cutting machine's camera.
    ///   - resolution: the dots an inch of PNG pages, and the most of pictures in PDF and SVG.
    ///   - leastDotsPerInch: the fewest pixels for each printed inch of a sticker; 0 allows all.
    public init(
        page: Page = .a4, isLandscape: Bool = false, margin: Double = 10, gap: Double = 4, stickerSize: Double = 50,
        offset: Double = 0, smoothing: Double = 0, bleed: Double = 2, backing: Backing = .none,
        backingOffset: Double = 3, turning: Turning = .any, copies: Int = 1, hasRegistrationMarks: Bool = false,
        resolution: Double = 300, leastDotsPerInch: Double = 100
    ) {
        (self.page, self.isLandscape, self.margin, self.gap) = (page, isLandscape, margin, gap)
        (self.stickerSize, self.offset, self.smoothing, self.bleed) = (stickerSize, offset, smoothing, bleed)
        (self.backing, self.backingOffset) = (backing, backingOffset)
        (self.turning, self.copies, self.hasRegistrationMarks) = (turning, copies, hasRegistrationMarks)
        (self.resolution, self.leastDotsPerInch) = (resolution, leastDotsPerInch)
    }

    /// Sets margin and bleed. If one is `nil`, it is chosen to fit the other settings, which must be set before.
    package mutating func fit(margin: Double?, bleed: Double?) {
        self.margin = margin ?? (page == .own ? 3 : self.margin)
        // With an offset, the paper shows around the sticker; a bleed would fill it.
        self.bleed = bleed ?? (offset > 0 ? 0 : min(self.bleed, page == .own ? self.bleed : gap / 2))
    }

    /// The most stickers of one run, with copies.
    package static let mostStickers = 10_000

    /// Checks that all settings are in range.
    ///
    /// - Throws: ``PrintingError`` with `.setting` for the first length, count or resolution that is out of its range.
    package func validate() throws(PrintingError) {
        let lengths: [(String, Double, ClosedRange<Double>)] = [
            ("the margin", margin, 0...100), ("the gap", gap, 0...100),
            ("the size of a sticker", stickerSize, 5...1_000),
            ("the offset", offset, 0...50), ("the smoothing", smoothing, 0...20), ("the bleed", bleed, 0...20),
            ("the backing's offset", backingOffset, 0...50),
        ]
        for (name, value, range) in lengths where !(value.isFinite && range.contains(value)) {
            throw PrintingError(
                .setting,
                "\(name) is \(value) mm: give a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        guard resolution.isFinite, (36...1_200).contains(resolution) else {
            throw PrintingError(
                .setting, "the resolution is \(resolution) dots an inch: give a number from 36 to 1200, as 300")
        }
        guard (1...Self.mostStickers).contains(copies) else {
            throw PrintingError(
                .setting, "\(copies) copies of each sticker: give a number from 1 to \(Self.mostStickers)")
        }
        guard stickerSize - 2 * offset >= 5 else {
            throw PrintingError(
                .setting,
                "an offset of \(offset.short) mm on both sides leaves less than 5 of a sticker's \(stickerSize.short) "
                    + "mm: make the sticker larger or the offset smaller")
        }
        let forShared = [
            ("more than one copy", copies > 1), ("a registration mark", hasRegistrationMarks),
            ("landscape", isLandscape),
        ]
        if page == .own, let (name, _) = forShared.first(where: { $0.1 }) {
            throw PrintingError(
                .setting,
                "\(name) is for pages that stickers share, and each sticker has a page of its own: remove it, or use "
                    + "another page")
        }
        if page != .own, backing == .none, 2 * bleed > gap {
            throw PrintingError(
                .setting,
                "a bleed of \(bleed.short) mm around each sticker does not fit a gap of \(gap.short) mm: make the gap "
                    + "\((2 * bleed).short) mm or the bleed \((gap / 2).short) mm")
        }
        if backing != .none, bleed > backingOffset + gap / 2 {
            throw PrintingError(
                .setting,
                "a bleed of \(bleed.short) mm reaches the next sticker: make it at most "
                    + "\((backingOffset + gap / 2).short) mm"
            )
        }
        guard page == .own || content.width >= 5 && content.height >= 5 else {
            throw PrintingError(
                .setting,
                "a margin of \(margin.short) mm leaves no room on the page: make it smaller or the page larger")
        }
    }

    /// The width and height of a page; zero for pages of their own.
    package var pageSize: Point { isLandscape ? Point(page.size.y, page.size.x) : page.size }

    /// The width and height of a page inside its margins; `nil` for pages of their own.
    package var room: Point? { page == .own ? nil : Point(content.width, content.height) }

    /// The page inside its margins.
    var content: Box {
        Box(low: Point(margin, margin), high: pageSize - Point(margin, margin))
    }
}

extension Double {
    /// The number with at most three decimals, without trailing zeros.
    var short: String {
        guard isFinite, abs(self) < 1e12 else { return "\(self)" }
        let thousandths = Int((self * 1000).rounded())
        var digits = String(abs(thousandths))
        digits = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        var text = "\(digits.dropLast(3)).\(digits.suffix(3))"
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return (thousandths < 0 ? "-" : "") + text
    }
}

/// Millimetres in an inch, and points (of PDF) in a millimetre.
let millimetresPerInch = 25.4
let pointsPerMillimetre = 72 / 25.4
