import Glibc
import Imaging

/// A speech bubble in ems, from the middle of its text. Nearly an ellipse (Lamé's curve), with a tail that bends a
/// little.
struct TextBubble {
    static let exponent = 3.5
    /// So much wider and higher than a rectangle is the curve around it: 2 to the power of 1/exponent.
    static let growth = 1.219
    static let padding = Point(0.2, 0.26)
    /// The width of the line around it.
    static let line = 0.07
    /// How far the tail reaches beyond the bubble where no point is said for it.
    private static let tailLength = 0.9

    /// Clockwise, without the line around them.
    let body: [Point]
    /// `nil` for none.
    let tail: [Point]?
    let color: SRGBColor

    /// - Parameter target: what the tail points to.
    init(
        _ bubble: StickerText.Bubble, _ shape: TextBody, pointingTo target: Point, _ lettering: StickerText.Lettering
    ) {
        color = bubble.color
        body = Self.outline(radii: shape.bubbleRadii, turn: lettering.turn)
        switch bubble.tail {
        case .nowhere: tail = nil
        case .point: tail = Self.tail(to: target, shape.bubbleRadii)
        case .subject:
            let direction = target.length < 0.3 ? Point(0, 1) : target.normalized
            let edge = Self.distance(to: body, along: direction)
            let reach = min(max(target.length, edge + 0.5 * Self.tailLength), edge + Self.tailLength)
            tail = Self.tail(to: direction * reach, shape.bubbleRadii)
        }
    }

    /// Body, tail and line.
    var box: FractionalRect {
        let box = Box(around: body + (tail ?? []))
        return FractionalRect(
            x: box.low.x - Self.line, y: box.low.y - Self.line, width: box.width + 2 * Self.line,
            height: box.height + 2 * Self.line)
    }

    /// - Parameter turn: clockwise, in degrees.
    static func outline(radii: Point, turn: Double) -> [Point] {
        let turned = PixelTransform.turning(degrees: turn)
        return (0..<128).map { index in
            let angle = Double(index) * .pi / 64
            let round = Point(cos(angle), sin(angle))
            let scale = pow(pow(abs(round.x), exponent) + pow(abs(round.y), exponent), -1 / exponent)
            let point = round * scale * radii
            return turned.point(point.x, point.y)
        }
    }

    /// From the middle to a point: wide at the bubble's edge, pointed at its end.
    private static func tail(to tip: Point, _ radii: Point) -> [Point] {
        let direction = tip.normalized
        let across = Point(-direction.y, direction.x) * min(0.36, 0.6 * min(radii.x, radii.y))
        // Bends a little, as a drawn one does.
        let bow = across * (tip.x < 0 ? -0.6 : 0.6)
        func side(from start: Point) -> [Point] {
            let control = start * 0.5 + tip * 0.5 + bow
            return (0...16).map { step in
                let part = Double(step) / 16
                let (first, second) = (start + (control - start) * part, control + (tip - control) * part)
                return first + (second - first) * part
            }
        }
        let points = side(from: across) + side(from: across * -1).reversed()
        return Polygon.signedArea(points) < 0 ? points.reversed() : points
    }

    private static func distance(to outline: [Point], along direction: Point) -> Double {
        outline.max { $0.normalized.dot(direction) < $1.normalized.dot(direction) }?.length ?? 0
    }
}
