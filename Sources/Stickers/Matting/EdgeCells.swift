import Imaging

/// The cells around a subject's edge, where alpha is worked out, and one more on every side, whose colours are read
/// there.
struct EdgeCells {
    let cells: MatteCells
    /// Where alpha is worked out: indices of cells.
    let active: [Int32]
    /// All cells that are read: indices of cells.
    let read: [Int32]
    /// For each cell its index in `read`; meaningless for cells that are not read.
    let slots: [Int32]

    /// - Parameter isActive: for each cell, 1 where alpha is to be worked out, else 0.
    init(cells: MatteCells, isActive: [UInt8]) {
        let isRead = Self.grown(isActive, size: cells.size)
        var active: [Int32] = []
        var read: [Int32] = []
        var slots = [Int32](repeating: 0, count: isRead.count)
        for index in isRead.indices where isRead[index] != 0 {
            slots[index] = Int32(read.count)
            read.append(Int32(index))
            if isActive[index] != 0 { active.append(Int32(index)) }
        }
        self.cells = cells
        self.active = active
        self.read = read
        self.slots = slots
    }

    /// The cells one further in all eight directions.
    static func grown(_ isActive: [UInt8], size: PixelSize) -> [UInt8] {
        let (width, height) = (size.width, size.height)
        var across = isActive
        var grown = isActive
        isActive.withUnsafeBufferPointer { input in
            across.withUnsafeMutableBufferPointer { across in
                for index in 1..<max(input.count, 1) { across[index] |= input[index - 1] }
                for index in 0..<max(input.count - 1, 0) { across[index] |= input[index + 1] }
                // What ran over from the end of one row to the start of the next.
                for y in 0..<height {
                    let (first, last) = (y * width, (y + 1) * width - 1)
                    across[first] = input[first] | input[min(first + 1, last)]
                    across[last] = input[last] | input[max(last - 1, first)]
                }
                grown.withUnsafeMutableBufferPointer { grown in
                    for y in 0..<height {
                        let above = max(y - 1, 0) * width
                        let below = min(y + 1, height - 1) * width
                        for x in 0..<width {
                            grown[y * width + x] = across[y * width + x] | across[above + x] | across[below + x]
                        }
                    }
                }
            }
        }
        return grown
    }

    /// For each cell that is read, the sums over its surroundings, near ones first.
    ///
    /// - Parameters:
    ///   - sums: of the cells that are read, weighted.
    ///   - kinds: of all cells; those that are not read are wholly of one kind.
    ///   - falloff: see ``PushPullPyramid``.
    func spread(_ sums: [PureSums], blocks: [ColorSums], kinds: [MatteCells.Kind], falloff: Float) -> [PureSums] {
        let (width, height) = (cells.size.width, cells.size.height)
        let coarse = PixelSize(width: (width + 1) / 2, height: (height + 1) / 2)
        var isRead = [UInt8](repeating: 0, count: width * height)
        for index in read { isRead[Int(index)] = 1 }
        let pairs = [PureSums](unsafeUninitializedCapacity: coarse.area) { output, count in
            blocks.withUnsafeBufferPointer { blocks in
                sums.withUnsafeBufferPointer { sums in
                    for y in 0..<coarse.height {
                        for x in 0..<coarse.width {
                            output[y * coarse.width + x] = sumOfFour(atX: x, y: y) { cell in
                                if isRead[cell] != 0 { return sums[Int(slots[cell])] }
                                return kinds[cell] == .subject
                                    ? PureSums(subject: blocks[cell]) : PureSums(background: blocks[cell])
                            }
                        }
                    }
                }
            }
            count = coarse.area
        }
        var pyramid = PushPullPyramid(cells: pairs, size: coarse)
        pyramid.spread(falloff: falloff, where: pyramid.parents(of: isRead, size: cells.size))
        return pyramid.added(to: sums, at: read, size: cells.size, falloff: falloff)
    }

    /// The sum over the cells that lie in one of twice the side; fewer than four at the right and the lower end.
    @inline(__always)
    private func sumOfFour(atX x: Int, y: Int, of value: (Int) -> PureSums) -> PureSums {
        let (width, height) = (cells.size.width, cells.size.height)
        var sum = PureSums()
        for cellY in 2 * y..<min(2 * y + 2, height) {
            for cellX in 2 * x..<min(2 * x + 2, width) { sum += value(cellY * width + cellX) }
        }
        return sum
    }

    /// The sums of the cells that are read, each pixel weighted by how purely it is subject or background.
    func pureSums(of photo: Bitmap, alpha: Matte, blocks: [ColorSums], kinds: [MatteCells.Kind]) -> [PureSums] {
        if read.isEmpty { return [] }
        return [PureSums](unsafeUninitializedCapacity: read.count) { output, count in
            photo.pixels.withUnsafeBufferPointer { pixels in
                alpha.samples.withUnsafeBufferPointer { alpha in
                    guard let pixels = pixels.baseAddress else { return }
                    for slot in read.indices {
                        let cell = Int(read[slot])
                        switch kinds[cell] {
                        case .background: output[slot] = PureSums(background: blocks[cell])
                        case .subject: output[slot] = PureSums(subject: blocks[cell])
                        case .mixed: output[slot] = mixedSums(of: cell, pixels: pixels, alpha: alpha)
                        }
                    }
                }
            }
            count = read.count
        }
    }

    /// The sums of one cell whose pixels are subject and background in parts.
    @inline(__always)
    private func mixedSums(
        of cell: Int, pixels: UnsafePointer<UInt8>, alpha: UnsafeBufferPointer<Float>
    ) -> PureSums {
        let (rows, columns) = cells.pixels(x: cell % cells.size.width, y: cell / cells.size.width)
        var sum = PureSums()
        for row in rows {
            for column in columns {
                let index = row * cells.photo.width + column
                let color = ColorSums(colorAndOne(pixels, index))
                sum.subject += color * purity(alpha[index])
                sum.background += color * purity(1 - alpha[index])
            }
        }
        return sum
    }
}

/// The 64th power: a pixel that is pure by nine tenths, a hair say, counts for a thousandth of a pure one. Where only
/// such are near, pure ones further away tell more.
@inline(__always)
private func purity(_ share: Float) -> Float {
    var power = share
    for _ in 0..<6 { power *= power }
    return power + 1e-9 * share
}

/// Where a pixel lies between the centres of its own cell and of the three next nearest, as indices of cells, and the
/// weight of each.
struct CellCorners {
    let own: Int
    let beside: Int
    let below: Int
    let opposite: Int
    let weights: SIMD4<Float>

    @inline(__always)
    init(
        cellX x: Int, cellY y: Int, column: Int, row: Int, side: Int, size: PixelSize,
        fractions: [Float]
    ) {
        let across = fractions[column]
        let down = fractions[row]
        let otherX = 2 * column < side ? max(x - 1, 0) : min(x + 1, size.width - 1)
        let otherY = 2 * row < side ? max(y - 1, 0) : min(y + 1, size.height - 1)
        own = y * size.width + x
        beside = y * size.width + otherX
        below = otherY * size.width + x
        opposite = otherY * size.width + otherX
        weights = SIMD4(
            (1 - down) * (1 - across), (1 - down) * across, down * (1 - across), down * across)
    }

    @inline(__always)
    func mean(_ samples: [Float]) -> Float {
        (SIMD4(samples[own], samples[beside], samples[below], samples[opposite]) * weights).sum()
    }
}
