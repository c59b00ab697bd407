import Imaging
import Stickers

/// The part of the frames at which the network looks: as a photo's second look, the subject and its surroundings, where
/// it fills little of the frame. It stays as long as the subject stays well inside.
struct SubjectRegion: Sendable {
    /// Every so many frames the whole frame is looked at, too: what has come into it since?
    static let framesBetweenChecks = 12
    /// A subject whose surroundings are a larger part of the frame is looked at in the whole frame.
    private static let largestShare = 0.55
    /// Of the subject's longer side: the surroundings, and what must be left of them before the region moves.
    private static let (surroundings, leastRoom) = (0.25, 0.06)
    /// The region shrinks when it is this many times as large as it need be.
    private static let tooLarge = 2.2

    private let frame: PixelSize
    private(set) var rect: PixelRect
    private var framesSinceCheck = Int.max

    init(frame: PixelSize) {
        self.frame = frame
        rect = PixelRect(frame)
    }

    /// Whether the whole frame is to be looked at before these frames are.
    mutating func needsCheck(before count: Int) -> Bool {
        guard framesSinceCheck < Self.framesBetweenChecks else {
            framesSinceCheck = count
            return true
        }
        framesSinceCheck += count
        return false
    }

    /// The next frames need a look at the whole: the subject is lost.
    mutating func lose() { framesSinceCheck = .max }

    /// Takes note of where the subject is.
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
