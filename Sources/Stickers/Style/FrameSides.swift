package import Imaging

/// Sides of a photo's frame, such as those that cut its subject off.
package struct FrameSides: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The left edge.
    package static let left = FrameSides(rawValue: 1)
    /// The top edge.
    package static let top = FrameSides(rawValue: 2)
    /// The right edge.
    package static let right = FrameSides(rawValue: 4)
    /// The bottom edge.
    package static let bottom = FrameSides(rawValue: 8)

    /// The sides of a matte that its subject reaches: more subject than not over at least a hundredth of the side.
    package init(cutting matte: Matte) {
        var sides: FrameSides = []
        func count(_ length: Int, _ index: (Int) -> Int) -> Bool {
            let touching = (0..<length).count { matte.samples[index($0)] > 0.5 }
            return touching > 0 && touching * 100 >= length
        }
        if count(matte.height, { $0 * matte.width }) { sides.insert(.left) }
        if count(matte.width, { $0 }) { sides.insert(.top) }
        if count(matte.height, { ($0 + 1) * matte.width - 1 }) { sides.insert(.right) }
        if count(matte.width, { (matte.height - 1) * matte.width + $0 }) { sides.insert(.bottom) }
        self = sides
    }
}
