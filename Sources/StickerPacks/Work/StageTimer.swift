import Stickers

/// Times the steps of a photo of a pack.
struct StageTimer {
    private(set) var timings: [PhotoReport.Timing] = []
    private var began = ContinuousClock.now

    /// Books the time since the last step.
    mutating func end(_ stage: String) {
        let now = ContinuousClock.now
        timings.append(.init(stage: stage, duration: began.duration(to: now)))
        began = now
    }

    /// Books what the processor has timed itself.
    mutating func take(_ stages: StageTimings) {
        timings += [
            .init(stage: "decode", duration: stages.decoding), .init(stage: "segment", duration: stages.segmentation),
            .init(stage: "cut", duration: stages.stickers), .init(stage: "colors", duration: stages.colors),
        ]
        began = .now
    }
}
