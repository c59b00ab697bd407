import Imaging

/// The way from a frame to one before or after it, and how far it can be trusted.
struct FrameStep: Sendable {
    /// The motion from each sample of the frame to the one that is known.
    let back: FlowField
    /// 0…1 for each sample of the frame: whether both look alike there, and the motions of both ways agree.
    let sure: Plane

    /// Likeness, as of ``Neighbours``, from which on a step is not trusted, and from which on it is trusted wholly.
    private static let (leastLikeness, enoughLikeness): (Float, Float) = (0.15, 0.5)
    /// How far both ways may miss each other, in samples: trusted wholly, and not trusted.
    private static let (smallMiss, largeMiss): (Float, Float) = (2, 4)

    /// - Parameters:
    ///   - back: the motion from the frame to the one that is known.
    ///   - forth: the motion from there to the frame.
    init(to frame: OpticalFlow.Pyramid, from known: OpticalFlow.Pyramid, back: FlowField, forth: FlowField) {
        self.back = back
        var sure = Neighbours.likeness(of: frame, to: known, along: back)
        let around = back.followed(by: forth)
        for row in 0..<sure.height {
            for column in 0..<sure.width {
                let index = row * sure.width + column
                let (x, y) = (around.x.samples[index], around.y.samples[index])
                let miss = (x * x + y * y).squareRoot()
                let (u, v) = (Float(column) + back.x.samples[index], Float(row) + back.y.samples[index])
                let isInside = u > -1 && v > -1 && u < Float(sure.width) && v < Float(sure.height)
                let alike = (sure.samples[index] - Self.leastLikeness) / (Self.enoughLikeness - Self.leastLikeness)
                let agrees = (Self.largeMiss - miss) / (Self.largeMiss - Self.smallMiss)
                sure.samples[index] = isInside ? min(max(alike, 0), 1) * min(max(agrees, 0), 1) : 0
            }
        }
        self.sure = sure
    }
}
