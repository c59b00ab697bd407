import Glibc
import Imaging
import TestSupport

@testable import Printing

/// Pictures of shapes of which the edge is known, antialiased by 16 × 16 samples a pixel.
struct Shape {
    let size: PixelSize
    /// Whether a place, in pixels, is inside.
    let contains: (Point) -> Bool

    var bitmap: Bitmap {
        var bitmap = Bitmap(size: size)
        let steps = 16
        for y in 0..<size.height {
            for x in 0..<size.width {
                let places = [(0.5, 0.5), (0, 0), (1, 0), (0, 1), (1, 1)].map {
                    Point(Double(x) + $0.0, Double(y) + $0.1)
                }
                let insideCount = places.count(where: contains)
                if insideCount == 0 { continue }
                if insideCount == places.count {
                    bitmap[x, y] = SRGBColor(red: 200, green: 80, blue: 40, alpha: 255)
                    continue
                }
                var count = 0
                for row in 0..<steps {
                    for column in 0..<steps {
                        let place = Point(
                            Double(x) + (Double(column) + 0.5) / Double(steps),
                            Double(y) + (Double(row) + 0.5) / Double(steps))
                        if contains(place) { count += 1 }
                    }
                }
                let alpha = UInt8((Double(count) * 255 / Double(steps * steps)).rounded())
                if alpha > 0 { bitmap[x, y] = SRGBColor(red: 200, green: 80, blue: 40, alpha: alpha) }
            }
        }
        return bitmap
    }

    static func circle(side: Int = 512, radius: Double, at center: Point? = nil) -> Shape {
        let center = center ?? Point(Double(side) / 2, Double(side) / 2)
        return Shape(size: PixelSize(width: side, height: side)) { ($0 - center).length <= radius }
    }

    /// A star of straight sides: sharp tips and sharp bays.
    static func starCorners(side: Double, tips: Int = 5) -> [Point] {
        (0..<2 * tips).map { index in
            let radius = side * (index % 2 == 0 ? 0.46 : 0.2)
            let angle = Double.pi * Double(index) / Double(tips) - 1.5
            return Point(side / 2 + radius * cos(angle), side / 2 + radius * sin(angle))
        }
    }

    static func star(side: Int = 512) -> Shape {
        let corners = starCorners(side: Double(side))
        return Shape(size: PixelSize(width: side, height: side)) { Polygon.contains($0, corners) }
    }

    /// A disc with arms that are three pixels wide.
    static func thinArms(side: Int = 512) -> Shape {
        let middle = Double(side) / 2
        return Shape(size: PixelSize(width: side, height: side)) { place in
            let offset = place - Point(middle, middle)
            if offset.length <= Double(side) / 8 { return true }
            guard offset.length <= Double(side) * 0.45 else { return false }
            return (0..<7).contains { arm in
                let angle = 2 * Double.pi * Double(arm) / 7 + 0.3
                let direction = Point(cos(angle), sin(angle))
                return offset.dot(direction) > 0 && abs(offset.cross(direction)) <= 1.5
            }
        }
    }

    /// A blob whose radius wanders; another one for each seed.
    static func blob(seed: UInt64, side: Int = 256) -> Shape {
        var generator = SeededGenerator(seed: seed)
        let waves = (2...7).map {
            (Double($0), Double.random(in: 0..<0.12, using: &generator), Double.random(in: 0..<6, using: &generator))
        }
        let middle = Double(side) / 2
        return Shape(size: PixelSize(width: side, height: side)) { place in
            let offset = place - Point(middle, middle)
            let angle = atan2(offset.y, offset.x)
            let radius = waves.reduce(0.6) { $0 + $1.1 * sin($1.0 * angle + $1.2) }
            return offset.length <= radius * middle * 0.7
        }
    }
}
