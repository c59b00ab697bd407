import Imaging

/// What a person said of a frame, on this frame or on another one of the clip.
struct FrameHold: Sendable {
    /// The longer side of the raster of what strokes say.
    static let strokeSide = 320

    /// By strokes, over the whole frame: 1 where it is subject, -1 where it is not, 0 where nothing was said; `nil`
    /// without strokes.
    let said: Plane?
    /// How much of each cell belongs to the chosen subjects, 0…1; `nil` where all are meant.
    let share: Plane?

    /// Whether something is subject by strokes alone.
    let keeps: Bool

    init(said: Plane?, owners: SubjectOwners?) {
        self.said = said
        share = owners?.share
        keeps = said?.samples.contains { $0 > 0.5 } ?? false
    }

    /// The matte of a part of the frame as it should be.
    func applied(to matte: Matte, over region: PixelRect, of frame: PixelSize) -> Matte {
        var held = matte
        if let share {
            held.forEachSample(over: region, onto: share.size, of: frame) { $0 *= share.sampled($1, $2) }
        }
        if let said {
            held.forEachSample(over: region, onto: said.size, of: frame) { sample, u, v in
                let said = said.sampled(u, v)
                sample = said > 0 ? max(sample, said) : min(sample, 1 + said)
            }
        }
        return held
    }

    /// Around what is subject by strokes, in pixels of the frame; `nil` for nothing.
    func keptBox(in frame: PixelSize) -> PixelRect? {
        guard keeps, let said, let box = said.boundingBox(above: 0.5) else { return nil }
        return box.scaled(
            x: Double(frame.width) / Double(said.width), y: Double(frame.height) / Double(said.height)
        ).intersection(PixelRect(frame))
    }
}

extension Plane {
    /// Calls `body` with each sample of a plane over a part of a frame, and where it lies on a raster over the whole
    /// frame.
    fileprivate mutating func forEachSample(
        over region: PixelRect, onto raster: PixelSize, of frame: PixelSize,
        _ body: (inout Float, _ u: Float, _ v: Float) -> Void
    ) {
        let toRaster = RasterMap(region, size, to: PixelRect(frame), raster)
        let width = width
        for row in 0..<height {
            for column in 0..<width {
                let (u, v) = toRaster(Float(column), Float(row))
                body(&samples[row * width + column], u, v)
            }
        }
    }

    /// The samples over a part of a frame, on a raster over the whole frame; 0 outside of the part.
    func placed(at region: PixelRect, of frame: PixelSize, on raster: PixelSize) -> Plane {
        let toPart = RasterMap(PixelRect(frame), raster, to: region, size)
        var placed = Plane(size: raster)
        for row in 0..<raster.height {
            for column in 0..<raster.width {
                let (u, v) = toPart(Float(column), Float(row))
                guard u > -0.5, v > -0.5, u < Float(width) - 0.5, v < Float(height) - 0.5 else { continue }
                placed.samples[row * raster.width + column] = sampled(u, v)
            }
        }
        return placed
    }

    /// What a newer plane says, and this one's where that says less. Both have -1…1.
    func overlaid(by newer: Plane) -> Plane {
        Plane(size: size, samples: zip(samples, newer.samples).map { $1 + $0 * (1 - abs($1)) })
    }
}
