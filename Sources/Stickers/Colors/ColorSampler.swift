import Imaging

/// How much of a photo has one colour, or one of a few that are nearly the same.
///
/// In whole numbers, so that the order of the pixels leaves no trace.
struct ColorTally {
    /// Over the pixels of that colour: their number, and the sums of their red, green and blue.
    var all: SIMD4<UInt64>
    /// The same with each pixel multiplied by how much of it is subject, 0…``SubjectWeights/full``.
    var subject: SIMD4<UInt64>
}

/// Counts the colours of photos.
struct ColorSampler {
    /// A photo is counted on a grid of square cells, one pixel of each: up to four times so many.
    private static let sampleCount = 1 << 15
    /// Pixels below that alpha do not count.
    private static let leastAlpha = 128
    /// Bits of each channel that tell the bins apart.
    private static let bits: UInt32 = 5

    /// The sums of a ``ColorTally`` for each bin; all zero between two photos. 32 bits hold them: 255 · 63 · 2¹⁷ < 2³².
    private var bins = [SIMD8<UInt32>](repeating: SIMD8(), count: 1 << (3 * bits))
    private var usedBins: [Int32] = []

    /// The exact colours of all pixels, when there are no more than `limit`.
    func exactColors(of bitmap: Bitmap, weights: SubjectWeights, limit: Int) -> [(color: SRGBColor, tally: ColorTally)]?
    {
        var codes: [UInt32] = []
        var counts: [(all: UInt64, subject: UInt64)] = []
        let isFlat = bitmap.pixels.withUnsafeBytes { bytes in
            let pixels = bytes.bindMemory(to: UInt32.self)
            var last = 0
            for y in 0..<bitmap.height {
                let row = weights.row(y)
                for x in 0..<bitmap.width {
                    let pixel = UInt32(littleEndian: pixels[y * bitmap.width + x])
                    guard pixel >> 24 >= Self.leastAlpha else { continue }
                    let code = pixel & 0xff_ffff
                    if last == codes.count || codes[last] != code {
                        last = codes.firstIndex(of: code) ?? codes.count
                        if last == codes.count {
                            guard codes.count < limit else { return false }
                            codes.append(code)
                            counts.append((0, 0))
                        }
                    }
                    counts[last].all += 1
                    counts[last].subject += UInt64(weights[row, x])
                }
            }
            return true
        }
        guard isFlat else { return nil }
        return zip(codes, counts).map { code, count in
            let color = SRGBColor(
                red: UInt8(code & 255), green: UInt8(code >> 8 & 255), blue: UInt8(code >> 16))
            let sums = SIMD4(1, UInt64(color.red), UInt64(color.green), UInt64(color.blue))
            return (color, ColorTally(all: count.all &* sums, subject: count.subject &* sums))
        }
    }

    /// The colours of the photo in bins of 8 × 8 × 8 codes, in the order of their codes.
    mutating func histogram(of bitmap: Bitmap, weights: SubjectWeights) -> [ColorTally] {
        let step = max(1, Int((Double(bitmap.size.area) / Double(Self.sampleCount)).squareRoot()))
        if count(bitmap, weights, step: step, every: 1) < Self.sampleCount / 8, step > 1 {
            // Nearly all is transparent: the rest is counted again, more closely.
            _ = takeTallies()
            let opaque = stride(from: 3, to: bitmap.pixels.count, by: 4).count { bitmap.pixels[$0] >= Self.leastAlpha }
            _ = count(bitmap, weights, step: 1, every: 1 + opaque / Self.sampleCount)
        }
        return takeTallies()
    }

    /// Adds the colour of one pixel of each cell of `step` by `step` pixels, or of every n-th of those pixels that are
    /// not transparent. Returns how many were added.
    private mutating func count(_ bitmap: Bitmap, _ weights: SubjectWeights, step: Int, every: Int) -> Int {
        var opaque = 0
        var usedBins = usedBins
        self.usedBins = []
        let (width, height) = (bitmap.width, bitmap.height)
        // Never the same place in all cells: it would see only a part of a regular pattern. Across, the place is
        // random. Down, all cells beside each other share one, so that memory is read in order, and it goes around by
        // the golden ratio, which keeps away from all patterns.
        var (across, down): (UInt64, UInt64) = (0x9e37_79b9_7f4a_7c15, 0)
        func place(_ fraction: UInt64) -> Int { Int(truncatingIfNeeded: ((fraction >> 40) &* UInt64(step)) >> 24) }
        bitmap.pixels.withUnsafeBytes { bytes in
            let pixels = bytes.bindMemory(to: UInt32.self)
            bins.withUnsafeMutableBufferPointer { bins in
                for top in stride(from: 0, to: height, by: step) {
                    down &+= 0x9e37_79b9_7f4a_7c15
                    let y = top + place(down)
                    guard y < height else { continue }
                    let row = weights.row(y)
                    for left in stride(from: 0, to: width, by: step) {
                        across = across &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        let x = left &+ place(across)
                        guard x < width else { continue }
                        let pixel = UInt32(littleEndian: pixels[y &* width &+ x])
                        guard pixel >> 24 >= Self.leastAlpha else { continue }
                        opaque &+= 1
                        guard every == 1 || opaque % every == 0 else { continue }
                        let (red, green, blue) = (pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255)
                        let drop = 8 - Self.bits
                        let bin = Int((red >> drop) << (2 * Self.bits) | (green >> drop) << Self.bits | blue >> drop)
                        let weight = weights[row, x]
                        if bins[bin][0] == 0 { usedBins.append(Int32(truncatingIfNeeded: bin)) }
                        bins[bin] &+= SIMD8(
                            1, red, green, blue, weight, red &* weight, green &* weight, blue &* weight)
                    }
                }
            }
        }
        self.usedBins = usedBins
        return opaque / every
    }

    /// What was counted; the next photo starts anew.
    private mutating func takeTallies() -> [ColorTally] {
        usedBins.sort()
        defer { usedBins.removeAll(keepingCapacity: true) }
        return usedBins.map { bin in
            let sums = bins[Int(bin)]
            bins[Int(bin)] = SIMD8()
            return ColorTally(
                all: SIMD4(truncatingIfNeeded: sums.lowHalf), subject: SIMD4(truncatingIfNeeded: sums.highHalf))
        }
    }
}
