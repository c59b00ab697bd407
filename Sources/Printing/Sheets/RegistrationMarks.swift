import Imaging

/// Marks in three corners by which a cutting machine's camera finds the page: a filled square at the top left, and
/// corners of two strokes at the top right and the bottom left.
struct RegistrationMarks: Sendable {
    /// All marks as filled rectangles, in millimetres.
    let boxes: [Box]

    /// The side of the square in millimetres.
    static let square = 5.0
    static let arm = 10.0
    static let stroke = 0.5

    /// Creates marks in a page's corners.
    ///
    /// - Parameter content: the page inside its margins; the marks touch its corners from inside.
    init(in content: Box) {
        let (low, high) = (content.low, content.high)
        boxes = [
            Box(low: low, high: low + Point(Self.square, Self.square)),
            Box(low: Point(high.x - Self.arm, low.y), high: Point(high.x, low.y + Self.stroke)),
            Box(low: Point(high.x - Self.stroke, low.y), high: Point(high.x, low.y + Self.arm)),
            Box(low: Point(low.x, high.y - Self.stroke), high: Point(low.x + Self.arm, high.y)),
            Box(low: Point(low.x, high.y - Self.arm), high: Point(low.x + Self.stroke, high.y)),
        ]
    }
}
