extension Bitmap {
    /// The most taps; the rounding errors of more would add up to a level.
    static var mostTapsInWholeNumbers: Int { 16 }

    /// Does what ``resampled(from:to:kernel:)`` does for a bitmap without transparency, in integers: faster, and within
    /// one level of exact arithmetic.
    ///
    /// Colours stand around the middle level, so that a kernel may overshoot on either side.
    func resampledOpaque(_ columns: ResamplingTaps, _ rows: ResamplingTaps, to target: PixelSize) -> Bitmap {
        let resampled = [UInt8](unsafeUninitializedCapacity: 4 * target.area) { output, count in
            var blended = BlendedRows(of: self, columns: columns, rows: rows)
            let across = GatheredColumns(columns)
            var line = [Int16](repeating: 0, count: 4 * target.width)
            pixels.withUnsafeBufferPointer { pixels in
                line.withUnsafeMutableBufferPointer { line in
                    for y in 0..<target.height {
                        blended.blend(y, of: pixels)
                        blended.withRow { across.gather(from: $0, into: line) }
                        Self.store(
                            UnsafeBufferPointer(line),
                            into: UnsafeMutableBufferPointer(
                                rebasing: output[4 * y * target.width..<4 * (y + 1) * target.width]))
                    }
                }
            }
            count = 4 * target.area
        }
        return Bitmap(size: target, pixels: resampled)
    }

    /// Stores a row of opaque pixels, rounded and clamped.
    ///
    /// - Parameter line: in steps of 1/32 level.
    private static func store(_ line: UnsafeBufferPointer<Int16>, into output: UnsafeMutableBufferPointer<UInt8>) {
        guard let input = line.baseAddress, let result = output.baseAddress else { return }
        for index in 0..<line.count {
            result[index] = UInt8(truncatingIfNeeded: min(max((input[index] &+ 16) &>> 5, -128), 127) &+ 128)
        }
        for pixel in 0..<line.count / 4 { result[4 * pixel + 3] = 255 }
    }
}

/// Returns the upper half of each product: a quarter of the other factor, if one is a weight in 1/16,384.
@inline(__always)
private func quarterProduct(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD8<Int16> {
    // Written like this, it is one instruction on every processor.
    let product = SIMD8<Int32>(truncatingIfNeeded: a) &* SIMD8<Int32>(truncatingIfNeeded: b)
    return SIMD8<Int16>(truncatingIfNeeded: product &>> 16)
}

extension ResamplingTaps {
    /// Returns the weights of one result in 1/16,384, with that sum exactly.
    fileprivate func fixedPointWeights(of position: Int) -> [Int16] {
        let exact = weights[position * tapCount..<(position + 1) * tapCount].map { $0 * 16_384 }
        var rounded = exact.map { Int32($0.rounded()) }
        if let heaviest = rounded.indices.max(by: { rounded[$0] < rounded[$1] }) {
            rounded[heaviest] += 16_384 - rounded.reduce(0, +)
        }
        return rounded.map { Int16(clamping: $0) }
    }
}

/// The mean error of the products, which are rounded down by half a step unless they are 0.
private func halfSteps(_ weights: [Int16]) -> Int16 {
    Int16(truncatingIfNeeded: weights.count { $0 != 0 } / 2)
}

/// Weighted sums of a bitmap's rows, in steps of 1/128 level.
private struct BlendedRows {
    /// The numbers that are computed at once.
    private static let lanes = 8

    private let taps: ResamplingTaps
    private let sourceWidth: Int
    /// The columns of the source that are used.
    private let range: Range<Int>
    /// The length of a row of ``rows``: the range's channels and room for whole groups of lanes.
    private let stride: Int
    /// As many source rows as one result needs, in steps of 1/256 level; row y is at y modulo their number.
    private var rows: [Int16]
    private var sum: [Int16]
    /// The weights of one result, by tap.
    private var weights: [SIMD8<Int16>]
    private var slots: [Int]
    /// The next source row that is not in ``rows`` yet.
    private var next = 0

    init(of bitmap: Bitmap, columns: ResamplingTaps, rows taps: ResamplingTaps) {
        self.taps = taps
        sourceWidth = bitmap.width
        let first = Int(columns.starts.first ?? 0)
        range = first..<Int(columns.starts.last ?? 0) + columns.tapCount
        // A result with an odd number of columns reads one more, with weight 0.
        stride = (4 * (range.count + 1) + Self.lanes - 1) / Self.lanes * Self.lanes
        rows = [Int16](repeating: 0, count: taps.tapCount * stride)
        sum = [Int16](repeating: 0, count: stride)
        weights = [SIMD8<Int16>](repeating: .zero, count: taps.tapCount)
        slots = [Int](repeating: 0, count: taps.tapCount)
    }

    func withRow(_ body: (UnsafePointer<Int16>) -> Void) {
        sum.withUnsafeBufferPointer { if let row = $0.baseAddress { body(row) } }
    }

    /// Computes the sum for position `y` of the result. Positions must rise.
    mutating func blend(_ y: Int, of pixels: UnsafeBufferPointer<UInt8>) {
        let start = Int(taps.starts[y])
        for row in max(next, start)..<max(next, start + taps.tapCount) { load(row, of: pixels) }
        next = max(next, start + taps.tapCount)
        let own = taps.fixedPointWeights(of: y)
        let rounding = SIMD8<Int16>(repeating: halfSteps(own))
        for tap in own.indices { weights[tap] = SIMD8(repeating: own[tap]) }
        // The beginning of each tap's row, computed once for all columns.
        for tap in slots.indices { slots[tap] = 2 * stride * ((start + tap) % taps.tapCount) }
        let groupCount = stride / Self.lanes
        rows.withUnsafeBytes { rows in
            weights.withUnsafeBufferPointer { weights in
                slots.withUnsafeBufferPointer { slots in
                    sum.withUnsafeMutableBytes { sum in
                        for group in 0..<groupCount {
                            var total = rounding
                            let offset = 2 * Self.lanes * group
                            for tap in 0..<slots.count {
                                let row = rows.loadUnaligned(
                                    fromByteOffset: slots[tap] + offset, as: SIMD8<Int16>.self)
                                total = total &+ quarterProduct(row, weights[tap])
                            }
                            sum.storeBytes(of: total &<< 1, toByteOffset: offset, as: SIMD8<Int16>.self)
                        }
                    }
                }
            }
        }
    }

    private mutating func load(_ row: Int, of pixels: UnsafeBufferPointer<UInt8>) {
        let source = UnsafeBufferPointer(
            rebasing: pixels[4 * (row * sourceWidth + range.lowerBound)..<4 * (row * sourceWidth + range.upperBound)])
        let slot = row % taps.tapCount * stride
        rows.withUnsafeMutableBufferPointer { rows in
            guard let line = rows.baseAddress.map({ $0 + slot }) else { return }
            for index in 0..<source.count { line[index] = Int16(source[index]) &<< 8 ^ .min }
        }
    }
}

/// Weighted sums of the columns of one row.
private struct GatheredColumns {
    /// The index of the first column that is read for each result.
    private let offsets: [Int]
    /// For each result and each two columns: four times the weight of the first, four times that of the second.
    private let weights: [SIMD8<Int16>]
    private let roundings: [SIMD8<Int16>]
    private let pairCount: Int

    init(_ taps: ResamplingTaps) {
        let first = taps.starts.first ?? 0
        offsets = taps.starts.map { 4 * Int($0 - first) }
        pairCount = (taps.tapCount + 1) / 2
        var weights: [SIMD8<Int16>] = []
        var roundings: [SIMD8<Int16>] = []
        weights.reserveCapacity(taps.starts.count * pairCount)
        roundings.reserveCapacity(taps.starts.count)
        for position in taps.starts.indices {
            let own = taps.fixedPointWeights(of: position) + [0]
            roundings.append(SIMD8(lowHalf: SIMD4(repeating: halfSteps(own)), highHalf: .zero))
            for pair in 0..<pairCount {
                weights.append(
                    SIMD8(
                        lowHalf: SIMD4(repeating: own[2 * pair]), highHalf: SIMD4(repeating: own[2 * pair + 1])))
            }
        }
        self.weights = weights
        self.roundings = roundings
    }

    /// Resamples a row horizontally.
    ///
    /// - Parameters:
    ///   - row: in steps of 1/128 level.
    ///   - line: in steps of 1/32 level.
    func gather(from row: UnsafePointer<Int16>, into line: UnsafeMutableBufferPointer<Int16>) {
        let row = UnsafeRawPointer(row)
        let line = UnsafeMutableRawBufferPointer(line)
        offsets.withUnsafeBufferPointer { offsets in
            weights.withUnsafeBufferPointer { weights in
                for position in 0..<offsets.count {
                    var sum = roundings[position]
                    let from = row + 2 * offsets[position]
                    for pair in 0..<pairCount {
                        let pixels = from.loadUnaligned(fromByteOffset: 16 * pair, as: SIMD8<Int16>.self)
                        sum = sum &+ quarterProduct(pixels, weights[position * pairCount + pair])
                    }
                    line.storeBytes(of: sum.lowHalf &+ sum.highHalf, toByteOffset: 8 * position, as: SIMD4<Int16>.self)
                }
            }
        }
    }
}
