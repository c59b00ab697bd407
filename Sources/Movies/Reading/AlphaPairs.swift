/// Brings pictures and the alpha of each together. Both come by rising times, either of them ahead of the other. Times
/// of untrusted files may jump back, and may have any value.
struct AlphaPairs<Picture, Alpha> {
    private var pictures: [(stamp: Int64?, picture: Picture, byteCount: Int)] = []
    private var alphas: [(stamp: Int64, alpha: Alpha)] = []
    private var waitingBytes = 0
    /// The time of the last picture that came out.
    private var lastStamp: Int64?
    /// Whether the times of alpha have jumped back, and those of the pictures not yet.
    private var isAlphaBack = false

    /// How many pictures wait for alpha before the first goes without its own. As much alpha is kept.
    static var mostWaiting: Int { 64 }
    /// How many bytes of pictures wait for alpha before the first goes without its own.
    static var mostBytes: Int { 64 << 20 }
    /// How many pictures may wait whatever their size.
    static var leastWaiting: Int { 2 }
    /// The rounding of times, in nanoseconds: tracks may count them in different units.
    private static var tolerance: Int64 { 500_000 }

    /// Whether pictures wait.
    var isWaiting: Bool { !pictures.isEmpty }

    /// Adds a picture with its time in nanoseconds; `nil` if its time is not known.
    mutating func add(_ picture: Picture, stamp: Int64?, byteCount: Int) {
        pictures.append((stamp, picture, byteCount))
        waitingBytes += byteCount
    }

    /// Adds alpha that is shown from a time on, in nanoseconds.
    mutating func add(alpha: Alpha, stamp: Int64) {
        if let last = alphas.last, stamp < last.stamp {
            alphas.removeAll()
            isAlphaBack = true
        }
        alphas.append((stamp, alpha))
        if alphas.count > Self.mostWaiting { alphas.removeFirst() }
    }

    /// The next picture, with the alpha that is shown at its time: the last one that begins then or before, or else the
    /// first.
    ///
    /// - Parameter isEnd: whether no more alpha comes.
    /// - Returns: `nil` if there is no picture, or its alpha may still come.
    mutating func next(isEnd: Bool) -> (picture: Picture, alpha: Alpha?)? {
        guard let first = pictures.first else { return nil }
        if let stamp = first.stamp {
            let isBack = lastStamp.map { stamp < Self.sum($0, -Self.tolerance) } ?? false
            if isBack, !isAlphaBack { keepFirstAlpha(until: stamp) }
            let end = Self.sum(stamp, Self.tolerance)
            let later = alphas.firstIndex { $0.stamp > end } ?? alphas.count
            if later > 1 { alphas.removeFirst(later - 1) }
            let isKnown = alphas.last.map { $0.stamp >= Self.sum(stamp, -Self.tolerance) } ?? false
            guard isKnown || isEnd || isFull else { return nil }
            lastStamp = stamp
            if isBack { isAlphaBack = false }
        }
        pictures.removeFirst()
        waitingBytes -= first.byteCount
        return (first.picture, alphas.first?.alpha)
    }

    private var isFull: Bool {
        pictures.count > Self.mostWaiting || pictures.count > Self.leastWaiting && waitingBytes > Self.mostBytes
    }

    /// Moves the alpha that is shown to before a time that the pictures have jumped back to. What is ahead of it
    /// belongs to no picture any more.
    private mutating func keepFirstAlpha(until stamp: Int64) {
        alphas = alphas.prefix(1).map { (Self.sum(stamp, -2 * Self.tolerance), $0.alpha) }
        isAlphaBack = true
    }

    /// The sum within the range of the type.
    private static func sum(_ stamp: Int64, _ distance: Int64) -> Int64 {
        let (sum, isTooFar) = stamp.addingReportingOverflow(distance)
        guard isTooFar else { return sum }
        return distance < 0 ? .min : .max
    }
}
