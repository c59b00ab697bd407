/// Computes the slices of each frame at `speed` slices a frame: slice k is in the first frame n with
/// `start + (n + 1) * speed > k`. The very first frame has a slice.
struct SliceClock {
    private(set) var speed: Double
    /// The time in slices when the speed was set.
    private var start = 0.0
    private var framesSinceStart = 0

    init(speed: Double) {
        self.speed = speed
    }

    /// Returns the slices of the next frame; none if the speed is below 1 and it is not time yet.
    mutating func advance() -> Range<Int> {
        let lower = position(after: framesSinceStart)
        framesSinceStart += 1
        return lower..<position(after: framesSinceStart)
    }

    /// Continues at another speed.
    mutating func setSpeed(_ speed: Double) {
        guard speed != self.speed else { return }
        start += Double(framesSinceStart) * self.speed
        framesSinceStart = 0
        self.speed = speed
    }

    private func position(after frames: Int) -> Int {
        Int((start + Double(frames) * speed).rounded(.up))
    }
}
