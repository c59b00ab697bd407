import Execution
import Glibc
import Synchronization

/// Measures how late the main actor answers. A thread of the monitor asks it for a beat every 10 ms, and asks for no
/// other beat while one is outstanding: a hang is one long wait, not a hundred.
package final class ResponsivenessMonitor: Sendable {
    /// A beat that came later than a frame.
    package struct Hang: Hashable, Sendable {
        /// When the beat was asked for, on the clock of ``now``.
        package let began: Duration
        /// How long the main actor did not answer.
        package let length: Duration
        /// What the main actor was doing: its functions, the innermost first, joined by ` < `. Sampled once the beat
        /// was a frame late, and again each time the hang had doubled; equal samples are listed once. Empty if the hang
        /// ended before the first sample. A stripped program has addresses in place of names.
        package let doing: [String]
    }

    /// The time between two beats.
    package static let interval: Duration = .milliseconds(10)
    /// A frame at 60 a second. A beat that is later is a hang.
    package static let frame: Duration = .milliseconds(16)
    private static let mostHangs = 1_000
    /// The most samples of one hang, which reach up to a second.
    private static let mostSamples = 7
    /// The beats for each point of the trace, which shows the latest of them: ten points a second.
    private static let beatsOfAPoint = 10

    private struct State {
        var histogram = LatenessHistogram()
        var hangs: [Hang] = []
        var hangCount = 0
        /// When the beat that is outstanding was asked for.
        var outstanding: Int64?
        /// Where the main actor was while that beat was late.
        var samples: [MainActorStack] = []
        /// Hangs whose functions have no names yet: the lookup is too slow for the main actor.
        var unnamed: [(began: Int64, length: Int64, samples: [MainActorStack])] = []
        /// The latest beat since the trace's last point, in nanoseconds.
        var latest: Int64 = 0
        var isStopped = false
    }

    private let state = Mutex(State())
    /// Held while hangs get their names, so that none is on its way when ``stop()`` has returned.
    private let naming = Mutex(())
    private let trace: TraceFile?
    private let didBeat: @Sendable () -> Void

    /// Creates a monitor that does not run yet.
    ///
    /// - Parameter trace: gets the hangs, how late the beats are, and a summary at the end.
    package convenience init(trace: TraceFile? = nil) {
        self.init(trace: trace) {}
    }

    /// - Parameter didBeat: called after each beat was counted. Tests wait by it.
    init(trace: TraceFile? = nil, didBeat: @escaping @Sendable () -> Void) {
        self.trace = trace
        self.didBeat = didBeat
    }

    /// The monotonic clock.
    package static var now: Duration { .nanoseconds(TraceClock.now) }

    /// Starts asking for beats, until ``stop()``.
    package func start() {
        // If there is no thread, nothing is measured, and the program goes on.
        _ = SystemThread.start { self.beatUntilStopped() }
    }

    /// Ends the beats. An outstanding one counts as late as it is now, since the caller may have kept it waiting.
    package func stop() {
        let (wasStopped, outstanding) = state.withLock { state in
            defer { state.isStopped = true }
            return (state.isStopped, state.outstanding)
        }
        guard !wasStopped else { return }
        if let outstanding { record(askedAt: outstanding) }
        nameHangs()
        appendSummary()
    }

    private func beatUntilStopped() {
        var beats = 0
        while !state.withLock(\.isStopped) {
            var pause = timespec(tv_sec: 0, tv_nsec: Int(Self.interval.nanoseconds))
            nanosleep(&pause, nil)
            sampleIfHanging()
            nameHangs()
            ask()
            beats += 1
            if beats % Self.beatsOfAPoint == 0 { appendPoint() }
        }
    }

    private func ask() {
        let began = TraceClock.now
        let isDue = state.withLock { state in
            guard state.outstanding == nil, !state.isStopped else { return false }
            state.outstanding = began
            state.samples = []
            return true
        }
        guard isDue else { return }
        Task { @MainActor in
            self.record(askedAt: began)
            self.didBeat()
        }
    }

    private func record(askedAt began: Int64) {
        let late = TraceClock.now - began
        state.withLock { state in
            // It was counted when the monitor was stopped.
            guard state.outstanding == began else { return }
            state.outstanding = nil
            state.latest = max(state.latest, late)
            state.histogram.add(.nanoseconds(late), every: Self.interval)
            guard late > Self.frame.nanoseconds else { return }
            state.hangCount += 1
            if state.unnamed.count < Self.mostHangs { state.unnamed.append((began, late, state.samples)) }
        }
    }

    // MARK: Hangs

    /// Looks where the main actor is when a beat is late by more than a frame, and again when it is late by twice that,
    /// …
    private func sampleIfHanging() {
        let isDue = state.withLock { state in
            guard let outstanding = state.outstanding, state.samples.count < Self.mostSamples else { return false }
            return TraceClock.now - outstanding > Self.frame.nanoseconds << state.samples.count
        }
        guard isDue, let sample = MainActorStack.sample() else { return }
        state.withLock { state in
            // The hang may have ended meanwhile; the sample then shows something else.
            if state.outstanding != nil { state.samples.append(sample) }
        }
    }

    /// Writes the hangs that ended, with the names of what the main actor was in.
    private func nameHangs() {
        naming.withLock { _ in nameHangsInOrder() }
    }

    private func nameHangsInOrder() {
        let unnamed = state.withLock { state in
            defer { state.unnamed = [] }
            return state.unnamed
        }
        for hang in unnamed {
            var doing: [String] = []
            for sample in hang.samples {
                let functions = sample.functions.joined(separator: " < ")
                if functions != doing.last { doing.append(functions) }
            }
            state.withLock { state in
                guard state.hangs.count < Self.mostHangs else { return }
                state.hangs.append(
                    Hang(began: .nanoseconds(hang.began), length: .nanoseconds(hang.length), doing: doing))
            }
            trace?.append(
                TraceEvent(
                    phase: .complete, name: "hang", category: "main actor", time: hang.began, length: hang.length,
                    thread: TraceFile.mainActorTrack,
                    arguments: doing.enumerated().map { ("doing \($0 + 1)", .text($1)) }))
        }
    }

    // MARK: What was measured

    /// The lateness of all beats, including those that were due during a hang.
    package var histogram: LatenessHistogram { state.withLock(\.histogram) }
    /// The first thousand hangs. Each appears a moment after its end.
    package var hangs: [Hang] { state.withLock(\.hangs) }
    /// How often the main actor was looked at since the beat that is outstanding was asked for.
    var sampleCount: Int { state.withLock(\.samples.count) }
    /// The number of all hangs.
    package var hangCount: Int { state.withLock(\.hangCount) }

    private func appendPoint() {
        guard let trace else { return }
        let now = TraceClock.now
        let latest = state.withLock { state in
            defer { state.latest = 0 }
            return max(state.latest, state.outstanding.map { now - $0 } ?? 0)
        }
        trace.append(
            TraceEvent(
                phase: .counter, name: "main actor: late by ms", category: "main actor", time: now,
                thread: TraceFile.mainActorTrack, arguments: [("ms", .thousandths(Int(latest / 1000)))]))
    }

    private func appendSummary() {
        let (histogram, hangCount) = state.withLock { ($0.histogram, $0.hangCount) }
        func milliseconds(_ duration: Duration) -> TraceEvent.Value { .thousandths(Int(duration.nanoseconds / 1000)) }
        trace?.append(
            TraceEvent(
                phase: .instant, name: "responsiveness", category: "main actor", time: TraceClock.now,
                thread: TraceFile.mainActorTrack,
                arguments: [
                    ("beats", .whole(histogram.count)), ("hangs", .whole(hangCount)),
                    ("longest ms", milliseconds(histogram.longest)),
                    ("99 % ms", milliseconds(histogram.lateness(atQuantile: 0.99))),
                    ("99.9 % ms", milliseconds(histogram.lateness(atQuantile: 0.999))),
                ]))
    }
}
