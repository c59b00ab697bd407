import Imaging

/// The part of a photo that a stroke can change, and a small raster over it to work on.
struct StrokeWindow {
    /// The longest side of the raster.
    private static let longestSide = 224.0
    /// How far around the stroke an object may reach, as a part of the stroke's longer side: the stroke may lie over
    /// half of it.
    private static let surroundings = 1.25
    /// The same at least, as a part of the photo's longer side.
    private static let leastSurroundings = 0.15

    /// In pixels of the overview.
    let part: PixelRect
    /// The size of the overview.
    let overview: PixelSize
    /// Of the raster.
    let size: PixelSize
    /// The stroke's longer side in pixels of the raster; not less than a small part of the photo.
    let reach: Double

    /// `nil` when the brush does not come into the picture.
    init?(_ track: BrushTrack, in overview: PixelSize) {
        let box = track.box
        let longest = max(box.high.x - box.low.x, box.high.y - box.low.y)
        let least = Self.leastSurroundings * Double(overview.longestSide)
        let margin = max(Self.surroundings * longest, least)
        func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int>? {
            let first = max(0, low.rounded(.down))
            let end = min(Double(count), high.rounded(.up))
            return first < end ? Int(first)..<Int(end) : nil
        }
        guard range(box.low.x, box.high.x, overview.width) != nil,
            range(box.low.y, box.high.y, overview.height) != nil,
            let columns = range(box.low.x - margin, box.high.x + margin, overview.width),
            let rows = range(box.low.y - margin, box.high.y + margin, overview.height)
        else { return nil }
        part = PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        self.overview = overview
        let factor = min(1, Self.longestSide / Double(part.size.longestSide))
        size = part.size.scaled(by: factor)
        reach = max(longest, least / 2) * factor
    }

    /// The surroundings of a stroke up to a number of radii from its way.
    ///
    /// - Parameters:
    ///   - finest: so many pixels of the raster the radius has at most.
    ///   - longest: so many pixels the raster's longer side has at most.
    init?(_ track: BrushTrack, in overview: PixelSize, reaching radii: Double, finest: Double, longest: Double = 640) {
        let box = track.box
        let length = max(box.high.x - box.low.x, box.high.y - box.low.y) + 2 * (radii - 1) * track.radius
        let factor = min(1, finest / max(track.radius, 0.5), longest / min(length, Double(overview.longestSide)))
        let around = (radii - 1) * track.radius + 2 / factor
        let (low, high) = (track.box.low - around, track.box.high + around)
        let left = max(0, Int(low.x.rounded(.down)))
        let top = max(0, Int(low.y.rounded(.down)))
        let right = min(overview.width, Int(high.x.rounded(.up)))
        let bottom = min(overview.height, Int(high.y.rounded(.up)))
        guard left < right, top < bottom else { return nil }
        part = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
        self.overview = overview
        size = part.size.scaled(by: factor)
        reach = max(high.x - low.x, high.y - low.y) * factor
    }

    /// What the raster shows.
    func picture(of overview: Bitmap) -> Bitmap { overview.cropped(to: part).averaged(to: size) }

    /// The stroke's radius in pixels of the raster.
    func radius(of track: BrushTrack) -> Float { Float(track.radius * (scale.x + scale.y) / 2) }

    /// How far each pixel's centre is from the stroke's way, in pixels of the raster; what is farther than a limit may
    /// be any farther.
    func distances(from track: BrushTrack, upTo limit: Float) -> Plane {
        var squares = Plane(size: size, filledWith: (2 * limit + 2) * (2 * limit + 2))
        let origin = SIMD2(Double(part.x), Double(part.y))
        let places = track.points.map { SIMD2<Float>(($0 - origin) * scale) }
        var start = places[0]
        for (number, end) in places.enumerated() {
            let way = end - start
            // What a hand draws in a tenth of a pixel changes nothing.
            guard number == 0 || number == places.count - 1 || (way * way).sum() > 0.25 else { continue }
            squares.lowerSquares(from: start, to: end, reach: limit + 1)
            start = end
        }
        for index in squares.samples.indices { squares.samples[index] = squares.samples[index].squareRoot() }
        return squares
    }

    /// Pixels of the raster a pixel of the overview.
    var scale: SIMD2<Double> {
        SIMD2(Double(size.width) / Double(part.width), Double(size.height) / Double(part.height))
    }

    /// The sides of the part that are sides of the photo.
    var frame: FrameSides {
        var sides: FrameSides = []
        if part.x == 0 { sides.insert(.left) }
        if part.y == 0 { sides.insert(.top) }
        if part.maxX == overview.width { sides.insert(.right) }
        if part.maxY == overview.height { sides.insert(.bottom) }
        return sides
    }

    func coverage(of track: BrushTrack) -> Plane {
        track.coverage(on: size, origin: SIMD2(Double(part.x), Double(part.y)), scale: scale)
    }

    /// Where the raster lies in a photo.
    func place(in photo: PixelSize) -> FractionalRect {
        let across = Double(photo.width) / Double(overview.width)
        let down = Double(photo.height) / Double(overview.height)
        return FractionalRect(
            x: Double(part.x) * across, y: Double(part.y) * down, width: Double(part.width) * across,
            height: Double(part.height) * down)
    }

    /// Where a part of the raster, and something around it, lies in a photo.
    func photoRect(of box: PixelRect, in photo: PixelSize) -> PixelRect {
        let around = box.insetBy(-max(4, box.size.longestSide / 20)).intersection(PixelRect(size))
        return place(in: photo).pixels(under: around, of: size).intersection(PixelRect(photo))
    }
}

extension FractionalRect {
    /// All pixels under a part of a raster of a size, where this rectangle is the raster's place among them.
    func pixels(under part: PixelRect, of size: PixelSize) -> PixelRect {
        let rect = part.scaled(x: width / Double(size.width), y: height / Double(size.height))
        return PixelRect(
            x: rect.x + Int(x.rounded(.down)), y: rect.y + Int(y.rounded(.down)), width: rect.width + 1,
            height: rect.height + 1)
    }
}

extension Plane {
    /// Lowers samples to the squared distance of their centres from a line, near it.
    fileprivate mutating func lowerSquares(from start: SIMD2<Float>, to end: SIMD2<Float>, reach: Float) {
        let (low, high) = (pointwiseMin(start, end) - reach, pointwiseMax(start, end) + reach)
        let (width, height) = (Float(width), Float(height))
        let columns = Int(min(max(low.x, 0), width))..<Int(min(max(high.x + 1, 0), width))
        let rows = Int(min(max(low.y, 0), height))..<Int(min(max(high.y + 1, 0), height))
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let way = end - start
        let byLength = 1 / max((way * way).sum(), 1e-9)
        let stride = size.width
        samples.withUnsafeMutableBufferPointer { samples in
            for y in rows {
                for x in columns {
                    let place = SIMD2(Float(x) + 0.5, Float(y) + 0.5) - start
                    let share = min(max((place * way).sum() * byLength, 0), 1)
                    let rest = place - way * share
                    let square = (rest * rest).sum()
                    if square < samples[y * stride + x] { samples[y * stride + x] = square }
                }
            }
        }
    }

    /// The samples on another raster of the same photo, linear between the centres of this one's; 0 outside it.
    ///
    /// - Parameters:
    ///   - place: where this raster lies.
    ///   - otherPlace: where the other lies.
    ///   - size: of the other.
    func sampled(from place: FractionalRect, onto otherPlace: FractionalRect, size: PixelSize) -> Plane {
        let columns = Self.taps(
            from: place.x, length: place.width, count: width, onto: otherPlace.x, length: otherPlace.width,
            count: size.width)
        let rows = Self.taps(
            from: place.y, length: place.height, count: height, onto: otherPlace.y, length: otherPlace.height,
            count: size.height)
        var sampled = Plane(size: size)
        samples.withUnsafeBufferPointer { samples in
            sampled.samples.withUnsafeMutableBufferPointer { output in
                for (y, row) in rows.enumerated() where row.isInside {
                    let (upper, lower) = (row.first * width, row.second * width)
                    for (x, column) in columns.enumerated() where column.isInside {
                        let above = samples[upper + column.first]
                        let top = above + (samples[upper + column.second] - above) * column.fraction
                        let below = samples[lower + column.first]
                        let bottom = below + (samples[lower + column.second] - below) * column.fraction
                        output[y * size.width + x] = top + (bottom - top) * row.fraction
                    }
                }
            }
        }
        return sampled
    }

    private struct Tap {
        let first: Int
        let second: Int
        let fraction: Float
        let isInside: Bool
    }

    private static func taps(
        from start: Double, length: Double, count: Int, onto otherStart: Double, length otherLength: Double,
        count otherCount: Int
    ) -> [Tap] {
        (0..<otherCount).map { index in
            let place = otherStart + (Double(index) + 0.5) / Double(otherCount) * otherLength
            let position = (place - start) / length * Double(count) - 0.5
            let inside = min(max(position, 0), Double(count - 1))
            let first = Int(inside)
            return Tap(
                first: first, second: min(first + 1, count - 1), fraction: Float(inside - Double(first)),
                isInside: position > -0.5 && position < Double(count) - 0.5)
        }
    }
}
