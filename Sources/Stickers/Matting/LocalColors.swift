/// The colours of the subject and of the background around a place, each with its mean and its spread in all
/// directions: hairs of one coat differ in how light they are more than in their hue.
///
/// A pixel is I = αF + (1 - α)B with F and B normally distributed, as in Chuang et al. 2001 ("A Bayesian Approach to
/// Digital Matting").
struct LocalColors {
    private var subject: Distribution
    private var background: Distribution

    /// What a photo's own noise adds to the spread of a mixture.
    private static let noise: Float = 5e-5
    private static let spreadOfNoise = SymmetricMatrix(diagonal: SIMD4(noise, noise, noise, 0))
    /// How wrong alpha may be: a standard deviation.
    private static let faultOfAlpha: Float = 0.03

    init(_ sums: PureSums) {
        subject = Distribution(sums.subject)
        background = Distribution(sums.background)
    }

    /// The colours between those of four cells.
    @inline(__always)
    init(_ colors: [LocalColors], slots: [Int32], corners: CellCorners) {
        self = colors[Int(slots[corners.own])]
        scale(by: corners.weights[0])
        add(colors[Int(slots[corners.beside])], weight: corners.weights[1])
        add(colors[Int(slots[corners.below])], weight: corners.weights[2])
        add(colors[Int(slots[corners.opposite])], weight: corners.weights[3])
    }

    /// The most likely colour of the subject in a pixel of which alpha is known but for a little.
    @inline(__always)
    func subjectColor(of photo: SIMD4<Float>, alpha: Float) -> SIMD4<Float> {
        let rest = 1 - alpha
        let difference = subject.mean - background.mean
        var unexplained = photo - alpha * subject.mean - rest * background.mean
        unexplained[3] = 0
        // What lies along the line between the two means may come from alpha being a little wrong.
        let fault = SymmetricMatrix(squareOf: difference) * (Self.faultOfAlpha * Self.faultOfAlpha)
        let spread = subject.spread * (alpha * alpha) + background.spread * (rest * rest) + Self.spreadOfNoise + fault
        let explained = spread.inverse(eigenvaluesAtLeast: Self.noise) * unexplained
        let color = subject.mean + subject.spread * explained * alpha
        return color.clamped(lowerBound: .zero, upperBound: .one)
    }

    @inline(__always)
    private mutating func scale(by weight: Float) {
        subject.scale(by: weight)
        background.scale(by: weight)
    }

    @inline(__always)
    private mutating func add(_ others: LocalColors, weight: Float) {
        subject.add(others.subject, weight: weight)
        background.add(others.background, weight: weight)
    }
}

/// A normal distribution of colours.
private struct Distribution {
    /// Red, green, blue, 0.
    var mean: SIMD4<Float>
    /// The covariance of the three.
    var spread: SymmetricMatrix

    init(_ sums: ColorSums) {
        let weight = sums.colors[3]
        // Nothing of this kind anywhere: any colour may be.
        guard weight > 1e-12 else {
            mean = SIMD4(0.5, 0.5, 0.5, 0)
            spread = SymmetricMatrix(diagonal: SIMD4(1, 1, 1, 0))
            return
        }
        mean = sums.colors / weight
        mean[3] = 0
        let square = SymmetricMatrix(squareOf: mean)
        spread = SymmetricMatrix(
            diagonal: pointwiseMax(sums.squares / weight - square.diagonal, .zero),
            others: sums.products / weight - square.others)
    }

    @inline(__always)
    mutating func scale(by weight: Float) {
        mean *= weight
        spread = spread * weight
    }

    @inline(__always)
    mutating func add(_ other: Distribution, weight: Float) {
        mean += other.mean * weight
        spread = spread + other.spread * weight
    }
}
