import Peel

/// The story of a program that is moved off its main actor, in four steps.
enum Variant: String, CaseIterable {
    /// Everything happens where it is called: on the main actor.
    case onMainActor = "1-on-main-actor"
    /// `@concurrent` functions do the work, one photo after the other.
    case oneByOne = "2-one-by-one"
    /// Each photo's sticker and colours side by side (`async let`), and still one photo after the other.
    case asyncLet = "3-async-let"
    /// And as many photos at once as there are cores: a bounded task group, on the photo executor's threads.
    case inParallel = "4-in-parallel"

    @MainActor
    func measure(_ photos: [FilePath], _ processor: PhotoProcessor, into folder: FilePath) async throws -> Measured {
        let file = try TraceFile(at: folder.appending("\(rawValue).json"), program: rawValue)
        let monitor = ResponsivenessMonitor(trace: file)
        monitor.start()
        let clock = ContinuousClock()
        let began = clock.now
        let made = await Trace.recording(to: file) { await run(photos, processor) }
        let elapsed = clock.now - began
        monitor.stop()
        try file.close()
        return Measured(
            variant: rawValue, photos: photos.count, stickers: made, elapsed: elapsed, histogram: monitor.histogram,
            hangs: monitor.hangCount)
    }

    /// - Returns: how many stickers were made.
    @MainActor
    private func run(_ photos: [FilePath], _ processor: PhotoProcessor) async -> Int {
        var made = 0
        switch self {
        case .onMainActor:
            for path in photos {
                // The file at least is read elsewhere, as a picker does: the main actor is free for a moment.
                guard let data = await Self.read(path) else { continue }
                await Trace.photo("\(path.lastComponent)") {
                    if (try? processor.processBlocking(data: data)) != nil { made += 1 }
                }
            }
        case .oneByOne:
            for path in photos where await Self.process(path, processor) { made += 1 }
        case .asyncLet:
            for path in photos where await Self.processInParts(path, processor) { made += 1 }
        case .inParallel:
            await forEachConcurrently(
                photos, atMost: processor.executor.threadCount, on: processor.executor
            ) { path in
                await Self.processInParts(path, processor)
            } receive: { isMade in
                if isMade { made += 1 }
            }
        }
        return made
    }

    @concurrent
    private static func read(_ path: FilePath) async -> [UInt8]? {
        try? path.readBytes()
    }

    /// Sticker and colours in a child task each.
    @concurrent
    private static func processInParts(_ path: FilePath, _ processor: PhotoProcessor) async -> Bool {
        await Trace.photo("\(path.lastComponent)") {
            guard let data = try? path.readBytes() else { return false }
            return (try? await processor.process(data: data)) != nil
        }
    }

    /// On a thread of Swift's shared pool.
    @concurrent
    private static func process(_ path: FilePath, _ processor: PhotoProcessor) async -> Bool {
        await Trace.photo("\(path.lastComponent)") {
            guard let data = try? path.readBytes() else { return false }
            return (try? processor.processBlocking(data: data)) != nil
        }
    }
}

struct Measured {
    let variant: String
    let photos: Int
    let stickers: Int
    let elapsed: Duration
    let histogram: LatenessHistogram
    let hangs: Int

    var json: String {
        """
        {"variant":"\(variant)","photos":\(photos),"stickers":\(stickers),\
        "photos_per_second":\(rounded(Double(photos) * 1000 / milliseconds(elapsed))),\
        "longest_hang_ms":\(rounded(milliseconds(histogram.longest), 1)),\
        "late_p99_ms":\(rounded(milliseconds(histogram.lateness(atQuantile: 0.99)), 1)),\
        "late_p999_ms":\(rounded(milliseconds(histogram.lateness(atQuantile: 0.999)), 1)),\
        "beats":\(histogram.count),"hangs":\(hangs)}
        """
    }
}

/// Milliseconds of a duration.
func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1000 + Double(duration.components.attoseconds) / 1e15
}

/// A number as JSON shows it.
func rounded(_ value: Double, _ digits: Int = 2) -> String {
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    return "\((value * factor).rounded() / factor)"
}
