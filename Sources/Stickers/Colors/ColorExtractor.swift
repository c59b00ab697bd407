package import Imaging

/// Finds the dominant colours of photos.
///
/// It keeps the memory that it counts colours in from one photo to the next. So it is a class that is not `Sendable`:
/// make one for each task, or let an actor own one. The compiler rejects two tasks that share one.
///
/// The same photo, matte, count and seed give the same colours on every run and every thread.
package final class ColorExtractor {
    /// How many colours a scheme has at most.
    package let colorCount: Int
    private let seed: UInt64
    private var sampler = ColorSampler()

    /// - Precondition: `colorCount` is in 1…16.
    package init(colorCount: Int = 4, seed: UInt64 = 270) {
        precondition((1...16).contains(colorCount), "a colour scheme has 1 to 16 colours")
        self.colorCount = colorCount
        self.seed = seed
    }

    /// The colours of `bitmap`, those of its subject above all.
    ///
    /// A bitmap of no more than ``colorCount`` colours gives exactly these. Of any other it is the colours that its
    /// pixels crowd around: k-means in Oklab, in which hue counts more than lightness and vivid colours more than dull
    /// ones, so that the red of a comb stands beside the greys of the hen. They are fewer than ``colorCount`` when
    /// there are no more that can be told apart. Pixels with alpha below 128 do not count.
    ///
    /// Synchronous: it works where it is called. Of a photo of any size it looks at some hundred thousand pixels.
    ///
    /// - Parameter matte: What is subject; of any size, laid over the whole bitmap. All pixels count the same when it
    ///   is `nil` or nowhere reaches one half.
    /// - Returns: Swatches by falling share, those of equal share by falling code. No swatch when no pixel counts.
    package func extract(from bitmap: Bitmap, matte: Matte?) -> PhotoColorScheme {
        let weights = SubjectWeights(matte, over: bitmap.size)
        let swatches: [Swatch]
        if let exact = sampler.exactColors(of: bitmap, weights: weights, limit: colorCount) {
            let colors = WeightedColors(exact.map(\.tally))
            swatches = zip(exact, colors.shares).map { Swatch(color: $0.color, share: $1) }
        } else {
            let colors = WeightedColors(sampler.histogram(of: bitmap, weights: weights))
            swatches = ColorGroup.groups(of: colors, count: colorCount, seed: seed).map {
                Swatch(color: $0.peak, share: $0.share)
            }
        }
        return PhotoColorScheme(swatches: swatches)
    }
}
