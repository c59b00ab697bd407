import Peel

/// For each pixel the distance to the nearest one that is not of a region, to the centre of that pixel.
///
/// Felzenszwalb & Huttenlocher, "Distance Transforms of Sampled Functions" (2012).
func distances(within isInside: [Bool], size: PixelSize) -> [Float] {
    let far: Float = 1e9
    var squares = isInside.map { $0 ? far : Float(0) }
    func transform(_ count: Int, _ start: Int, _ step: Int) {
        var centers = [Int](repeating: 0, count: count)
        var bounds = [Float](repeating: 0, count: count + 1)
        var last = 0
        bounds[0] = -.infinity
        bounds[1] = .infinity
        let values = (0..<count).map { squares[start + $0 * step] }
        func meeting(_ first: Int, _ second: Int) -> Float {
            let (a, b) = (Float(first), Float(second))
            return ((values[second] + b * b) - (values[first] + a * a)) / (2 * b - 2 * a)
        }
        for place in 1..<max(count, 1) {
            var border = meeting(centers[last], place)
            while last > 0, border <= bounds[last] {
                last -= 1
                border = meeting(centers[last], place)
            }
            last += 1
            centers[last] = place
            bounds[last] = border
            bounds[last + 1] = .infinity
        }
        last = 0
        for place in 0..<count {
            while bounds[last + 1] < Float(place) { last += 1 }
            let way = Float(place - centers[last])
            squares[start + place * step] = way * way + values[centers[last]]
        }
    }
    for x in 0..<size.width { transform(size.height, x, size.width) }
    for y in 0..<size.height { transform(size.width, y * size.width, 1) }
    return squares.map { $0.squareRoot() }
}

/// What a cut should be.
struct Wanted {
    /// Masks are drawn by hand: their line is not trusted nearer than this, as a part of the longer side.
    static let line: Float = 0.004

    let isInside: [Bool]
    /// Where the mask tells: not on its line.
    private let counts: [Bool]

    init(_ mask: Bitmap) {
        let inside = (0..<mask.size.area).map { mask.pixels[4 * $0] > 127 }
        let width = Self.line * Float(mask.size.longestSide)
        let (within, without) = (
            distances(within: inside, size: mask.size), distances(within: inside.map { !$0 }, size: mask.size)
        )
        isInside = inside
        counts = inside.indices.map { max(within[$0], without[$0]) > width }
    }

    func isWrong(_ isCut: Bool, at index: Int) -> Bool { counts[index] && isInside[index] != isCut }

    /// The intersection over union.
    func overlap(_ cut: [Bool]) -> Double {
        var (both, either) = (0, 0)
        for index in cut.indices where counts[index] {
            both += cut[index] && isInside[index] ? 1 : 0
            either += cut[index] || isInside[index] ? 1 : 0
        }
        return Double(both) / Double(max(either, 1))
    }
}
