import Execution
public import Imaging

/// Applies strokes of a brush to the subject of a photo, one after the other.
///
/// A stroke changes what its tool says (``MatteStroke/Tool``): see `StrokeFootprint` and `StrokeSegmentation`. Under
/// the brush it always holds, also against strokes that come later beside it; where strokes lie over each other the
/// later one does. The same strokes give the same subject, in one go or one by one.
///
/// Erasing back is exact. A stroke and then its opposite, of the same tool over the same points, give the matte from
/// before both. An opposite stroke over about the same ground leaves nothing of the first one's soft edge: each takes
/// back what strokes of the other kind did before it goes further.
///
/// Small parts that erasing cuts off from the subject are left out (`StrokeLeftovers`). A stroke of the tools `brush`
/// and `smart` keeps nothing of a frame around the photo (`PhotoFrame`).
///
/// A stroke of the tool `object` also asks a network, if there is one, what surrounds it: an object that the photo as a
/// whole made little of is often plain to see from near, as far as it reaches.
///
/// A box is looked at by the network alone, and what it sees there becomes a subject of its own (`BoxLook`). A split
/// draws a seam between two places on one subject (`SubjectSplit`).
///
/// A value: a copy from before a stroke undoes it. Synchronous; some ten milliseconds a stroke, and two looks more.
public struct StrokeEditor: Sendable {
    /// The subject as the strokes have made it so far.
    public var subject: PhotoSubject {
        StrokeLeftovers(before: unpainted, said: said, size: saidSize).removed(from: painted)
    }
    /// The same with what strokes have left by mistake: later ones go on from it.
    private var painted: PhotoSubject
    /// As it was before strokes of a brush, with the same raster as ``painted``.
    private var unpainted: PhotoSubject
    private var original: PhotoSubject
    private var last: Before?
    private let overview: Bitmap
    /// Of the overview, without a frame that was put around the photo.
    private let inside: PixelRect
    private let segmenter: SubjectSegmenter?
    /// What strokes have said so far, on a raster over the whole photo.
    private var said: [MatteStroke.Mode?]
    private let saidSize: PixelSize

    /// - Parameters:
    ///   - overview: the whole photo, upright, at any size: 640 pixels suffice. A bitmap without pixels makes all
    ///     strokes void.
    ///   - segmenter: looks at what surrounds a stroke; where it cannot, the stroke does without.
    public init(_ subject: PhotoSubject, overview: Bitmap, segmenter: SubjectSegmenter? = nil) {
        painted = subject
        unpainted = subject
        original = subject
        self.overview = overview
        let frame = PhotoFrame(of: overview).flatMap { frame in
            frame.isGround(of: subject.overviewMatte, in: overview.size) ? nil : frame
        }
        inside = frame?.inside ?? overview.bounds
        self.segmenter = segmenter
        let longest = Double(max(1, overview.size.longestSide))
        saidSize = overview.size.scaled(by: min(1, 512 / longest))
        said = [MatteStroke.Mode?](repeating: nil, count: saidSize.area)
    }

    /// Applies one more stroke. One that lies outside the photo, or has no point or no finite radius, changes nothing;
    /// nor does a box without a network, or one in which it sees no object, or a split where no line is found.
    public mutating func apply(_ stroke: MatteStroke) {
        if stroke.mode == .box { return applyBox(stroke) }
        if stroke.mode == .split { return applySplit(stroke) }
        guard stroke.mode.paints else { return }
        if stroke.tool == .object { return applyObject(stroke) }
        if let last, stroke.isOpposite(of: last.stroke) { return takeBack(last) }
        guard let (track, footprint) = painting(stroke) else { return }
        last = Before(stroke: stroke, subject: painted, unpainted: unpainted, said: said)
        refineCells(for: track)
        painted.paint(footprint, stroke.mode, over: &unpainted)
        if painted.matte == unpainted.matte, painted.overviewMatte == unpainted.overviewMatte {
            // The raster, too, is that from before it grew.
            (painted, unpainted) = (original, original)
            painted.markFixedByHand()
        }
        note(track, stroke.mode)
    }

    /// A brush has this radius at least, in cells of the matte: a narrower one falls between them.
    private static let leastRadius = 3.0

    private mutating func refineCells(for track: BrushTrack) {
        let cells = Double(painted.matte.size.longestSide) / Double(painted.region.size.longestSide)
        let scale = Double(painted.photoSize.longestSide) / Double(overview.size.longestSide)
        // A pixel of the photo needs no more than a cell.
        let factor = min(Self.leastRadius / max(track.radius * scale * cells, 0.01), 1 / cells)
        painted.refineCells(by: factor)
        unpainted.refineCells(by: factor)
    }

    /// What a stroke would change, without changing it.
    ///
    /// - Returns: how much of each cell of a raster would change sides, and where the raster lies, in pixels of the
    ///   photo; `nil` for a stroke that changes nothing, and for a box or a split.
    package func change(by stroke: MatteStroke) -> (change: Matte, place: FractionalRect)? {
        guard let footprint = painting(stroke)?.footprint else { return nil }
        let place = footprint.window.place(in: painted.photoSize)
        let now = subject
        let before = now.matte.sampled(
            from: FractionalRect(now.region), onto: place, size: footprint.coverage.size)
        var change = footprint.coverage
        for (index, sample) in before.samples.enumerated() {
            change.samples[index] *= stroke.mode == .keep ? 1 - sample : sample
        }
        return (change, place)
    }

    /// How much of each cell of a raster over the whole photo a stroke of a brush covers; `nil` for none.
    package func coverage(of stroke: MatteStroke, on size: PixelSize) -> Plane? {
        guard let footprint = painting(stroke)?.footprint else { return nil }
        return footprint.coverage.sampled(
            from: footprint.window.place(in: painted.photoSize), onto: FractionalRect(PixelRect(painted.photoSize)),
            size: size)
    }

    /// The way of a brush, and what a stroke of it covers; `nil` for nothing.
    private func painting(_ stroke: MatteStroke) -> (track: BrushTrack, footprint: StrokeFootprint)? {
        guard stroke.mode.paints, overview.size.area > 0, let track = BrushTrack(stroke, over: overview.size)
        else { return nil }
        let whole =
            stroke.tool == .smart ? smartFootprint(of: stroke, track) : StrokeFootprint(stroke, track, on: overview)
        return (stroke.mode == .keep ? whole?.within(inside) : whole).map { (track: track, footprint: $0) }
    }

    /// The middle of what the brush was moved over, and what belongs to that under the rest of it and nearby; all that
    /// the brush is moved over again.
    private func smartFootprint(of stroke: MatteStroke, _ track: BrushTrack) -> StrokeFootprint? {
        let reach = StrokeSegmentation.reach
        guard let window = StrokeWindow(track, in: overview.size, reaching: Double(reach), finest: 14, longest: 400)
        else { return nil }
        let radius = max(window.radius(of: track), 0.5)
        let distances = window.distances(from: track, upTo: reach * radius + 1)
        var covered = StrokeFootprint.painted(stroke, radius, distances, over: window.picture(of: overview))
        // At its rim a brush touches what is not meant, unless it was painted before, and in vain.
        let core = 0.5 * radius
        let isSaid = isSaid(stroke.mode, in: window)
        for (index, distance) in distances.samples.enumerated() where !isSaid[index] {
            covered.samples[index] = min(covered.samples[index], min(max(max(core, 1) + 0.5 - distance, 0), 1))
        }
        var surroundings = surroundings(of: stroke, covered, window)
        surroundings.isCore = distances.samples.map { $0 <= core }
        surroundings.brush = StrokeSegmentation.Brush(
            distances: Plane(size: distances.size, samples: distances.samples.map { $0 / radius }), radius: radius)
        let comesOver = StrokeSegmentation(surroundings).pixelsThatComeOver()
        let change = StrokeChange(surroundings, coverage: covered, comesOver: comesOver)
        for index in covered.samples.indices {
            let taken = min(change.side.samples[index], change.zone.samples[index], 1)
            let near = min(max(reach * radius - distances.samples[index], 0), 1)
            covered.samples[index] = max(covered.samples[index], min(taken, near))
        }
        return StrokeFootprint(covered, window)
    }

    /// What there was before a stroke.
    private struct Before {
        let stroke: MatteStroke
        let subject: PhotoSubject
        let unpainted: PhotoSubject
        let said: [MatteStroke.Mode?]
    }

    private mutating func takeBack(_ before: Before) {
        (painted, unpainted, said, last) = (before.subject, before.unpainted, before.said, nil)
        painted.markFixedByHand()
    }

    private mutating func applyObject(_ stroke: MatteStroke) {
        guard overview.size.area > 0, let track = BrushTrack(stroke, over: overview.size),
            let window = StrokeWindow(track, in: overview.size)
        else { return }
        let coverage = window.coverage(of: track)
        guard coverage.samples.contains(where: { $0 > 0 }) else { return }
        let surroundings = surroundings(of: stroke, coverage, window)
        let comesOver = StrokeSegmentation(surroundings).pixelsThatComeOver()
        let change = StrokeChange(surroundings, coverage: coverage, comesOver: comesOver)
        painted = subject
        painted.merge(change, stroke.mode, of: window)
        startAnew()
        note(track, stroke.mode)
    }

    /// What there is now is not taken back by painting.
    private mutating func startAnew() {
        unpainted = painted
        original = painted
        last = nil
    }

    private mutating func applyBox(_ stroke: MatteStroke) {
        guard let segmenter, let box = PhotoBox(stroke),
            let object = BoxLook(segmenter: segmenter).object(in: box, of: overview)
        else { return }
        painted = subject
        painted.add(object)
        startAnew()
    }

    private mutating func applySplit(_ stroke: MatteStroke) {
        var parted = subject
        guard let first = stroke.points.first, let last = stroke.points.last,
            parted.split(between: first, and: last, on: overview)
        else { return }
        painted = parted
        startAnew()
    }

    private func surroundings(
        of stroke: MatteStroke, _ coverage: Plane, _ window: StrokeWindow
    ) -> StrokeSegmentation.Surroundings {
        var side = painted.matte.sampled(
            from: FractionalRect(painted.region), onto: window.place(in: painted.photoSize), size: window.size)
        if stroke.mode == .remove {
            for index in side.samples.indices { side.samples[index] = 1 - side.samples[index] }
        }
        let open = Plane(size: side.size, samples: side.samples.map { 1 - $0 })
        return StrokeSegmentation.Surroundings(
            picture: window.picture(of: overview), side: side,
            isCore: coverage.samples.map { $0 > 0.5 },
            isHeld: isSaid(stroke.mode == .keep ? .remove : .keep, in: window), reach: window.reach,
            islands: islands(stroke, in: window),
            object: (stroke.tool == .object ? segmenter : nil).flatMap {
                StrokeLook(segmenter: $0).object(under: coverage, open: open, in: window, of: overview)
            })
    }

    /// A hole may be of any size where the subject goes all around it; a subject apart is not nearly all there is.
    private func islands(_ stroke: MatteStroke, in window: StrokeWindow) -> StrokeIslands {
        guard stroke.tool == .object else { return StrokeIslands(frame: [], largest: 0, largestAtFrame: 0) }
        guard stroke.mode == .remove else {
            return StrokeIslands(frame: window.frame, largest: .max, largestAtFrame: window.size.area / 10)
        }
        var cells = 0
        for sample in painted.matte.samples where sample > 0.5 { cells += 1 }
        let share = Double(cells) / Double(painted.matte.size.area) * Double(painted.region.area)
        let seen = Double(window.size.area) / Double(window.part.area) * Double(overview.size.area)
        let most = Int(0.8 * share / Double(painted.photoSize.area) * seen)
        return StrokeIslands(frame: window.frame, largest: most, largestAtFrame: most)
    }

    private func isSaid(_ mode: MatteStroke.Mode, in window: StrokeWindow) -> [Bool] {
        let place = window.place(in: saidSize)
        var isSaid = [Bool](repeating: false, count: window.size.area)
        for y in 0..<window.size.height {
            let row = Int(place.y + (Double(y) + 0.5) / Double(window.size.height) * place.height)
            let start = min(row, saidSize.height - 1) * saidSize.width
            for x in 0..<window.size.width {
                let column = Int(place.x + (Double(x) + 0.5) / Double(window.size.width) * place.width)
                isSaid[y * window.size.width + x] = said[start + min(column, saidSize.width - 1)] == mode
            }
        }
        return isSaid
    }

    private mutating func note(_ track: BrushTrack, _ mode: MatteStroke.Mode) {
        let scale = SIMD2(
            Double(saidSize.width) / Double(overview.width), Double(saidSize.height) / Double(overview.height))
        let coverage = track.coverage(on: saidSize, origin: .zero, scale: scale)
        for (index, covered) in coverage.samples.enumerated() where covered > 0.5 { said[index] = mode }
    }
}

extension PhotoSubject {
    /// The subject after strokes of a brush, in their order; see ``StrokeEditor``. Fewer strokes undo the others.
    ///
    /// - Parameters:
    ///   - overview: the whole photo, upright, at any size: 640 pixels suffice.
    ///   - segmenter: looks at what surrounds a stroke.
    package func applying(
        _ strokes: [MatteStroke], to overview: Bitmap, segmenter: SubjectSegmenter? = nil
    ) -> PhotoSubject {
        var editor = StrokeEditor(self, overview: overview, segmenter: segmenter)
        for stroke in strokes { editor.apply(stroke) }
        return editor.subject
    }
}

extension PhotoProcessor {
    /// The photo as strokes are applied to it: upright, 640…1280 pixels on its longer side where it has them. Keep it
    /// in memory while a person draws, so that a stroke does not decode the photo.
    ///
    /// - Throws: ``StickerError`` with `.imaging` or `.cancelled`.
    @concurrent
    public func strokeOverview(data: [UInt8]) async throws(StickerError) -> Bitmap {
        let photo = try await admit(data)
        defer { photo.release() }
        return try await strokeOverview(photo)
    }

    /// The same of a photo that was admitted, which stays so.
    @concurrent
    package func strokeOverview(_ photo: AdmittedPhoto) async throws(StickerError) -> Bitmap {
        try await executor.run { () async throws(StickerError) in
            try Task.checkStickerCancellation()
            return try StickerError.wrapping { () throws(ImagingError) in try photo.source.decode(atLeast: 640) }
        }
    }
}
