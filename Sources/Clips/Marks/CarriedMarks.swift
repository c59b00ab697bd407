import Imaging

/// The marks of one frame on their way to others, along the motion from frame to frame.
///
/// Places are carried, not samples, so that a stroke stays as sharp as it was drawn. Where a step cannot be trusted,
/// what was said is let go.
struct CarriedMarks: Sendable {
    private let marked: Plane?
    /// From each sample of the frame to its place in the frame that was marked.
    private var way: FlowField
    private var trust: Plane
    private(set) var owners: SubjectOwners?

    /// - Parameter raster: of the motions.
    init(_ marks: FrameMarks, raster: PixelSize) {
        marked = marks.said
        owners = marks.owners
        way = FlowField(size: raster)
        trust = Plane(size: raster, filledWith: 1)
    }

    /// Goes to another frame.
    ///
    /// - Parameter matte: as the network sees it in that frame, on the raster of the motions; needed for a choice of
    ///   subjects.
    mutating func advance(_ step: FrameStep, matte: Plane?) {
        if marked != nil {
            way = step.back.followed(by: way)
            let before = trust
            for row in 0..<trust.height {
                for column in 0..<trust.width {
                    let index = row * trust.width + column
                    let (u, v) = (
                        Float(column) + step.back.x.samples[index], Float(row) + step.back.y.samples[index]
                    )
                    trust.samples[index] = step.sure.samples[index] * before.sampled(u, v)
                }
            }
        }
        if let matte { owners?.advance(step, matte: matte) }
    }

    /// What the strokes say of the frame; as of ``FrameHold``.
    var said: Plane? {
        guard let marked else { return nil }
        var said = Plane(size: marked.size)
        let whole = PixelRect(marked.size)
        let toRaster = RasterMap(whole, marked.size, to: whole, trust.size)
        let toMarked = RasterMap(whole, trust.size, to: whole, marked.size)
        for row in 0..<said.height {
            for column in 0..<said.width {
                let (u, v) = toRaster(Float(column), Float(row))
                let trust = trust.sampled(u, v)
                guard trust > 0.05 else { continue }
                let (x, y) = toMarked(u + way.x.sampled(u, v), v + way.y.sampled(u, v))
                said.samples[row * said.width + column] = trust * marked.sampled(x, y)
            }
        }
        return said
    }
}
