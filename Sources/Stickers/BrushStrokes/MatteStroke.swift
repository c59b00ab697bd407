/// A stroke of a brush over a photo, or a box drawn on it, that says what belongs to its subject.
public struct MatteStroke: Hashable, Sendable {
    /// What a stroke does.
    public enum Mode: Hashable, Sendable, CaseIterable {
        /// What is under the stroke belongs to the subject.
        case keep
        /// What is under the stroke does not.
        case remove
        /// The object inside the box between the first and the last point is a subject of its own. The radius does not
        /// count.
        case box
    }

    /// A place in the photo: parts of its width and of its height, from the top left, 0…1 inside.
    public struct Point: Hashable, Sendable {
        /// A part of the photo's width, from the left.
        public var x: Double
        /// A part of the photo's height, from the top.
        public var y: Double

        /// A place by its parts of the width and of the height.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// Whether the stroke keeps or removes.
    public var mode: Mode
    /// Half the brush's width, as a part of the photo's longer side, 0…1.
    public var radius: Double
    /// The brush's way; one point is a dab. What is not a finite number is passed over.
    public var points: [Point]

    /// A stroke of a brush.
    public init(mode: Mode, radius: Double, points: [Point]) {
        self.mode = mode
        self.radius = radius
        self.points = points
    }
}
