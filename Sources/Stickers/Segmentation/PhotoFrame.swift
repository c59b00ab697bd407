import Imaging

/// A frame of one colour that was put around a picture: the bars of a film, a scan's paper, a border, each perhaps with
/// a line. None of it is subject, and a network sees more of the picture without it.
struct PhotoFrame {
    /// What it surrounds, in pixels of the bitmap.
    let inside: PixelRect

    /// Lines of one colour are at most this part of the picture's width or height, on one side.
    private static let mostDepth = 0.25
    /// Ends of a line that count for nothing: there the other sides' frame is.
    private static let ends = 0.05
    /// Colours that differ by less in each channel are one, but for this part of a line's pixels: compression, dust.
    private static let sameColor = 14
    private static let strayShare = 0.03
    /// A frame ends where this part of a line has another colour, or of the line after one where both mix. A ground of
    /// one colour has no such end.
    private static let stepShare = 0.4
    /// Bars on two sides alone are as deep as this part of the width or height.
    private static let leastBar = 0.01
    /// Lines of another colour in a frame are at most this part of the width or height together, or two pixels.
    private static let thinLine = 0.02
    /// Where frame and picture meet, pixels are mixtures of both.
    private static let mixed = 2

    /// `nil` where there is none on two opposite sides, and for a picture with transparency. A third side has it, too,
    /// or not: there may be a caption.
    init?(of bitmap: Bitmap) {
        let size = bitmap.size
        guard min(size.width, size.height) >= 32, !bitmap.hasTransparency else { return nil }
        let (right, bottom) = (size.width - 1, size.height - 1)
        let rows = (
            Self.strip(size.height, by: size.width) { bitmap[$1, $0] },
            Self.strip(size.height, by: size.width) { bitmap[$1, bottom - $0] }
        )
        let columns = (
            Self.strip(size.width, by: size.height) { bitmap[$0, $1] },
            Self.strip(size.width, by: size.height) { bitmap[right - $0, $1] }
        )
        guard let color = Self.commonColor(rows) ?? Self.commonColor(columns) else { return nil }
        let depths = [rows.0, rows.1, columns.0, columns.1].map { strip in
            strip.flatMap { Self.isSame($0.color, color) ? $0.depth : nil }
        }
        // A thing that fills its picture has a little of the ground on two sides.
        let isBars = depths.count { $0 != nil } == 2
        let leastDepth = isBars ? Self.leastBar * Double(depths[0] == nil ? size.width : size.height) : 0
        guard depths.allSatisfy({ Double($0 ?? .max) >= leastDepth }) else { return nil }
        let margins = depths.map { $0.map { $0 + Self.mixed } ?? 0 }
        inside = PixelRect(
            x: margins[2], y: margins[0], width: size.width - margins[2] - margins[3],
            height: size.height - margins[0] - margins[1])
    }

    /// A subject that fills so much of what is inside is all of it, and there is no frame.
    private static let leastThing: Float = 0.9

    /// Whether it is the ground that a thing with straight sides stands on, by the thing's matte.
    ///
    /// - Parameter picture: the bitmap's size, over which the matte is spread.
    func isGround(of thing: Matte, in picture: PixelSize) -> Bool {
        let cells = inside.scaled(
            x: Double(thing.width) / Double(picture.width), y: Double(thing.height) / Double(picture.height)
        ).intersection(thing.bounds)
        return thing.cropped(to: cells).samples.reduce(0, +) > Self.leastThing * Float(max(1, cells.area))
    }

    /// The bitmap without it, and where that lies in the photo that the bitmap shows.
    func removed(from bitmap: Bitmap, of photo: PixelSize) -> (Bitmap, PixelRect) {
        let (across, down) = (
            Double(photo.width) / Double(bitmap.width), Double(photo.height) / Double(bitmap.height)
        )
        let (left, right) = (Int((Double(inside.x) * across).rounded()), Int((Double(inside.maxX) * across).rounded()))
        let (top, bottom) = (Int((Double(inside.y) * down).rounded()), Int((Double(inside.maxY) * down).rounded()))
        return (bitmap.cropped(to: inside), PixelRect(x: left, y: top, width: right - left, height: bottom - top))
    }

    private typealias Strip = (depth: Int, color: SRGBColor)

    /// That of two opposite sides; `nil` where one has no frame, or theirs have two colours.
    private static func commonColor(_ sides: (Strip?, Strip?)) -> SRGBColor? {
        guard let one = sides.0, let other = sides.1, isSame(one.color, other.color) else { return nil }
        return one.color
    }

    /// What a frame is on one side; `nil` for none.
    ///
    /// - Parameters:
    ///   - count: how many lines there are from this side to the other.
    ///   - length: of a line.
    ///   - line: a line's number from this side, and a place on it, to its colour.
    private static func strip(
        _ count: Int, by length: Int, _ line: (Int, Int) -> SRGBColor
    ) -> Strip? {
        let places = Int(ends * Double(length))..<length - Int(ends * Double(length))
        let stray = Int(strayShare * Double(places.count))
        func others(than color: SRGBColor, on number: Int) -> Int {
            places.count { !isSame(line(number, $0), color) }
        }
        let outer = line(0, length / 2)
        let thin = max(2, Int(thinLine * Double(count)))
        // How many lines have the outer colour, or lie between such.
        var depth = 0
        var color = outer
        for number in 0..<Int(mostDepth * Double(count)) {
            // A line's own colour is that of its middle pixel: the frame may have a line of another.
            let own = line(number, length / 2)
            if others(than: own, on: number) <= stray {
                color = own
                if isSame(own, outer) { depth = number + 1 }
                // What goes on in another colour is a part of the picture: a sky, a wall.
                if number - depth >= thin { return (depth, outer) }
                continue
            }
            let isStep = (number...number + 1).contains {
                Double(others(than: color, on: $0)) >= stepShare * Double(places.count)
            }
            if isStep { return number > 0 ? (number, outer) : nil }
            return depth > 0 && depth < number ? (depth, outer) : nil
        }
        return nil
    }

    private static func isSame(_ one: SRGBColor, _ other: SRGBColor) -> Bool {
        abs(Int(one.red) - Int(other.red)) < sameColor && abs(Int(one.green) - Int(other.green)) < sameColor
            && abs(Int(one.blue) - Int(other.blue)) < sameColor
    }
}
