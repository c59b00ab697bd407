/// A histogram of the colours of one or more bitmaps in cells of 8 levels a channel, and palettes made from it.
///
/// Colours are premultiplied by alpha, so that what can hardly be seen counts little.
struct ColorHistogram {
    /// The mean colour of a cell's pixels, premultiplied, 0…255, and their number.
    struct Cell {
        var color: SIMD4<Float>
        var count: Float
    }

    let cells: [Cell]
    /// Whether any pixel is fully transparent. No cell counts these.
    let hasInvisible: Bool

    /// Counts a bitmap's colours in one pass.
    init(_ bitmap: Bitmap) { self.init([bitmap]) }

    /// Counts the colours of bitmaps together.
    init(_ bitmaps: [Bitmap]) {
        // A float loses precision from 2^24 on, which some 66,000 bright pixels reach.
        var sums = [SIMD4<Double>](repeating: .zero, count: Self.cellCount)
        var counts = [Int](repeating: 0, count: Self.cellCount)
        var hasInvisible = false
        for bitmap in bitmaps {
            for offset in stride(from: 0, to: bitmap.pixels.count, by: 4) {
                let color = Self.premultiplied(bitmap.pixels, at: offset)
                if color.w == 0 {
                    hasInvisible = true
                    continue
                }
                let cell = Self.cell(of: color)
                sums[cell] += SIMD4<Double>(color)
                counts[cell] += 1
            }
        }
        cells = counts.indices.filter { counts[$0] > 0 }.map {
            Cell(color: SIMD4<Float>(sums[$0] / Double(counts[$0])), count: Float(counts[$0]))
        }
        self.hasInvisible = hasInvisible
    }

    static let cellCount = 1 << 20

    /// Returns the cell of a premultiplied colour in 0…255.
    @inline(__always)
    static func cell(of color: SIMD4<Float>) -> Int {
        let color = color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        // Swift converts a vector of floats by a generic function that asks each for its exponent.
        let level = SIMD4(UInt32(color.x), UInt32(color.y), UInt32(color.z), UInt32(color.w)) &>> 3
        return Int(level.x << 15 | level.y << 10 | level.z << 5 | level.w)
    }

    @inline(__always)
    static func premultiplied(_ pixels: [UInt8], at offset: Int) -> SIMD4<Float> {
        let alpha = Float(pixels[offset + 3])
        let color = SIMD4<Float>(
            Float(pixels[offset]), Float(pixels[offset + 1]), Float(pixels[offset + 2]), 255)
        return color * (alpha / 255)
    }

    /// At most `count` colours, premultiplied, by median cut (Heckbert 1982) at the mean of the widest channel, then
    /// moved to the means of the cells that are nearest to each (Lloyd 1982).
    ///
    /// - Parameter count: at least 1.
    func palette(_ count: Int) -> [SIMD4<Float>] {
        var boxes = [ColorBox(cells[...])]
        while boxes.count < count {
            guard let widest = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
                boxes[widest].spread > 0
            else { break }
            let halves = boxes[widest].halves
            boxes[widest] = halves.0
            boxes.append(halves.1)
        }
        var palette = boxes.filter { $0.count > 0 }.map(\.mean)
        for _ in 0..<3 { palette = moved(palette) }
        return palette
    }

    private func moved(_ palette: [SIMD4<Float>]) -> [SIMD4<Float>] {
        var sums = [SIMD4<Double>](repeating: .zero, count: palette.count)
        var counts = [Double](repeating: 0, count: palette.count)
        for cell in cells {
            let nearest = Self.nearest(to: cell.color, in: palette)
            sums[nearest] += SIMD4<Double>(cell.color) * Double(cell.count)
            counts[nearest] += Double(cell.count)
        }
        return palette.indices.map { counts[$0] > 0 ? SIMD4<Float>(sums[$0] / counts[$0]) : palette[$0] }
    }

    /// Returns the index of the nearest colour, the first of them on a tie.
    static func nearest(to color: SIMD4<Float>, in palette: [SIMD4<Float>]) -> Int {
        var nearest = 0
        var least = Float.infinity
        for index in palette.indices {
            let difference = palette[index] - color
            let distance = (difference * difference).sum()
            if distance < least {
                least = distance
                nearest = index
            }
        }
        return nearest
    }
}

/// Cells with similar colours.
private struct ColorBox {
    private let cells: ArraySlice<ColorHistogram.Cell>
    let count: Float
    let mean: SIMD4<Float>
    /// The largest sum of squared distances from the mean, of the four channels; 0 for a box that cannot be split.
    let spread: Float
    private let channel: Int

    init(_ cells: ArraySlice<ColorHistogram.Cell>) {
        self.cells = cells
        var sum = SIMD4<Double>.zero
        var count = 0.0
        for cell in cells {
            sum += SIMD4<Double>(cell.color) * Double(cell.count)
            count += Double(cell.count)
        }
        let mean = count > 0 ? SIMD4<Float>(sum / count) : .zero
        var squares = SIMD4<Float>.zero
        for cell in cells {
            let difference = cell.color - mean
            squares += difference * difference * cell.count
        }
        let channel = (0..<4).max { squares[$0] < squares[$1] } ?? 0
        self.count = Float(count)
        self.mean = mean
        self.channel = channel
        spread = cells.count > 1 ? squares[channel] : 0
    }

    /// The cells below the mean of the widest channel, and the rest.
    var halves: (ColorBox, ColorBox) {
        let below = cells.filter { $0.color[channel] < mean[channel] }
        let above = cells.filter { $0.color[channel] >= mean[channel] }
        return (ColorBox(below[...]), ColorBox(above[...]))
    }
}
