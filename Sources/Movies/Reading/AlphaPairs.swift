/// Brings pictures and the alpha of each together. Both come by rising times, either of them ahead of the other.
struct AlphaPairs<Picture, Alpha> {
    private var pictures: [(stamp: Int64?, picture: Picture)] = []
    private var alphas: [(stamp: Int64, alpha: Alpha)] = []

    /// How many pictures wait for alpha before the first goes without its own.
    static var mostWaiting: Int { 64 }
    /// The rounding of times, in nanoseconds: tracks may count them in different units.
    private static var tolerance: Int64 { 500_000 }

    /// Whether pictures wait.
    var isWaiting: Bool { !pictures.isEmpty }

    /// Adds a picture with its time in nanoseconds; `nil` if its time is not known.
    mutating func add(_ picture: Picture, stamp: Int64?) {
        pictures.append((stamp, picture))
    }

    /// Adds alpha that is shown from a time on, in nanoseconds.
    mutating func add(alpha: Alpha, stamp: Int64) {
        alphas.append((stamp, alpha))
    }

    /// The next picture, with the alpha that is shown at its time: the last one that begins then or before, or else the
    /// first.
    ///
    /// - Parameter isEnd: whether no more alpha comes.
    /// - Returns: `nil` if there is no picture, or its alpha may still come.
    mutating func next(isEnd: Bool) -> (picture: Picture, alpha: Alpha?)? {
        guard let first = pictures.first else { return nil }
        if let stamp = first.stamp {
            let later = alphas.firstIndex { $0.stamp > stamp + Self.tolerance } ?? alphas.count
            if later > 1 { alphas.removeFirst(later - 1) }
            let isKnown = alphas.last.map { $0.stamp >= stamp - Self.tolerance } ?? false
            guard isKnown || isEnd || pictures.count > Self.mostWaiting else { return nil }
        }
        pictures.removeFirst()
        return (first.picture, alphas.first?.alpha)
    }
}
