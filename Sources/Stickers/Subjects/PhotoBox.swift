/// A box that a person drew on a photo: parts of its width and of its height, from the top left.
package struct PhotoBox: Hashable, Sendable {
    /// The left edge, 0…1.
    package let x: Double
    /// The top edge, 0…1.
    package let y: Double
    /// As a part of the photo's width, above 0 and at most 1.
    package let width: Double
    /// As a part of the photo's height, above 0 and at most 1.
    package let height: Double

    /// The box between two opposite corners, as far as it lies on the photo: to a ten-thousandth, finer than a person
    /// draws.
    ///
    /// - Returns: `nil` when a number is not finite, or nothing of the box lies on the photo.
    package init?(between first: MatteStroke.Point, and second: MatteStroke.Point) {
        guard [first.x, first.y, second.x, second.y].allSatisfy(\.isFinite) else { return nil }
        func rounded(_ value: Double) -> Double { (min(max(value, 0), 1) * 10_000).rounded() / 10_000 }
        let (left, right) = (rounded(min(first.x, second.x)), rounded(max(first.x, second.x)))
        let (top, bottom) = (rounded(min(first.y, second.y)), rounded(max(first.y, second.y)))
        guard left < right, top < bottom else { return nil }
        (x, y, width, height) = (left, top, right - left, bottom - top)
    }

    /// The box of a stroke; `nil` of one that is no box.
    package init?(_ stroke: MatteStroke) {
        guard stroke.mode == .box, let first = stroke.points.first, let last = stroke.points.last else { return nil }
        self.init(between: first, and: last)
    }

    /// The stroke that makes the object inside this box a subject.
    package var stroke: MatteStroke {
        MatteStroke(
            mode: .box, radius: 0, points: [.init(x: x, y: y), .init(x: x + width, y: y + height)])
    }

    func contains(_ pointX: Double, _ pointY: Double) -> Bool {
        pointX >= x && pointX < x + width && pointY >= y && pointY < y + height
    }
}
