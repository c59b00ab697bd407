package import Imaging

extension OutlineTracer {
    /// The most loops of one matte. Beside thousands of specks, only the largest are seen.
    private static let mostContours = 128

    /// A third of the shortest wave that stays, as a part of the matte's longest side. Shorter waves come from pixels
    /// and hairs.
    private static let finestDetail = 0.01

    /// Returns the lines around everything that a matte has more of than not, and around holes: for a screen, which
    /// shows every piece. A blade follows ``trace(_:)``, which is one line. Each line is a `DieCutOutline` without a
    /// distance.
    ///
    /// Takes tens of milliseconds: call it on the photo executor.
    ///
    /// - Parameters:
    ///   - matte: 0…1; what is beyond it counts as 0.
    ///   - tolerance: how far the curves may be from the smooth line, in pixels.
    /// - Returns: closed paths in pixels from the matte's top left corner, the largest first; (0.5, 0.5) is the middle
    ///   of the first pixel.
    package static func contours(of matte: Matte, tolerance: Double = 0.4) -> [Outline] {
        var shape = matte
        // Half opaque pixels are inside, so the line begins at the outermost pixel with any coverage.
        for index in shape.samples.indices { shape.samples[index] = min(max(4 * shape.samples[index] - 1.5, 0), 1) }
        let detail = max(1, finestDetail * Double(matte.size.longestSide))
        return DieCutOutline(around: shape, distance: 0, detail: detail).loops
            .map { (points: $0, area: abs(Polygon.signedArea($0))) }
            .filter { $0.area >= 4 }
            .sorted { $0.area > $1.area }
            .prefix(mostContours)
            .map { fitted($0.points, tolerance: tolerance) }
    }
}
