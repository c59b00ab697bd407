import Glibc
package import Imaging

/// Brings a coarse matte to the size of a photo, along the photo's own edges.
///
/// Where the coarse matte is unsure, the colours of the sure pixels around decide: see `ColorLine`. What they say is
/// weighed against the coarse matte by how well they can be told apart there. Further rounds do the same with the alpha
/// of the round before, whose sure pixels come much nearer to the edge.
package struct AlphaRefiner: Hashable, Sendable {
    /// How much is taken for subject: -1 cautious (only what is certain) … 0 … 1 greedy.
    package var strength: Double
    private let rules: CutRules.Refining

    /// A refiner of the given strength.
    package init(strength: Double = 0) {
        self.init(strength: strength, rules: CutRules().refining)
    }

    init(strength: Double, rules: CutRules.Refining) {
        self.strength = min(max(strength, -1), 1)
        self.rules = rules
    }

    /// - Parameters:
    ///   - coarse: 0…1, of the same region as `guide` at any resolution and aspect.
    ///   - guide: the photo. Where it is transparent, the result is too.
    /// - Returns: alpha 0…1 at the guide's size; exactly 0 outside and exactly 1 well inside the subject.
    package func refine(_ coarse: Matte, guide: Bitmap) -> Matte {
        guard guide.size.area > 0, coarse.size.area > 0 else { return Matte(size: guide.size) }
        let cells = MatteCells(over: guide.size)
        var refinement = Refinement(guide: guide, cells: cells, rules: rules)
        refinement.start(from: prepared(coarse))
        for _ in 0..<2 { refinement.improve() }
        var alpha = refinement.alpha
        if guide.hasTransparency {
            for index in alpha.samples.indices {
                alpha.samples[index] *= Float(guide.pixels[4 * index + 3]) / 255
            }
        }
        return alpha
    }

    /// The coarse matte, moved by the strength and with more contrast: what a network half believes is rather a doubt
    /// than half a subject.
    private func prepared(_ coarse: Matte) -> Matte {
        // 1 at strength 0; 0.35 at 1, where 0.1 becomes 0.45; 2.8 at -1, where 0.9 becomes 0.74.
        let exponent = expf(-1.05 * Float(strength))
        var prepared = coarse
        for index in prepared.samples.indices {
            var sample = min(max(prepared.samples[index], 0), 1)
            if exponent != 1 { sample = powf(sample, exponent) }
            prepared.samples[index] = sample + rules.contrast * (smoothstep(0.1, 0.9, sample) - sample)
        }
        return prepared
    }
}

/// Alpha on its way from the coarse matte to the photo's edges.
private struct Refinement {
    let rules: CutRules.Refining
    let guide: Bitmap
    let cells: MatteCells
    let blocks: [ColorSums]
    var alpha: Matte
    var kinds: [MatteCells.Kind]
    /// The mean alpha of each cell.
    var means: Plane
    /// Where alpha may still be anything but 0 or 1.
    var edge: EdgeCells

    init(guide: Bitmap, cells: MatteCells, rules: CutRules.Refining) {
        self.rules = rules
        self.guide = guide
        self.cells = cells
        blocks = cells.blocks(of: guide)
        alpha = Matte(size: guide.size)
        kinds = []
        means = Plane(size: cells.size)
        edge = EdgeCells(cells: cells, isActive: [UInt8](repeating: 0, count: cells.size.area))
    }

    /// The first round: what the coarse matte is sure of tells the colours.
    mutating func start(from coarse: Matte) {
        let size = cells.size
        let prior = coarse.resampled(to: size)
        let ratio = max(Float(size.width) / Float(coarse.width), Float(size.height) / Float(coarse.height))
        let blurred = prior.boxBlurred(radius: max(1, Int(ratio.rounded(.up))))
        var isUnsure = [UInt8](repeating: 0, count: size.area)
        kinds = [MatteCells.Kind](repeating: .background, count: size.area)
        for index in isUnsure.indices {
            let low = min(prior.samples[index], blurred.samples[index])
            let high = max(prior.samples[index], blurred.samples[index])
            if high <= 0.01 {
                kinds[index] = .background
            } else if low >= 0.99 {
                kinds[index] = .subject
            } else {
                kinds[index] = .mixed
                isUnsure[index] = 1
            }
        }
        edge = EdgeCells(cells: cells, isActive: isUnsure)
        let sums = edge.read.map { cell in
            let low = min(prior.samples[Int(cell)], blurred.samples[Int(cell)])
            let high = max(prior.samples[Int(cell)], blurred.samples[Int(cell)])
            return PureSums(
                subject: blocks[Int(cell)] * smoothstep(0.75, 0.98, low),
                background: blocks[Int(cell)] * smoothstep(0.75, 0.98, 1 - high))
        }
        fillSureCells()
        means = prior
        apply(
            lines(sums, falloff: 0.25), prior: prior, local: blurred,
            weighing: Weighing(sureDoubt: 0.05, unsureDoubt: rules.unsureDoubt, levels: 0.01))
        harden()
    }

    /// A further round: what is pure by the alpha of the last tells the colours.
    mutating func improve() {
        var isMixed = [UInt8](repeating: 0, count: cells.size.area)
        for index in edge.active where kinds[Int(index)] == .mixed { isMixed[Int(index)] = 1 }
        let wasActive = edge.active
        var isActive = [UInt8](repeating: 0, count: cells.size.area)
        let grown = EdgeCells.grown(isMixed, size: cells.size)
        for index in wasActive { isActive[Int(index)] = grown[Int(index)] }
        edge = EdgeCells(cells: cells, isActive: isActive)
        let local = means.boxBlurred(radius: 1)
        let sums = edge.pureSums(of: guide, alpha: alpha, blocks: blocks, kinds: kinds)
        apply(
            lines(sums, falloff: 0.08), prior: nil, local: local,
            weighing: Weighing(sureDoubt: 0.04, unsureDoubt: 0.5, levels: 0))
    }

    private func lines(_ sums: [PureSums], falloff: Float) -> [ColorLine] {
        edge.spread(sums, blocks: blocks, kinds: kinds, falloff: falloff).map { ColorLine($0, noise: 5e-5) }
    }

    private mutating func fillSureCells() {
        let (photoWidth, side, width) = (guide.width, cells.side, cells.size.width)
        let kinds = kinds
        let photoHeight = guide.height
        alpha.samples.withUnsafeMutableBufferPointer { alpha in
            kinds.withUnsafeBufferPointer { kinds in
                for row in 0..<photoHeight {
                    let first = row / side * width
                    for x in 0..<width where kinds[first + x] == .subject {
                        for column in x * side..<min((x + 1) * side, photoWidth) {
                            alpha[row * photoWidth + column] = 1
                        }
                    }
                }
            }
        }
    }

    /// Weighs what the colours say against the alpha there is, in every cell where it is to be worked out.
    ///
    /// - Parameters:
    ///   - lines: of the cells that are read.
    ///   - prior: the alpha before, by cell; that of each pixel if `nil`.
    ///   - local: the mean alpha around each cell: near 0 and 1, alpha is hardly doubted.
    ///   - weighing: see ``Weighing``.
    private mutating func apply(_ lines: [ColorLine], prior: Plane?, local: Plane, weighing: Weighing) {
        let edge = edge
        let step = CellStep(
            cells: cells, fractions: cells.fractions, lines: lines, slots: edge.slots, prior: prior?.samples ?? [],
            local: local.samples, weighing: weighing)
        alpha.samples.withUnsafeMutableBufferPointer { alpha in
            means.samples.withUnsafeMutableBufferPointer { means in
                kinds.withUnsafeMutableBufferPointer { kinds in
                    guide.pixels.withUnsafeBufferPointer { pixels in
                        guard let pixels = pixels.baseAddress else { return }
                        for cell in edge.active.lazy.map(Int.init) {
                            means[cell] = step.update(alpha, of: cell, pixels: pixels)
                            kinds[cell] = MatteCells.kind(means[cell])
                        }
                    }
                }
            }
        }
    }

    /// Decides wide half-transparent areas, which are doubts of the network's, and leaves soft edges alone.
    private mutating func harden() {
        var softness = means
        for index in softness.samples.indices {
            softness.samples[index] = 4 * softness.samples[index] * (1 - softness.samples[index])
        }
        let haze = softness.boxBlurred(radius: 4).boxBlurred(radius: 4)
        let photoWidth = guide.width
        for cell in edge.active.lazy.map(Int.init) where kinds[cell] == .mixed {
            let gain = 1 + rules.gain * smoothstep(rules.haze, 0.75, haze.samples[cell])
            guard gain > 1 else { continue }
            let (rows, columns) = cells.pixels(x: cell % cells.size.width, y: cell / cells.size.width)
            var sum: Float = 0
            for row in rows {
                for column in columns {
                    let index = row * photoWidth + column
                    let sharpened = min(max(0.5 + (alpha.samples[index] - 0.5) * gain, 0), 1)
                    alpha.samples[index] = sharpened
                    sum += sharpened
                }
            }
            means.samples[cell] = sum / Float(rows.count * columns.count)
            kinds[cell] = MatteCells.kind(means.samples[cell])
        }
    }
}

/// What one round knows of the cells, and what it does with each.
private struct CellStep {
    let cells: MatteCells
    let fractions: [Float]
    /// Of the cells that are read.
    let lines: [ColorLine]
    let slots: [Int32]
    /// The alpha before, by cell; empty where it is that of each pixel.
    let prior: [Float]
    /// The mean alpha around each cell.
    let local: [Float]
    let weighing: Weighing

    /// Works out the alpha of each pixel of a cell.
    ///
    /// - Returns: its mean over the cell.
    @inline(__always)
    func update(_ alpha: UnsafeMutableBufferPointer<Float>, of cell: Int, pixels: UnsafePointer<UInt8>) -> Float {
        let (x, y) = (cell % cells.size.width, cell / cells.size.width)
        let (rows, columns) = cells.pixels(x: x, y: y)
        var sum: Float = 0
        for row in rows {
            for column in columns {
                let corners = CellCorners(
                    cellX: x, cellY: y, column: column - columns.lowerBound, row: row - rows.lowerBound,
                    side: cells.side, size: cells.size, fractions: fractions)
                let index = row * cells.photo.width + column
                let result = weighing.alpha(
                    before: prior.isEmpty ? alpha[index] : corners.mean(prior),
                    around: corners.mean(local),
                    line: ColorLine(lines, slots: slots, corners: corners),
                    color: colorAndOne(pixels, index))
                alpha[index] = result
                sum += result
            }
        }
        return sum / Float(rows.count * columns.count)
    }
}

/// How the alpha that colours tell is weighed against the alpha before.
private struct Weighing {
    /// The standard deviation of the alpha before where it is sure.
    let sureDoubt: Float
    /// How much larger it is where alpha is one half.
    let unsureDoubt: Float
    /// What lies nearer to 0 or to 1 than this becomes 0 or 1.
    let levels: Float

    @inline(__always)
    func alpha(before: Float, around: Float, line: ColorLine, color: SIMD4<Float>) -> Float {
        let told = min(max((line.coefficients * color).sum(), 0), 1)
        let deviation = sureDoubt + 4 * unsureDoubt * around * (1 - around)
        let certainty = 1 / (deviation * deviation)
        let mixed = (told * line.separation + before * certainty) / (line.separation + certainty)
        // Traces well outside and, more so, gaps well inside are noise.
        let low = levels + 0.02 * smoothstep(0.88, 1, 1 - around)
        let high = 1 - levels - 0.2 * smoothstep(0.88, 1, around)
        return min(max((mixed - low) / (high - low), 0), 1)
    }
}

/// 0 at and below `low`, 1 at and above `high`, smooth between.
@inline(__always)
func smoothstep(_ low: Float, _ high: Float, _ value: Float) -> Float {
    let t = min(max((value - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)
}
