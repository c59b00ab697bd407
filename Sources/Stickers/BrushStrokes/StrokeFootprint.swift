import Imaging

/// What a stroke covers, whatever it does with it.
struct StrokeFootprint {
    /// How much of each pixel of the window's raster is covered, 0…1, in steps of a kept matte.
    let coverage: Plane
    let window: StrokeWindow
    /// Outside this part of the overview nothing is covered; `nil` for all of it.
    private var limit: PixelRect?

    /// So many pixels of the raster the radius has at most.
    private static let finest = 16.0
    /// By so much of the radius the outline is drawn inwards at most.
    private static let softReach: Float = 0.5
    /// From this hardness on, the outline is drawn by less.
    private static let fullSoftness = 0.8

    /// What a brush was moved over, with an outline that is drawn to edges of the photo. Nothing outside the brush is
    /// covered.
    ///
    /// - Returns: `nil` when the brush does not come into the picture.
    init?(_ stroke: MatteStroke, _ track: BrushTrack, on overview: Bitmap) {
        guard let window = StrokeWindow(track, in: overview.size, reaching: 1, finest: Self.finest) else { return nil }
        let distances = window.distances(from: track, upTo: window.radius(of: track) + 1)
        self.init(
            Self.painted(stroke, window.radius(of: track), distances, over: window.picture(of: overview)), window)
    }

    /// - Returns: `nil` when nothing is covered.
    init?(_ coverage: Plane, _ window: StrokeWindow) {
        guard coverage.samples.contains(where: { $0 > 0 }) else { return nil }
        self.coverage = coverage.quantized
        self.window = window
    }

    /// What of it lies in a part of the overview; `nil` for nothing.
    func within(_ part: PixelRect) -> StrokeFootprint? {
        guard part.intersection(window.part) != window.part else { return self }
        var coverage = coverage
        let (across, down) = (window.scale.x, window.scale.y)
        for y in 0..<coverage.height {
            let row = Double(window.part.y) + (Double(y) + 0.5) / down
            for x in 0..<coverage.width {
                let column = Double(window.part.x) + (Double(x) + 0.5) / across
                // A pixel more, so that what is inside is covered wholly; ``painted(_:_:over:region:photo:)`` is exact.
                let isNear =
                    row > Double(part.y) - 1 / down && row < Double(part.maxY) + 1 / down
                    && column > Double(part.x) - 1 / across && column < Double(part.maxX) + 1 / across
                if !isNear { coverage[x, y] = 0 }
            }
        }
        var footprint = StrokeFootprint(coverage, window)
        footprint?.limit = part
        return footprint
    }

    /// How much of each pixel a brush covers.
    ///
    /// - Parameters:
    ///   - radius: in pixels of the raster.
    ///   - distances: from the stroke's way.
    static func painted(_ stroke: MatteStroke, _ radius: Float, _ distances: Plane, over picture: Bitmap) -> Plane {
        let radius = max(radius, 0.5)
        let hardness = stroke.hardness.isFinite ? min(max(stroke.hardness, 0), 1) : MatteStroke.usualHardness
        let softness = Float(min(1, (1 - hardness) / (1 - fullSoftness)))
        let core = radius * (1 - softReach * softness)
        let rim = min(max(Float(1 - hardness) * radius, 1), radius)
        var covered = Plane(
            size: distances.size, samples: distances.samples.map { 1 - smoothstep(radius - rim, radius, $0) })
        guard radius - core >= 1 else { return covered }
        let drawn = OutlineDrawing(distances, core: core, radius: radius, over: picture).inside.boxBlurred(radius: 1)
        for index in covered.samples.indices {
            let sure = min(max(core - distances.samples[index], 0), 1)
            covered.samples[index] = min(covered.samples[index], max(drawn.samples[index], sure))
        }
        return covered
    }

    /// Around all that is covered.
    func photoRect(in photo: PixelSize) -> PixelRect { window.photoRect(of: PixelRect(window.size), in: photo) }

    /// A matte after the stroke.
    ///
    /// - Parameters:
    ///   - unpainted: the matte before all painting.
    ///   - region: what both are spread over, in pixels of the photo.
    func painted(
        _ matte: Matte, _ mode: MatteStroke.Mode, over unpainted: Matte, region: PixelRect, photo: PixelSize
    ) -> Matte {
        let covered = coverage.sampled(
            from: window.place(in: photo), onto: FractionalRect(region), size: matte.size
        ).quantized
        var painted = matte
        let limit = limit?.scaled(
            x: Double(photo.width) / Double(window.overview.width),
            y: Double(photo.height) / Double(window.overview.height))
        for index in painted.samples.indices where covered.samples[index] > 0 {
            if let limit {
                let x = region.x + (2 * (index % matte.width) + 1) * region.width / (2 * matte.width)
                let y = region.y + (2 * (index / matte.width) + 1) * region.height / (2 * matte.height)
                guard limit.x..<limit.maxX ~= x, limit.y..<limit.maxY ~= y else { continue }
            }
            let (before, share, first) = (matte.samples[index], covered.samples[index], unpainted.samples[index])
            let after =
                mode == .keep
                ? max(before, min(first, before + share), share)
                : min(before, max(first, before - share), 1 - share)
            painted.samples[index] = Matte.value(ofCode: Matte.code(of: after))
        }
        return painted
    }
}
