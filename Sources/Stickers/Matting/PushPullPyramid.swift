import Imaging

/// Sums over blocks of 1, 2, 4, … cells, and from them, for each cell, a weighted sum over its surroundings.
///
/// The weight falls with the distance by `falloff` for each doubling, so that what is near wins where there is anything
/// near, and what is far fills in where there is not: the push-pull scheme of Gortler et al. 1996 ("The Lumigraph"),
/// here for the sums of two kinds, each with a weight of its own.
struct PushPullPyramid {
    private(set) var levels: [[PureSums]]
    let sizes: [PixelSize]

    /// - Parameter cells: one for each cell of the raster.
    init(cells: [PureSums], size: PixelSize) {
        var levels = [cells]
        var sizes = [size]
        while let fine = sizes.last, fine.longestSide > 2 {
            let coarse = PixelSize(width: (fine.width + 1) / 2, height: (fine.height + 1) / 2)
            levels.append(Self.summed(levels[levels.count - 1], size: fine, to: coarse))
            sizes.append(coarse)
        }
        self.levels = levels
        self.sizes = sizes
    }

    /// Replaces the sums of each cell by those over its surroundings, where `isNeeded` says so.
    ///
    /// - Parameter isNeeded: for each cell of the finest level, not 0 where its sums will be read.
    mutating func spread(falloff: Float, where isNeeded: [UInt8]) {
        var needed = [isNeeded]
        for level in 1..<max(levels.count, 1) {
            needed.append(Self.grown(needed[level - 1], size: sizes[level - 1], to: sizes[level]))
        }
        for level in levels.indices.dropLast().reversed() {
            Self.add(
                levels[level + 1], size: sizes[level + 1], times: falloff, to: &levels[level], size: sizes[level],
                where: needed[level])
        }
    }

    /// For each cell of the finest level, 1 where cells of a raster twice as fine would read it.
    func parents(of isRead: [UInt8], size: PixelSize) -> [UInt8] {
        Self.grown(isRead, size: size, to: sizes[0])
    }

    /// Adds the finest level to some cells of a raster twice as fine.
    ///
    /// - Parameter indices: which cell each of `sums` belongs to.
    func added(to sums: [PureSums], at indices: [Int32], size: PixelSize, falloff: Float) -> [PureSums] {
        let coarse = sizes[0]
        let (nearest, beside, opposite) = (9 / 16 * falloff, 3 / 16 * falloff, 1 / 16 * falloff)
        return [PureSums](unsafeUninitializedCapacity: sums.count) { output, count in
            levels[0].withUnsafeBufferPointer { level in
                sums.withUnsafeBufferPointer { sums in
                    for slot in sums.indices {
                        let cell = Int(indices[slot])
                        let (nearX, farX) = Self.neighbours(of: cell % size.width, count: coarse.width)
                        let (nearY, farY) = Self.neighbours(of: cell / size.width, count: coarse.height)
                        var sum = level[nearY * coarse.width + nearX] * nearest
                        sum += level[nearY * coarse.width + farX] * beside
                        sum += level[farY * coarse.width + nearX] * beside
                        sum += level[farY * coarse.width + farX] * opposite
                        sum += sums[slot]
                        output[slot] = sum
                    }
                }
            }
            count = sums.count
        }
    }

    private static func summed(_ fine: [PureSums], size: PixelSize, to coarse: PixelSize) -> [PureSums] {
        [PureSums](unsafeUninitializedCapacity: coarse.area) { output, count in
            fine.withUnsafeBufferPointer { fine in
                for y in 0..<coarse.height {
                    let row = 2 * y * size.width
                    let hasBelow = 2 * y + 1 < size.height
                    for x in 0..<coarse.width {
                        let index = row + 2 * x
                        let hasRight = 2 * x + 1 < size.width
                        var sum = fine[index]
                        if hasRight { sum += fine[index + 1] }
                        if hasBelow {
                            sum += fine[index + size.width]
                            if hasRight { sum += fine[index + size.width + 1] }
                        }
                        output[y * coarse.width + x] = sum
                    }
                }
            }
            count = coarse.area
        }
    }

    /// A coarse cell is needed where a fine cell reads it: its own or a neighbour's children.
    private static func grown(_ fine: [UInt8], size: PixelSize, to coarse: PixelSize) -> [UInt8] {
        var parents = [UInt8](repeating: 0, count: coarse.area)
        for y in 0..<size.height {
            for x in 0..<size.width where fine[y * size.width + x] != 0 {
                let (first, second) = neighbours(of: x, count: coarse.width)
                let (upper, lower) = neighbours(of: y, count: coarse.height)
                parents[upper * coarse.width + first] = 1
                parents[upper * coarse.width + second] = 1
                parents[lower * coarse.width + first] = 1
                parents[lower * coarse.width + second] = 1
            }
        }
        return parents
    }

    /// The coarse cell that holds a fine one and the next nearest, both inside.
    @inline(__always)
    private static func neighbours(of fine: Int, count: Int) -> (near: Int, far: Int) {
        let near = fine >> 1
        return (near, min(max(fine & 1 == 0 ? near - 1 : near + 1, 0), count - 1))
    }

    private static func add(
        _ coarse: [PureSums], size: PixelSize, times falloff: Float, to fine: inout [PureSums],
        size fineSize: PixelSize, where isNeeded: [UInt8]
    ) {
        let nearest = 9 / 16 * falloff
        let beside = 3 / 16 * falloff
        let opposite = 1 / 16 * falloff
        coarse.withUnsafeBufferPointer { coarse in
            fine.withUnsafeMutableBufferPointer { fine in
                for y in 0..<fineSize.height {
                    let (nearY, farY) = neighbours(of: y, count: size.height)
                    for x in 0..<fineSize.width where isNeeded[y * fineSize.width + x] != 0 {
                        let (nearX, farX) = neighbours(of: x, count: size.width)
                        var sum = coarse[nearY * size.width + nearX] * nearest
                        sum += coarse[nearY * size.width + farX] * beside
                        sum += coarse[farY * size.width + nearX] * beside
                        sum += coarse[farY * size.width + farX] * opposite
                        fine[y * fineSize.width + x] += sum
                    }
                }
            }
        }
    }
}
