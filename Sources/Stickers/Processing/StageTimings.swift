/// What the steps of one photo took, by the clock on the wall.
package struct StageTimings: Hashable, Sendable {
    /// Reading the header and the pixels.
    package var decoding: Duration = .zero
    /// The network, once or twice, with what it takes to show it the photo.
    package var segmentation: Duration = .zero
    /// How often the network was run.
    package var looks = 0
    /// For how many stickers a part of the photo was decoded again, at a larger scale.
    package var redecodedParts = 0
    /// Refining, foreground colours, border; beside ``colors``.
    package var stickers: Duration = .zero
    /// The colour scheme; beside ``stickers``.
    package var colors: Duration = .zero

    /// Without times.
    package init() {}
}

/// Times steps that follow each other.
struct Stopwatch {
    var timings = StageTimings()
    private let clock = ContinuousClock()
    private var began: ContinuousClock.Instant

    init() {
        began = clock.now
    }

    /// Books the time since the last lap.
    mutating func lap(_ stage: WritableKeyPath<StageTimings, Duration>) {
        let now = clock.now
        timings[keyPath: stage] += now - began
        began = now
    }

    /// What `body` gives, and how long it took.
    static func timing<Result>(_ body: () async -> Result) async -> (Result, Duration) {
        let clock = ContinuousClock()
        let began = clock.now
        let result = await body()
        return (result, clock.now - began)
    }
}
