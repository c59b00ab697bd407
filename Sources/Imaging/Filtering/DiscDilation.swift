import Glibc

extension Plane {
    /// How much of each pixel lies within `radius` of the shape whose coverage this plane holds: the shape grown by a
    /// disc, with an anti-aliased outline.
    ///
    /// Exact for the union of discs around the pixel centres, where a pixel of coverage c has a disc of radius
    /// `radius + c - 1/2`, so that the outline follows a soft edge to a fraction of a pixel. Discs of different radii
    /// are a squared distance with an offset for each pixel, which is separable (Felzenszwalb & Huttenlocher 2012,
    /// "Distance Transforms of Sampled Functions").
    ///
    /// - Parameter radius: in pixels, at least 0.5.
    public func dilated(radius: Float) -> Plane {
        precondition(radius >= 0.5, "a disc has a radius of half a pixel or more")
        let reach = Int((radius + 0.5).rounded(.up)) + 1
        let far: Float = 1e12
        var field = samples.map { coverage -> Float in
            guard coverage > 1 / 512 else { return far }
            let disc = radius + min(coverage, 1) - 0.5
            return radius * radius - disc * disc
        }
        var other = [Float](repeating: far, count: field.count)
        field.withUnsafeMutableBufferPointer { field in
            other.withUnsafeMutableBufferPointer { other in
                if reach <= SquaredDistance.directReach {
                    SquaredDistance.nearestDown(field, width: width, height: height, reach: reach, into: other)
                    SquaredDistance.nearestAcross(other, width: width, height: height, reach: reach, into: field)
                } else {
                    SquaredDistance.envelopesDown(field, width: width, height: height)
                    SquaredDistance.envelopesAcross(field, width: width, height: height)
                }
                for index in field.indices {
                    let distance = max(field[index], 0).squareRoot()
                    field[index] = min(max(radius - distance + 0.5, 0), 1)
                }
            }
        }
        return Plane(size: size, samples: field)
    }
}

/// Squared distances with an offset for each source pixel, one dimension after the other.
enum SquaredDistance {
    /// Up to this reach, trying every offset (vectorised) beats the lower envelope.
    static let directReach = 24

    static func nearestDown(
        _ input: UnsafeMutableBufferPointer<Float>, width: Int, height: Int, reach: Int,
        into output: UnsafeMutableBufferPointer<Float>
    ) {
        for y in 0..<height {
            let result = UnsafeMutableBufferPointer(rebasing: output[y * width..<(y + 1) * width])
            let first = max(y - reach, 0)
            for source in first...min(y + reach, height - 1) {
                let squared = Float((source - y) * (source - y))
                let row = UnsafeMutableBufferPointer(rebasing: input[source * width..<(source + 1) * width])
                if source == first {
                    for x in 0..<width { result[x] = row[x] + squared }
                } else {
                    for x in 0..<width {
                        let candidate = row[x] + squared
                        result[x] = candidate < result[x] ? candidate : result[x]
                    }
                }
            }
        }
    }

    static func nearestAcross(
        _ input: UnsafeMutableBufferPointer<Float>, width: Int, height: Int, reach: Int,
        into output: UnsafeMutableBufferPointer<Float>
    ) {
        var padded = [Float](repeating: 1e12, count: width + 2 * reach)
        padded.withUnsafeMutableBufferPointer { padded in
            for y in 0..<height {
                for x in 0..<width { padded[reach + x] = input[y * width + x] }
                let result = UnsafeMutableBufferPointer(rebasing: output[y * width..<(y + 1) * width])
                for x in 0..<width { result[x] = padded[reach + x] }
                for offset in 1...reach {
                    let squared = Float(offset * offset)
                    for x in 0..<width {
                        let left = padded[reach + x - offset]
                        let right = padded[reach + x + offset]
                        let candidate = (left < right ? left : right) + squared
                        result[x] = candidate < result[x] ? candidate : result[x]
                    }
                }
            }
        }
    }

    static func envelopesAcross(_ field: UnsafeMutableBufferPointer<Float>, width: Int, height: Int) {
        var envelope = LowerEnvelope(capacity: width)
        for y in 0..<height {
            envelope.transform(field, start: y * width, stride: 1, count: width)
        }
    }

    static func envelopesDown(_ field: UnsafeMutableBufferPointer<Float>, width: Int, height: Int) {
        var envelope = LowerEnvelope(capacity: height)
        for x in 0..<width {
            envelope.transform(field, start: x, stride: width, count: height)
        }
    }
}

/// The lower envelope of parabolas of one line, with room for its work so that lines do not allocate.
private struct LowerEnvelope {
    private var line: [Float]
    private var vertices: [Int]
    private var bounds: [Float]

    init(capacity: Int) {
        line = [Float](repeating: 0, count: capacity)
        vertices = [Int](repeating: 0, count: capacity)
        bounds = [Float](repeating: 0, count: capacity + 1)
    }

    mutating func transform(_ field: UnsafeMutableBufferPointer<Float>, start: Int, stride: Int, count: Int) {
        var last = -1
        for position in 0..<count {
            let value = field[start + position * stride]
            line[position] = value
            guard value < 1e11 else { continue }
            while last >= 0 {
                let vertex = vertices[last]
                let crossing =
                    ((value + Float(position * position)) - (line[vertex] + Float(vertex * vertex)))
                    / Float(2 * (position - vertex))
                if crossing > bounds[last] {
                    bounds[last + 1] = crossing
                    break
                }
                last -= 1
            }
            if last < 0 { bounds[0] = -.infinity }
            last += 1
            vertices[last] = position
        }
        guard last >= 0 else { return }
        var current = 0
        for position in 0..<count {
            while current < last, bounds[current + 1] < Float(position) { current += 1 }
            let offset = position - vertices[current]
            field[start + position * stride] = Float(offset * offset) + line[vertices[current]]
        }
    }
}
