import Imaging

/// Smooths planes, and keeps the edges that a guide has; what lies outside of a mask has no part in it.
///
/// K. He, J. Sun and X. Tang, "Guided image filtering", 2013, with the mask as weights.
struct MaskedGuidedFilter {
    private let guide: Plane
    private let mask: Plane
    private let weights: Plane
    private let radius: Int
    private let noise: Float
    private let guideMean: Plane
    private let guideVariance: Plane

    /// - Parameters:
    ///   - guide: its edges stay.
    ///   - mask: 0…1.
    ///   - radius: of the squares that are averaged over, in pixels.
    ///   - noise: a variance; where the guide varies less than that all becomes even.
    init(guide: Plane, mask: Plane, radius: Int, noise: Float) {
        self.guide = guide
        self.mask = mask
        self.radius = radius
        self.noise = noise
        let weights = mask.boxBlurred(radius: radius)
        let mean = guide.times(mask).boxBlurred(radius: radius).over(weights)
        let square = guide.times(guide).times(mask).boxBlurred(radius: radius).over(weights)
        self.weights = weights
        guideMean = mean
        guideVariance = square.combined(with: mean) { max($0 - $1 * $1, 0) }
    }

    /// The mean around each pixel, over what the mask has.
    func mean(_ plane: Plane) -> Plane {
        plane.times(mask).boxBlurred(radius: radius).over(weights)
    }

    /// A plane without what is small, but with the guide's edges.
    func filtered(_ plane: Plane) -> Plane {
        let mean = mean(plane)
        let covariance = self.mean(plane.times(guide)).combined(with: mean.times(guideMean)) { $0 - $1 }
        let slope = covariance.combined(with: guideVariance) { [noise] in $0 / ($1 + noise) }
        let offset = mean.combined(with: slope.times(guideMean)) { $0 - $1 }
        return self.mean(slope).times(guide).combined(with: self.mean(offset)) { $0 + $1 }
    }
}
