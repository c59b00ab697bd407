package import Imaging

/// Where everything of a sticker goes, worked out before its photo is rendered, so that the photo is resampled only
/// once and the sticker comes out with exactly the size asked for.
package struct StickerLayout: Hashable, Sendable {
    /// The finished sticker.
    package let canvas: PixelSize
    /// Pixels of the sticker for each pixel of the photo.
    package let scale: Double
    /// Where the subject's box goes on the canvas.
    package let subject: PixelRect
    /// The width of the border in pixels; 0 for none.
    package let border: Int
    /// Transparent pixels around border and shadow.
    package let margin: Int
    /// `nil` for none.
    package let shadow: StickerShadow?
    /// The photo's whole canvas is kept; border and shadow end where it ends.
    package let isFullFrame: Bool
    /// Whether the sticker is as wide as it is high.
    package let isSquare: Bool
    /// What the longest side must come to, where that was asked for.
    package let longestSide: Int?

    /// A sticker cropped to its subject.
    ///
    /// - Parameters:
    ///   - box: the size of the subject's box in pixels of the photo, at least 1 × 1.
    ///   - isSquare: pads the shorter side to the length of the longer.
    ///   - arrangement: one that places the sticker pads it likewise, and the border stays as wide as without. In its
    ///     original size a sticker that is enlarged on its canvas has the photo's pixels there, not before.
    package init(
        box: PixelSize, style: StickerStyle, size: ProcessingOptions.Size, isSquare: Bool = false,
        arrangement: StickerArrangement = .identity
    ) {
        precondition(box.width > 0 && box.height > 0, "a subject has a size")
        let width = Double(box.width)
        let height = Double(box.height)
        let original = 1 / max(1, arrangement.scale)
        let start = size.longestSide.map(Double.init) ?? Double(box.longestSide) * original
        var measures = StickerMeasures(
            style: style, longSide: start, shortSide: min(start, Double(box.shortestSide) * original))
        var scale = original
        var content = (width: width, height: height)
        // Border and margin are fractions of the size that they are part of: a few rounds settle the whole pixels.
        for _ in 0..<12 {
            switch size {
            case .original: scale = original
            case .longestSide(let longest):
                scale = min(
                    max(Double(longest) - Double(measures.horizontal), 1) / width,
                    max(Double(longest) - Double(measures.vertical), 1) / height)
            }
            content = (max((width * scale).rounded(), 1), max((height * scale).rounded(), 1))
            let finished = (content.width + Double(measures.horizontal), content.height + Double(measures.vertical))
            let longSide = max(finished.0, finished.1)
            let next = StickerMeasures(
                style: style, longSide: longSide, shortSide: isSquare ? longSide : min(finished.0, finished.1))
            if next == measures { break }
            measures = next
        }
        var canvas = PixelSize(
            width: Int(content.width) + measures.horizontal, height: Int(content.height) + measures.vertical)
        if isSquare || arrangement.isPlaced {
            canvas = PixelSize(width: canvas.longestSide, height: canvas.longestSide)
        }
        if case .longestSide(let longest) = size {
            canvas = PixelSize(width: min(canvas.width, longest), height: min(canvas.height, longest))
        }
        self.canvas = canvas
        self.scale = scale
        self.isSquare = isSquare || arrangement.isPlaced
        longestSide = size.longestSide
        subject = PixelRect(
            x: measures.left + (canvas.width - Int(content.width) - measures.horizontal) / 2,
            y: measures.top + (canvas.height - Int(content.height) - measures.vertical) / 2,
            width: Int(content.width), height: Int(content.height))
        border = measures.border
        margin = measures.margin
        shadow = measures.shadow
        isFullFrame = false
    }

    /// A sticker on the photo's whole canvas, where the subject stays in its place.
    ///
    /// - Parameters:
    ///   - photo: the size of the photo.
    ///   - box: the subject's box in pixels of the photo.
    package init(fullFrame photo: PixelSize, box: PixelRect, style: StickerStyle, size: ProcessingOptions.Size) {
        switch size {
        case .original: scale = 1
        case .longestSide(let longest): scale = Double(longest) / Double(photo.longestSide)
        }
        canvas = PixelSize(
            width: max(1, Int((Double(photo.width) * scale).rounded())),
            height: max(1, Int((Double(photo.height) * scale).rounded())))
        let measures = StickerMeasures(
            style: style, longSide: Double(canvas.longestSide), shortSide: Double(canvas.shortestSide))
        subject = box.scaled(x: scale, y: scale).intersection(PixelRect(canvas))
        border = measures.border
        margin = 0
        shadow = measures.shadow
        isFullFrame = true
        isSquare = false
        longestSide = size.longestSide
    }

    /// The part of the photo to render for this sticker and the size to render it at.
    ///
    /// - Parameters:
    ///   - box: the subject's box in pixels of the photo.
    ///   - context: how much more on each side, as a fraction of the box's longer side: the edge's surroundings tell
    ///     the background's colours.
    package func region(around box: PixelRect, in photo: PixelSize, context: Double = 0.06) -> (
        part: PixelRect, size: PixelSize
    ) {
        if isFullFrame { return (PixelRect(photo), canvas) }
        let extra = max(Int((context * Double(box.size.longestSide)).rounded(.up)), Int((8 / scale).rounded(.up)))
        let part = box.insetBy(-extra).intersection(PixelRect(photo))
        return (
            part,
            PixelSize(
                width: max(1, Int((Double(part.width) * scale).rounded())),
                height: max(1, Int((Double(part.height) * scale).rounded())))
        )
    }
}

extension ProcessingOptions.Size {
    fileprivate var longestSide: Int? {
        guard case .longestSide(let longest) = self else { return nil }
        return longest
    }
}

/// The soft shadow below a sticker, or the light around it, in pixels.
package struct StickerShadow: Hashable, Sendable {
    /// How far it falls down.
    package let offset: Int
    /// How far it fades out on every side.
    package let reach: Int
    /// 0…1 where it is strongest.
    package let opacity: Double

    /// `nil` where the style has none.
    init?(_ style: StickerStyle, longSide: Double) {
        switch style.effect {
        case .glow: self.init(offset: 0, reach: 0.06, opacity: 1, of: longSide)
        case .puffy: self.init(offset: 0.015, reach: 0.035, opacity: 0.45, of: longSide)
        case .outline, .comic, .shiny:
            guard style.hasShadow else { return nil }
            self.init(offset: 0.008, reach: 0.02, opacity: 0.35, of: longSide)
        }
    }

    private init(offset: Double, reach: Double, opacity: Double, of longSide: Double) {
        self.offset = offset == 0 ? 0 : max(1, Int((offset * longSide).rounded()))
        self.reach = max(2, Int((reach * longSide).rounded()))
        self.opacity = opacity
    }
}

/// What surrounds a subject on each side, in whole pixels.
struct StickerMeasures: Equatable {
    var border: Int
    var margin: Int
    var shadow: StickerShadow?

    init(_ layout: StickerLayout) {
        border = layout.border
        margin = layout.margin
        shadow = layout.shadow
    }

    init(style: StickerStyle, longSide: Double, shortSide: Double) {
        let side = style.outline == .tight ? shortSide : longSide
        border = style.borderWidth > 0 ? max(1, Int((style.borderWidth * side).rounded())) : 0
        margin = max(0, Int((style.margin * longSide).rounded()))
        shadow = StickerShadow(style, longSide: longSide)
    }

    var left: Int { border + margin + (shadow?.reach ?? 0) }
    var top: Int { border + margin + max(0, (shadow?.reach ?? 0) - (shadow?.offset ?? 0)) }
    var bottom: Int { border + margin + (shadow?.reach ?? 0) + (shadow?.offset ?? 0) }
    var horizontal: Int { 2 * left }
    var vertical: Int { top + bottom }
}
