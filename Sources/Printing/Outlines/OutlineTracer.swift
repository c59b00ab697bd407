package import Imaging

/// Finds the one closed path around a sticker that a blade follows.
///
/// The path is where alpha crosses one half, found between pixels. Holes stay in the sticker, because a die cut has one
/// path. Pieces larger than a two-hundredth of the largest one are joined by bridges; smaller ones are left outside,
/// because the blade cannot hold them. Likewise, slits and spikes thinner than twice ``smoothing`` are closed and cut
/// off. With an ``offset`` outwards, the path is a `DieCutOutline` of the edge.
package struct OutlineTracer: Hashable, Sendable {
    /// The distance of the path from the sticker's edge, outwards, in pixels; at least 0.
    package var offset = 0.0
    /// The radius of the finest detail that is cut, in pixels; 0 keeps every detail.
    package var smoothing = 0.0

    /// A sticker's edge and the path around it, in pixels from its top left corner. (0.5, 0.5) is the middle of the
    /// first pixel.
    package struct Traced: Hashable, Sendable {
        /// The path of the blade.
        package var outline: Outline
        /// The edge of the sticker's pieces with their bridges, before the offset.
        var edge: [Point]
    }

    /// Returns the largest distance of the curves from the traced line in pixels: 0.4 at 512 pixels and below.
    package static func tolerance(for size: PixelSize) -> Double {
        0.4 * max(1, Double(size.longestSide) / 512)
    }

    /// Traces the outline of a sticker. Takes tens of milliseconds: call it on the photo executor.
    ///
    /// - Throws: ``PrintingError`` with `.noShape` when nothing is half opaque, `.setting` for a length that is
    ///   negative or not finite.
    package func trace(_ sticker: Bitmap) throws(PrintingError) -> Traced {
        guard offset.isFinite, offset >= 0, smoothing.isFinite, smoothing >= 0 else {
            throw PrintingError(.setting, "an outline's offset and smoothing are lengths of 0 or more")
        }
        guard offset + smoothing <= 4 * Double(sticker.size.longestSide) else {
            throw PrintingError(
                .setting,
                "the offset is more than four times the sticker's size: make the offset smaller")
        }
        var pieces = Self.pieces(of: sticker)
        guard let largest = pieces.map(Polygon.signedArea).max(), largest >= 1 else {
            throw PrintingError(
                .noShape,
                "no pixel is more than half opaque, so there is nothing to cut around: use a sticker with a subject")
        }
        pieces.removeAll { Polygon.signedArea($0) < max(1, largest / 200) }
        let spacing = max(1, Double(sticker.size.longestSide) / 512)
        var edge = pieces.count == 1 ? pieces[0] : PieceJoiner(spacing: spacing).join(pieces)
        if smoothing > 0 { edge = Self.smoothed(edge, radius: smoothing, spacing: spacing) }
        let tolerance = Self.tolerance(for: sticker.size)
        let line = offset > 0 ? Self.offset(edge, by: offset, spacing: spacing) : edge
        return Traced(outline: Self.fitted(line, tolerance: tolerance), edge: edge)
    }

    /// Returns the outer edges of all parts, clockwise, none inside another.
    static func pieces(of sticker: Bitmap) -> [[Point]] {
        let outer = ContourTracer.loops(of: sticker.paddedAlpha, above: 127.5)
            .filter { Polygon.signedArea($0) > 0 }
            .map { loop in loop.map { $0 - Point(0.5, 0.5) } }
            .map { (points: $0, area: Polygon.signedArea($0)) }
            .sorted { $0.area > $1.area }
        var pieces: [[Point]] = []
        for loop in outer where !pieces.contains(where: { Polygon.contains(loop.points[0], $0) }) {
            // Beside thousands of specks of a thin matte, the largest pieces are the sticker.
            if pieces.count == 256 { break }
            pieces.append(loop.points)
        }
        return pieces
    }

    /// The coarsest detail of a line at a distance, as a part of the edge's longest side: that of a border of the usual
    /// width.
    private static let coarsestDetail = 0.03

    /// Returns a smooth line at a distance from an edge.
    static func offset(_ edge: [Point], by distance: Double, spacing: Double) -> [Point] {
        let box = Box(around: edge)
        let spacing = max(spacing, least(for: box.longestSide + 2 * distance))
        let inside = Plane(
            size: PixelSize(
                width: Int((box.width / spacing).rounded(.up)), height: Int((box.height / spacing).rounded(.up))),
            insideOf: [edge.map { ($0 - box.low) / spacing }])
        let detail = min(distance, coarsestDetail * box.longestSide)
        let line = DieCutOutline(around: inside, distance: distance / spacing, detail: detail / spacing)
        return largest(of: line.loops)?.map { box.low + $0 * spacing } ?? edge
    }

    /// Smooths an edge by growing and shrinking, then shrinking and growing: parts thinner than twice the radius
    /// disappear.
    private static func smoothed(_ edge: [Point], radius: Double, spacing: Double) -> [Point] {
        let reach = Box(around: edge).longestSide + 4 * radius
        let spacing = max(min(spacing, max(radius / 2, 0.25)), least(for: reach))
        // The grid is too coarse for details of this size.
        guard radius >= spacing / 2 else { return edge }
        func moved(_ points: [Point], by distance: Double) -> [Point]? {
            largest(of: DistanceField([points], room: abs(distance), spacing: spacing).loops(at: distance))
        }
        guard let grown = moved(edge, by: radius), let closed = moved(grown, by: -radius),
            let shrunk = moved(closed, by: -radius), let opened = moved(shrunk, by: radius)
        else { return edge }
        return opened
    }

    /// The most samples in a row of a field, so that its memory does not grow with the sticker.
    private static let mostSamples = 2048.0

    /// The least spacing of a field of this length.
    private static func least(for side: Double) -> Double { side / mostSamples }

    /// Returns the peak memory of tracing in bytes, besides the picture, for a sticker of this size.
    static func memory(for size: PixelSize, _ settings: SheetSettings) -> Int {
        // Relative to the sticker's longest side.
        let side = settings.stickerSize - 2 * settings.offset
        let (offset, radius) = (settings.offset / side, settings.smoothing / side)
        let finest = 1 / Double(min(512, max(1, size.longestSide)))
        // Bridges between pieces, the offset, the smoothing.
        var samples = max(2.6, 1 + 2 * offset) / finest
        if radius > 0 {
            let step = max(min(finest, radius / 2), 0.25 / Double(max(1, size.longestSide)))
            samples = max(samples, (1 + 4 * radius) / step)
        }
        // And two around the field on each side.
        let row = Int(min(samples, mostSamples)) + 8
        // In each sample the nearest side, its distance and the contour's next edge; in each pixel alpha and that edge.
        return row * row * 20 + size.area * 16
    }

    private static func largest(of loops: [[Point]]) -> [Point]? {
        loops.max { Polygon.signedArea($0) < Polygon.signedArea($1) }
    }

    /// Returns curves within the tolerance of a polygon that do not cross themselves: finer curves if the first do, and
    /// at last the polygon.
    static func fitted(_ polygon: [Point], tolerance: Double) -> Outline {
        var tolerance = tolerance
        for _ in 0..<3 {
            // A third of the tolerance goes into smoothing, the rest into fitting.
            let line = ContourSmoothing.smoothed(polygon, sigma: 5 * tolerance, leeway: tolerance / 3)
            let outline = CurveFitter(line, tolerance: tolerance * 0.6, reach: 10 * tolerance).fit()
            if !Polygon.crossesItself(outline.flattened(tolerance: tolerance / 8)) { return outline }
            tolerance /= 2
        }
        return Outline(polygon: polygon)
    }
}

extension Bitmap {
    /// The alpha, 0…255, with a row or column of zeros on each side, so that contours do not end at the frame.
    fileprivate var paddedAlpha: Plane {
        var padded = Plane(size: PixelSize(width: width + 2, height: height + 2))
        padded.samples.withUnsafeMutableBufferPointer { samples in
            pixels.withUnsafeBufferPointer { pixels in
                for y in 0..<height {
                    for x in 0..<width {
                        samples[(y + 1) * (width + 2) + x + 1] = Float(pixels[4 * (y * width + x) + 3])
                    }
                }
            }
        }
        return padded
    }
}
