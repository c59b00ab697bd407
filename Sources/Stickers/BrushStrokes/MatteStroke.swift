/// A stroke of a brush over a photo, a box drawn on it, or two places between which it is parted: what belongs to its
/// subject. On a frame of a clip, also a choice of its subjects.
public struct MatteStroke: Hashable, Sendable {
    /// What a stroke does.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// What is under the stroke belongs to the subject.
        case keep
        /// What is under the stroke does not.
        case remove
        /// The object inside the box between the first and the last point is a subject of its own. The radius does not
        /// count.
        case box
        /// The subject on which the first and the last point lie becomes two, one at each: see `SubjectSplit`. The
        /// radius does not count.
        case split
        /// In a clip: the subject at the point, or in the box between the first and the last point, is the only one.
        /// The radius does not count, here and with the next two.
        case only
        /// In a clip: that subject, too.
        case with
        /// In a clip: not that subject.
        case without

        /// Whether it is one of a brush.
        package var paints: Bool { self == .keep || self == .remove }

        /// Whether it chooses a subject of a clip.
        package var chooses: Bool { self == .only || self == .with || self == .without }
    }

    /// How far a stroke goes beyond what it is moved over.
    public enum Tool: String, Hashable, Sendable, CaseIterable {
        /// What the brush was moved over, and nothing else. Its soft edge is drawn to an edge of the photo, inwards, by
        /// half a radius at most.
        case brush
        /// What the stroke's middle lies on, as far as that reaches: at most three radii, and not across a strong edge.
        /// What such a stroke is moved over again comes over wholly.
        case smart
        /// The whole object that the stroke lies on, however far it reaches. All strokes were so before there were
        /// tools.
        case object
    }

    /// A place in the photo: parts of its width and of its height, from the top left, 0…1 inside.
    public struct Point: Hashable, Sendable {
        /// A part of the photo's width, from the left.
        package var x: Double
        /// A part of the photo's height, from the top.
        package var y: Double

        /// A place by its parts of the width and of the height.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// Whether the stroke keeps or removes.
    package var mode: Mode
    /// Half the brush's width, as a part of the photo's longer side, 0…1.
    package var radius: Double
    /// The brush's way; one point is a dab. What is not a finite number is passed over.
    package var points: [Point]

    /// In a clip: the time of the frame on which it was made, in milliseconds since the first. The first frame at this
    /// time or later is meant. `nil` for the first, and in a photo.
    package var time: Int?
    /// How far the stroke goes beyond what it is moved over. Only a brush has one.
    package var tool: Tool
    /// How much of the brush covers wholly, 0…1: 1 has a sharp edge, which no edge of the photo moves.
    package var hardness: Double

    /// The default of ``hardness``.
    package static let usualHardness = 0.8

    /// A stroke of a brush.
    public init(
        mode: Mode, radius: Double, points: [Point], tool: Tool = .brush, hardness: Double = 0.8,
        time: Int? = nil
    ) {
        self.mode = mode
        self.radius = radius
        self.points = points
        self.tool = tool
        self.hardness = hardness
        self.time = time
    }

    /// Whether it takes back exactly what another one did.
    func isOpposite(of other: MatteStroke) -> Bool {
        guard mode.paints, other.mode.paints, mode != other.mode else { return false }
        var same = other
        same.mode = mode
        return self == same
    }
}
