/// Says which slices fall into each frame when there are `speed` slices a frame: slice k into the first frame n with
/// `start + (n + 1) * speed > k`. A slice falls into the very first frame.
struct SliceClock {
    private(set) var speed: Double
    /// In slices, when the speed was set.
    private var start = 0.0
    private var framesSinceStart = 0

    init(speed: Double) {
        self.speed = speed
    }

    /// The slices of the next frame; none when the speed is below 1 and it is not the time yet.
    mutating func advance() -> Range<Int> {
        let lower = position(after: framesSinceStart)
        framesSinceStart += 1
        return lower..<position(after: framesSinceStart)
    }

    /// Goes on from where it is at another speed.
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
