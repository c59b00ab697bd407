public import Imaging

extension StickerText {
    /// What is done with the letters of a text.
    public struct Lettering: Hashable, Sendable {
        /// Clockwise around the text's middle, in degrees, -180…180.
        package internal(set) var turn: Double
        /// How much of a circle the text takes, in degrees, -360…360: above 0 it rises in the middle, below 0 it sinks.
        /// Less where letters would run into each other.
        package internal(set) var bend: Double
        /// The colour around the letters, or around their bubble; `nil` for one that the letters can be told from, and
        /// around a bubble for that of the letters. A transparent one is none.
        package internal(set) var outline: SRGBColor?
        /// The colour of a shadow that text and bubble throw to the lower right; `nil` for none.
        package internal(set) var shadow: SRGBColor?
        /// `nil` for none.
        package internal(set) var bubble: Bubble?

        /// The values that ``turn`` may have.
        package static let turns = -180.0...180.0
        /// The values that ``bend`` may have.
        package static let bends = -360.0...360.0

        /// Straight letters with an edge around them.
        package static let plain = Lettering()

        /// Turn and bend are taken to the nearest that is allowed.
        public init(
            turn: Double = 0, bend: Double = 0, outline: SRGBColor? = nil, shadow: SRGBColor? = nil,
            bubble: Bubble? = nil
        ) {
            func nearest(_ value: Double, in range: ClosedRange<Double>) -> Double {
                value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : 0
            }
            self.turn = nearest(turn, in: Self.turns)
            self.bend = nearest(bend, in: Self.bends)
            self.outline = outline
            self.shadow = shadow
            self.bubble = bubble
        }
    }

    /// A speech bubble around a text.
    public struct Bubble: Hashable, Sendable {
        /// What it is filled with.
        package let color: SRGBColor
        /// Where it points.
        package internal(set) var tail: Tail

        /// A bubble.
        public init(color: SRGBColor = .white, tail: Tail = .subject) {
            self.color = color
            if case .point(let x, let y) = tail {
                self.tail = .point(x: nearestCoordinate(to: x), y: nearestCoordinate(to: y))
            } else {
                self.tail = tail
            }
        }
    }

    /// Where a bubble's tail points.
    public enum Tail: Hashable, Sendable {
        /// The tail points towards the middle of the subject.
        case subject
        /// There is no tail.
        case nowhere
        /// Ends at a point, as in ``Place/point(x:y:)``.
        case point(x: Double, y: Double)
    }
}

extension StickerText.Lettering: LeftOutWhereUnchanged {
    package var isUnchanged: Bool { self == .plain }
}

/// A part of a sticker's settings that came later than others: where it changes nothing it is no part of what the
/// settings are known by, so that stickers of before stay known.
package protocol LeftOutWhereUnchanged {
    var isUnchanged: Bool { get }
}

extension StickerArrangement: LeftOutWhereUnchanged {
    package var isUnchanged: Bool { isIdentity }
}

/// A part of a sticker's settings that was called otherwise before: the settings are still known by that.
package protocol KnownByEarlierName {
    var earlierName: String { get }
}

extension StickerStyle.Effect: KnownByEarlierName {
    package var earlierName: String { self == .outline ? "none" : rawValue }
}
