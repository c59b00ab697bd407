import Imaging

/// The part of the frames that the network looks at: the subject and its surroundings if they fill little of the frame,
/// as in a photo's second look. It stays in place as long as the subject stays well inside.
struct SubjectRegion: Sendable {
    /// The frames after which the whole frame is looked at again, for what has come into it.
    static let framesBetweenChecks = 12
    /// The largest part of the frame for a closer look; a larger subject is looked at in the whole frame.
    private static let largestShare = 0.55
    /// Fractions of the subject's longer side: the surroundings, and what must be left of them before the region moves.
    private static let (surroundings, leastRoom) = (0.25, 0.06)
    /// The region shrinks if it is this many times as large as needed.
    private static let tooLarge = 2.2

    private let frame: PixelSize
    private(set) var rect: PixelRect
    private var framesSinceCheck = Int.max

    init(frame: PixelSize) {
        self.frame = frame
        rect = PixelRect(frame)
    }

    /// Whether the whole frame must be looked at before these frames.
    mutating func needsCheck(before count: Int) -> Bool {
        guard framesSinceCheck < Self.framesBetweenChecks else {
            framesSinceCheck = count
            return true
        }
        framesSinceCheck += count
        return false
    }

    /// Requires a look at the whole frame, because the subject is lost.
    mutating func lose() { framesSinceCheck = .max }

    /// Moves the region with the subject.
    ///
    /// - Parameter box: around it, in pixels of the frame; `nil` for none.
    mutating func follow(_ box: PixelRect?) {
        guard let box else {
            rect = PixelRect(frame)
            return
        }
        let wanted = grown(box, by: Self.surroundings)
        if Double(wanted.area) >= Self.largestShare * Double(frame.area) {
            rect = PixelRect(frame)
            return
        }
        let needed = grown(box, by: Self.leastRoom)
        let isInside = rect.intersection(needed) == needed
        if !isInside || Double(rect.area) > Self.tooLarge * Double(wanted.area) { rect = wanted }
    }

    private func grown(_ box: PixelRect, by share: Double) -> PixelRect {
        box.insetBy(-Int((share * Double(box.size.longestSide)).rounded(.up))).intersection(PixelRect(frame))
    }
}
