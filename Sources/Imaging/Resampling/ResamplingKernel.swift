import Glibc

extension Bitmap {
    /// How pixels are weighted when a bitmap is resampled. For shrinking, the kernel is stretched over all pixels that
    /// a result covers.
    public enum ResamplingKernel: Hashable, Sendable {
        /// A triangle, as networks are trained with.
        case linear
        /// Catmull & Rom 1974, the member a = -1/2 of Keys' family (1981).
        case cubic
        /// Sinc with a window of three lobes (Duchon 1979), for pictures that people look at.
        case lanczos3
    }
}

extension Bitmap.ResamplingKernel {
    /// The distance beyond which all weights are 0.
    var support: Double {
        switch self {
        case .linear: 1
        case .cubic: 2
        case .lanczos3: 3
        }
    }

    /// Returns the kernel's value, before the weights are scaled to a sum of 1.
    ///
    /// - Parameter distance: from the middle, in pixels of whichever raster is the coarser one.
    func weight(at distance: Double) -> Double {
        let x = abs(distance)
        guard x < support else { return 0 }
        return switch self {
        case .linear: 1 - x
        case .cubic: x < 1 ? 1.5 * x * x * x - 2.5 * x * x + 1 : -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2
        case .lanczos3: x < 1e-9 ? 1 : 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
        }
    }
}
