import Glibc

extension Plane {
    /// Grows the shape whose coverage this plane holds by a disc, with an anti-aliased outline.
    ///
    /// Exact for the union of discs around the pixel centres, where a pixel of coverage c has a disc of radius
    /// `radius + c - 1/2`, so that the outline follows a soft edge to a fraction of a pixel. Discs of different radii
    /// are a squared distance with an offset for each pixel, which is separable (Felzenszwalb & Huttenlocher 2012,
    /// "Distance Transforms of Sampled Functions").
    ///
    /// - Parameter radius: in pixels, at least 0.5.
    package func dilated(radius: Float) -> Plane {
        var grown = discDistances(radius: radius, exactFrom: radius - 0.5)
        grown.samples.withUnsafeMutableBufferPointer { samples in
            for index in 0..<samples.count { samples[index] = min(max(radius - samples[index] + 0.5, 0), 1) }
        }
        return grown
    }

    /// Returns the distance of each pixel from the shape: from the centre of the nearest pixel, less what that pixel's
    /// coverage adds to its disc. The outline of ``dilated(radius:)`` is where this is `radius`.
    ///
    /// - Parameters:
    ///   - radius: distances of more than a pixel and a half beyond it may be inexact.
    ///   - exactFrom: distances below it may be inexact.
    func discDistances(radius: Float, exactFrom: Float) -> Plane {
        precondition(radius >= 0.5, "radius must be at least 0.5")
        let reach = Int((radius + 0.5).rounded(.up)) + 1
        let far: Float = 1e12
        var field = [Float](unsafeUninitializedCapacity: samples.count) { output, count in
            samples.withUnsafeBufferPointer { samples in
                for index in 0..<samples.count {
                    let coverage = samples[index]
                    let disc = radius + min(coverage, 1) - 0.5
                    output[index] = coverage > 1 / 512 ? radius * radius - disc * disc : far
                }
            }
            count = samples.count
        }
        var other = [Float](repeating: far, count: field.count)
        field.withUnsafeMutableBufferPointer { field in
            other.withUnsafeMutableBufferPointer { other in
                if reach <= SquaredDistance.directReach {
                    SquaredDistance.nearestDown(field, width: width, height: height, reach: reach, into: other)
                    let inside = max(exactFrom, 0)
                    SquaredDistance.nearestAcross(
                        other, width: width, height: height, reach: reach, nearEnough: inside * inside, into: field)
                } else {
                    SquaredDistance.envelopesDown(field, width: width, height: height)
                    SquaredDistance.envelopesAcross(field, width: width, height: height)
                }
                for index in field.indices { field[index] = max(field[index], 0).squareRoot() }
            }
        }
        return Plane(size: size, samples: field)
    }
}

/// Squared distances with an offset for each source pixel, one dimension after the other.
enum SquaredDistance {
    /// The reach up to which trying every offset (vectorised) is faster than the lower envelope.
    static let directReach = 24

    /// The pixels of a block; a block in which none can become nearer is skipped.
    private static let blockWidth = 32

    /// Returns the lowest and the highest value of each block of a row.
    private static func bounds(
        _ row: UnsafePointer<Float>, width: Int, lowest: UnsafeMutablePointer<Float>,
        highest: UnsafeMutablePointer<Float>
    ) {
        for (block, start) in stride(from: 0, to: width, by: blockWidth).enumerated() {
            var (low, high) = (row[start], row[start])
            for x in start..<min(start + blockWidth, width) {
                low = row[x] < low ? row[x] : low
                high = row[x] > high ? row[x] : high
            }
            (lowest[block], highest[block]) = (low, high)
        }
    }

    static func nearestDown(
        _ input: UnsafeMutableBufferPointer<Float>, width: Int, height: Int, reach: Int,
        into output: UnsafeMutableBufferPointer<Float>
    ) {
        guard let input = input.baseAddress, let output = output.baseAddress else { return }
        let blockCount = (width + blockWidth - 1) / blockWidth
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * blockCount * height) { bounds in
            guard let lowest = bounds.baseAddress else { return }
            let highest = lowest + blockCount * height
            for y in 0..<height {
                Self.bounds(
                    input + y * width, width: width, lowest: lowest + y * blockCount, highest: highest + y * blockCount)
            }
            for y in 0..<height {
                output.advanced(by: y * width).update(from: input + y * width, count: width)
                let sources = max(y - reach, 0)...min(y + reach, height - 1)
                for block in 0..<blockCount {
                    let start = block * blockWidth
                    let count = min(blockWidth, width - start)
                    let worst = highest[y * blockCount + block]
                    for source in sources where source != y {
                        let squared = Float((source - y) * (source - y))
                        guard lowest[source * blockCount + block] + squared < worst else { continue }
                        lower(
                            output + y * width + start, to: input + source * width + start, plus: squared, count: count)
                    }
                }
            }
        }
    }

    /// - Parameter nearEnough: distances up to it need not be exact.
    static func nearestAcross(
        _ input: UnsafeMutableBufferPointer<Float>, width: Int, height: Int, reach: Int, nearEnough: Float,
        into output: UnsafeMutableBufferPointer<Float>
    ) {
        guard let input = input.baseAddress, let output = output.baseAddress else { return }
        let blockCount = (width + blockWidth - 1) / blockWidth
        var padded = [Float](repeating: 1e12, count: width + 2 * reach)
        var bounds = [Float](repeating: 0, count: 2 * blockCount)
        padded.withUnsafeMutableBufferPointer { padded in
            bounds.withUnsafeMutableBufferPointer { bounds in
                guard let row = padded.baseAddress.map({ $0 + reach }), let lowest = bounds.baseAddress else { return }
                let highest = lowest + blockCount
                for y in 0..<height {
                    let result = output + y * width
                    row.update(from: input + y * width, count: width)
                    result.update(from: row, count: width)
                    Self.bounds(row, width: width, lowest: lowest, highest: highest)
                    for block in 0..<blockCount where highest[block] > nearEnough {
                        let start = block * blockWidth
                        let count = min(blockWidth, width - start)
                        var nearest = lowest[block]
                        for neighbour in neighbours(of: block, within: reach, blockCount) {
                            nearest = min(nearest, lowest[neighbour])
                        }
                        for offset in 1...reach {
                            let squared = Float(offset * offset)
                            guard nearest + squared < highest[block] else { break }
                            lower(result + start, to: row + start - offset, plus: squared, count: count)
                            lower(result + start, to: row + start + offset, plus: squared, count: count)
                        }
                    }
                }
            }
        }
    }

    private static func neighbours(of block: Int, within reach: Int, _ blockCount: Int) -> ClosedRange<Int> {
        let distance = (reach + blockWidth - 1) / blockWidth
        return max(0, block - distance)...min(blockCount - 1, block + distance)
    }

    @inline(__always)
    private static func lower(
        _ result: UnsafeMutablePointer<Float>, to row: UnsafePointer<Float>, plus squared: Float, count: Int
    ) {
        for x in 0..<count {
            let candidate = row[x] + squared
            result[x] = candidate < result[x] ? candidate : result[x]
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

/// The lower envelope of the parabolas of one line, with buffers that all lines share.
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
