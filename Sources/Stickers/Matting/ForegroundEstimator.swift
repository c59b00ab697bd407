public import Imaging

/// Takes the background's colour out of the pixels at a subject's edge.
///
/// Every pixel is a mixture I = αF + (1 - α)B. The means and spreads of F and B come from the purest pixels around it,
/// near ones first: multi-level as in Germer et al. 2020 ("Fast Multi-Level Foreground Estimation"), with one closed
/// correction by what the mixture of the means leaves unexplained, as in Forte 2021 ("Approximate Fast Foreground
/// Colour Estimation"). Unlike there, the correction is the most likely one for the spreads found, and what may just as
/// well be a fault of alpha is left alone.
public struct ForegroundEstimator: Hashable, Sendable {
    /// An estimator.
    public init() {}

    /// - Parameters:
    ///   - photo: its own alpha is ignored.
    ///   - alpha: 0…1, of the photo's size.
    /// - Returns: the subject's own colours with `alpha` as their alpha; 0, 0, 0, 0 wherever alpha rounds to 0.
    public func foreground(of photo: Bitmap, alpha: Matte) -> Bitmap {
        precondition(photo.size == alpha.size, "alpha has the photo's size")
        guard photo.size.area > 0 else { return photo }
        let cells = MatteCells(over: photo.size)
        let (kinds, _) = cells.kinds(of: alpha)
        let blocks = cells.blocks(of: photo)
        let edge = EdgeCells(cells: cells, isActive: kinds.map { $0 == .mixed ? 1 : 0 })
        let sums = edge.pureSums(of: photo, alpha: alpha, blocks: blocks, kinds: kinds)
        let colors = edge.spread(sums, blocks: blocks, kinds: kinds, falloff: 0.05).map(LocalColors.init)
        var foreground = Self.opaqueParts(of: photo, alpha: alpha)
        Self.decontaminate(&foreground, photo: photo, alpha: alpha, edge: edge, colors: colors)
        return foreground
    }

    /// The photo's own colours where the subject hides the background, or all but hides it; nothing elsewhere. Cells that
    /// are taken for pure by their mean may hold single pixels of a little less alpha: they keep it.
    private static func opaqueParts(of photo: Bitmap, alpha: Matte) -> Bitmap {
        let pixels = [UInt8](unsafeUninitializedCapacity: photo.pixels.count) { output, count in
            photo.pixels.withUnsafeBytes { source in
                alpha.samples.withUnsafeBufferPointer { alpha in
                    let target = UnsafeMutableRawBufferPointer(output)
                    for index in alpha.indices {
                        let color = UInt32(
                            littleEndian: source.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
                        let byte = UInt32(min(max(alpha[index], 0), 1) * 255 + 0.5)
                        let pixel = byte > 127 ? color & 0x00FF_FFFF | byte << 24 : 0
                        target.storeBytes(of: pixel.littleEndian, toByteOffset: 4 * index, as: UInt32.self)
                    }
                }
            }
            count = photo.pixels.count
        }
        return Bitmap(size: photo.size, pixels: pixels)
    }

    private static func decontaminate(
        _ foreground: inout Bitmap, photo: Bitmap, alpha: Matte, edge: EdgeCells, colors: [LocalColors]
    ) {
        let cells = edge.cells
        let (side, size, photoWidth) = (cells.side, cells.size, photo.width)
        let fractions = cells.fractions
        foreground.pixels.withUnsafeMutableBytes { output in
            photo.pixels.withUnsafeBufferPointer { pixels in
                alpha.samples.withUnsafeBufferPointer { alpha in
                    guard let pixels = pixels.baseAddress else { return }
                    for cell in edge.active.lazy.map(Int.init) {
                        let (x, y) = (cell % size.width, cell / size.width)
                        let (rows, columns) = cells.pixels(x: x, y: y)
                        for row in rows {
                            for column in columns {
                                let index = row * photoWidth + column
                                let opacity = min(max(alpha[index], 0), 1)
                                let byte = UInt8(opacity * 255 + 0.5)
                                guard byte > 0, byte < 255 else { continue }
                                let corners = CellCorners(
                                    cellX: x, cellY: y, column: column - columns.lowerBound,
                                    row: row - rows.lowerBound, side: side, size: size, fractions: fractions)
                                let local = LocalColors(colors, slots: edge.slots, corners: corners)
                                let pure = local.subjectColor(of: colorAndOne(pixels, index), alpha: opacity)
                                let sum = pointwiseMax(pointwiseMin(pure * 255 + 0.5, SIMD4(repeating: 255)), .zero)
                                let color = SIMD4(UInt8(sum.x), UInt8(sum.y), UInt8(sum.z), byte)
                                output.storeBytes(of: color, toByteOffset: 4 * index, as: SIMD4<UInt8>.self)
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The subject's and the background's colours around a place: means and spreads.
private struct LocalColors {
    /// Red, green, blue and the variance of one channel.
    var subject = SIMD4<Float>()
    var background = SIMD4<Float>()

    /// How wrong alpha may be: a standard deviation.
    private static let faultOfAlpha: Float = 0.1

    init(_ sums: ColorSums) {
        subject = Self.statistics(sums.lowHalf.lowHalf, squares: sums[11])
        background = Self.statistics(sums.lowHalf.highHalf, squares: sums[15])
    }

    @inline(__always)
    init(_ colors: [LocalColors], slots: [Int32], corners: CellCorners) {
        let a = colors[Int(slots[corners.own])]
        let b = colors[Int(slots[corners.beside])]
        let c = colors[Int(slots[corners.below])]
        let d = colors[Int(slots[corners.opposite])]
        let weights = corners.weights
        subject = a.subject * weights[0] + b.subject * weights[1]
        subject += c.subject * weights[2] + d.subject * weights[3]
        background = a.background * weights[0] + b.background * weights[1]
        background += c.background * weights[2] + d.background * weights[3]
    }

    private static func statistics(_ colors: SIMD4<Float>, squares: Float) -> SIMD4<Float> {
        let weight = colors[3]
        // Nothing of this kind anywhere: any colour may be.
        guard weight > 1e-12 else { return SIMD4(0.5, 0.5, 0.5, 1) }
        var mean = colors / weight
        let variance = squares / weight - mean[0] * mean[0] - mean[1] * mean[1] - mean[2] * mean[2]
        mean[3] = max(variance, 0) / 3
        return mean
    }

    /// The most likely colour of the subject in a pixel.
    @inline(__always)
    func subjectColor(of photo: SIMD4<Float>, alpha: Float) -> SIMD4<Float> {
        let rest = 1 - alpha
        let spreadF = subject[3] + 1e-4
        let spreadB = background[3] + 1e-5
        var unexplained = photo - alpha * subject - rest * background
        unexplained[3] = 0
        var difference = subject - background
        difference[3] = 0
        // What lies along the line between the two colours may come from alpha being a little wrong.
        let spread = alpha * alpha * spreadF + rest * rest * spreadB + 1e-4
        let fault = Self.faultOfAlpha * Self.faultOfAlpha
        let along = (difference * unexplained).sum() * fault
        let length = (difference * difference).sum() * fault
        let certain = unexplained - difference * (along / (spread + length))
        let color = subject + certain * (alpha * spreadF / spread)
        return color.clamped(lowerBound: .zero, upperBound: .one)
    }
}
