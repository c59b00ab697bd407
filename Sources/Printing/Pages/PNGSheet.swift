import Imaging

/// A page as printed: pixels on white paper, without the lines.
struct PNGSheet {
    private(set) var bitmap: Bitmap
    private let pixelsPerMillimetre: Double

    /// The most pixels of a page: A4 at 1200 dots an inch has 139 million.
    static let mostPixels = 1 << 28

    init(_ page: SheetPage, resolution: Double) throws(PrintingError) {
        pixelsPerMillimetre = resolution / millimetresPerInch
        bitmap = Bitmap(size: try Self.size(of: page, resolution: resolution), filledWith: .white)
        for mark in page.marks { fill(mark) }
    }

    /// - Throws: ``PrintingError`` with `.setting` for more than ``mostPixels``.
    static func size(of page: SheetPage, resolution: Double) throws(PrintingError) -> PixelSize {
        let size = page.size * (resolution / millimetresPerInch)
        guard size.x * size.y <= Double(Self.mostPixels) else {
            throw PrintingError(
                .setting, "a page of \(Int(size.x)) × \(Int(size.y)) pixels is too large for PNG: lower the resolution")
        }
        return PixelSize(width: max(1, Int(size.x.rounded())), height: max(1, Int(size.y.rounded())))
    }

    private mutating func fill(_ box: Box) {
        let low = box.low * pixelsPerMillimetre
        let high = box.high * pixelsPerMillimetre
        for y in max(0, Int(low.y.rounded()))..<min(bitmap.height, Int(high.y.rounded())) {
            for x in max(0, Int(low.x.rounded()))..<min(bitmap.width, Int(high.x.rounded())) {
                bitmap[x, y] = .black
            }
        }
    }

    /// Draws a picture over the page. Each pixel of the page is interpolated between the four nearest of the picture.
    mutating func draw(_ picture: PrintPicture, at placement: Nester.Placement) {
        let corners =
            [picture.box.low, Point(picture.box.high.x, picture.box.low.y), picture.box.high]
            + [Point(picture.box.low.x, picture.box.high.y)]
        let covered = Box(around: corners.map { placement.place($0) * pixelsPerMillimetre })
        let source = picture.bitmap
        // From the page's pixels to the picture's, with a step for each pixel to the right.
        let (cosine, sine) = Rotation.parts(of: -placement.angle)
        let perPixel = Point(Double(source.width) / picture.box.width, Double(source.height) / picture.box.height)
        let across = Point(cosine, sine) / pixelsPerMillimetre * perPixel
        let rows = max(0, Int(covered.low.y))..<min(bitmap.height, Int(covered.high.y) + 1)
        let columns = max(0, Int(covered.low.x))..<min(bitmap.width, Int(covered.high.x) + 1)
        guard !rows.isEmpty, !columns.isEmpty else { return }
        let width = bitmap.width
        bitmap.pixels.withUnsafeMutableBufferPointer { target in
            source.pixels.withUnsafeBufferPointer { source in
                for y in rows {
                    let first = Point(Double(columns.lowerBound) + 0.5, Double(y) + 0.5) / pixelsPerMillimetre
                    let local = (first - placement.shift).turned(by: -placement.angle) - picture.box.low
                    var place = local * perPixel - Point(0.5, 0.5)
                    for x in columns {
                        Self.mix(
                            source, picture.bitmap.size, at: place, into: target, 4 * (y * width + x))
                        place += across
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func mix(
        _ source: UnsafeBufferPointer<UInt8>, _ size: PixelSize, at place: Point,
        into target: UnsafeMutableBufferPointer<UInt8>, _ offset: Int
    ) {
        guard place.x > -1, place.y > -1, place.x < Double(size.width), place.y < Double(size.height) else { return }
        let (left, top) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        let (right, bottom) = (Float(place.x - Double(left)), Float(place.y - Double(top)))
        var sum = SIMD4<Float>.zero
        for y in max(top, 0)...max(top, min(top + 1, size.height - 1)) {
            let rowWeight = y == top ? 1 - bottom : bottom
            for x in max(left, 0)...max(left, min(left + 1, size.width - 1)) {
                let at = 4 * (y * size.width + x)
                let alpha = Float(source[at + 3]) * rowWeight * (x == left ? 1 - right : right)
                sum += SIMD4(Float(source[at]), Float(source[at + 1]), Float(source[at + 2]), 1) * alpha
            }
        }
        guard sum.w > 0 else { return }
        let opacity = min(sum.w / 255, 1)
        let color = sum / sum.w
        for channel in 0..<3 {
            let behind = Float(target[offset + channel])
            target[offset + channel] = UInt8(behind + (color[channel] - behind) * opacity + 0.5)
        }
    }
}
