package import Imaging

/// Takes the background's colour out of the pixels at a subject's edge.
///
/// Every pixel is a mixture I = αF + (1 - α)B. The means and spreads of F and B come from the purest pixels around it,
/// near ones first: multi-level as in Germer et al. 2020 ("Fast Multi-Level Foreground Estimation"), with one closed
/// correction by what the mixture of the means leaves unexplained, as in Forte 2021 ("Approximate Fast Foreground
/// Colour Estimation"). Unlike there, the correction is the most likely one for the spreads found, and what may just as
/// well be a fault of alpha is left alone: see `LocalColors`.
package struct ForegroundEstimator: Hashable, Sendable {
    /// An estimator.
    package init() {}

    /// - Parameters:
    ///   - photo: its own alpha is ignored.
    ///   - alpha: 0…1, of the photo's size.
    /// - Returns: the subject's own colours with `alpha` as their alpha; 0, 0, 0, 0 wherever alpha rounds to 0.
    package func foreground(of photo: Bitmap, alpha: Matte) -> Bitmap {
        precondition(photo.size == alpha.size, "alpha has the photo's size")
        guard photo.size.area > 0 else { return photo }
        let cells = MatteCells(over: photo.size)
        let (kinds, _) = cells.kinds(of: alpha)
        let blocks = cells.blocks(of: photo)
        let edge = EdgeCells(cells: cells, isActive: kinds.map { $0 == .mixed ? 1 : 0 })
        let sums = edge.pureSums(of: photo, alpha: alpha, blocks: blocks, kinds: kinds)
        let colors = edge.spread(sums, blocks: blocks, kinds: kinds, falloff: 0.05).map(LocalColors.init)
        var foreground = Self.masked(photo, by: alpha, above: 127)
        Self.decontaminate(&foreground, photo: photo, alpha: alpha, edge: edge, colors: colors)
        return foreground
    }

    /// The photo's own colours with another alpha; 0, 0, 0, 0 where that is not above a value.
    ///
    /// - Parameter least: half of 255 for what hides the background, or all but hides it. Cells that are taken for pure
    ///   by their mean may hold single pixels of a little less alpha: they keep it.
    package static func masked(_ photo: Bitmap, by alpha: Matte, above least: UInt32 = 0) -> Bitmap {
        let pixels = [UInt8](unsafeUninitializedCapacity: photo.pixels.count) { output, count in
            photo.pixels.withUnsafeBytes { source in
                alpha.samples.withUnsafeBufferPointer { alpha in
                    let target = UnsafeMutableRawBufferPointer(output)
                    for index in alpha.indices {
                        let color = UInt32(
                            littleEndian: source.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
                        let byte = UInt32(min(max(alpha[index], 0), 1) * 255 + 0.5)
                        let pixel = byte > least ? color & 0x00FF_FFFF | byte << 24 : 0
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
