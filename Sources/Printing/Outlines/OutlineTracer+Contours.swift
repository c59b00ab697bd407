public import Imaging

extension OutlineTracer {
    /// The most loops of one matte: beside thousands of specks, the largest ones are what is seen.
    private static let mostContours = 128

    /// The lines around all that a matte has more of than not, those around holes too: for a screen, where every piece is
    /// shown as it is. A blade follows ``trace(_:)``, which is one line.
    ///
    /// Busy for tens of milliseconds: belongs on the photo executor.
    ///
    /// - Parameters:
    ///   - matte: 0…1; what is beyond it counts as 0.
    ///   - tolerance: how far the curves may be from the line where the matte crosses one half, in pixels.
    /// - Returns: closed paths in pixels from the matte's top left corner, the largest first; (0.5, 0.5) is the middle of
    ///   the first pixel. None crosses itself or another one.
    public static func contours(of matte: Matte, tolerance: Double = 0.4) -> [Outline] {
        var padded = Plane(size: PixelSize(width: matte.width + 2, height: matte.height + 2))
        for y in 0..<matte.height {
            for x in 0..<matte.width { padded[x + 1, y + 1] = matte[x, y] }
        }
        return ContourTracer.loops(of: padded, above: 0.5)
            .map { loop in (points: loop.map { $0 - Point(0.5, 0.5) }, area: abs(Polygon.signedArea(loop))) }
            .filter { $0.area >= 4 }
            .sorted { $0.area > $1.area }
            .prefix(mostContours)
            .map { fitted($0.points, tolerance: tolerance) }
    }
}
