import Files
import TestSupport
import Testing

@testable import Profiling

/// Other tests use the main actor, too: a bound that must hold is one that their work cannot break.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ResponsivenessMonitorTests {
    private let folder = TemporaryFolder()

    private let beatCount = Watched(0)

    private func monitor(_ trace: TraceFile? = nil) -> ResponsivenessMonitor {
        ResponsivenessMonitor(trace: trace) { [beatCount] in beatCount.withLock { $0 += 1 } }
    }

    /// Lets the main actor go on until so many beats have come.
    private func beats(_ count: Int) async {
        let wanted = beatCount.value + count
        await beatCount.until { $0 >= wanted }
    }

    private func block(for duration: Duration) {
        let end = ResponsivenessMonitor.now + duration
        while ResponsivenessMonitor.now < end {}
    }

    @Test func aHangIsFoundAndIsInTheTrace() async throws {
        let path = folder.path.appending("run.json")
        let trace = try TraceFile(at: path)
        let monitor = monitor(trace)
        monitor.start()
        await beats(2)
        let began = ResponsivenessMonitor.now
        // However late the monitor's own thread is.
        keepTheMainActorBusy(until: monitor)
        await beats(2)
        monitor.stop()
        let hang = try #require(
            monitor.hangs.first { $0.length > ResponsivenessMonitor.frame && $0.began + $0.length > began })
        #expect(monitor.histogram.longest >= hang.length)
        #expect(monitor.hangCount == monitor.hangs.count)
        try trace.close()
        let recorded = try RecordedTrace(contentsOf: path)
        let hangs = recorded.spans.filter { $0.name == "hang" }
        #expect(hangs.count == monitor.hangCount)
        #expect(hangs.allSatisfy { recorded.threads[$0.tid] == "main actor: hangs" })
        #expect(hangs.contains { abs($0.end - $0.begin - Double(hang.length.nanoseconds) / 1000) < 0.01 })
        let summary = try #require(recorded.events.first { $0.name == "responsiveness" })
        #expect(summary.args?.beats == monitor.histogram.count)
    }

    /// Keeps the main actor until the monitor has looked a few times what it is doing. The thread sanitizer hands
    /// signals over at calls of the C library alone, such as the clock's.
    @inline(never)
    private func keepTheMainActorBusy(until monitor: ResponsivenessMonitor) {
        let end = ResponsivenessMonitor.now + .seconds(60)
        var sum: UInt = 1
        while monitor.sampleCount < 4, ResponsivenessMonitor.now < end {
            for number in 0..<UInt(10_000) { sum = sum &* 31 &+ number }
        }
        #expect(sum != 0)
    }

    @Test func aHangSaysWhatTheMainActorWasDoing() async throws {
        let path = folder.path.appending("doing.json")
        let trace = try TraceFile(at: path)
        let monitor = monitor(trace)
        monitor.start()
        await beats(2)
        keepTheMainActorBusy(until: monitor)
        await beats(2)
        monitor.stop()
        try trace.close()
        let name = "ProfilingTests.ResponsivenessMonitorTests.keepTheMainActorBusy"
        let hang = try #require(monitor.hangs.first { $0.doing.contains { $0.contains(name) } }, "\(monitor.hangs)")
        // Whoever called it stands behind it.
        let doing = try #require(hang.doing.first { $0.contains(name) })
        let called = try #require(doing.firstRange(of: name))
        #expect(doing[called.upperBound...].contains("aHangSaysWhatTheMainActorWasDoing"), "\(doing)")
        let hangs = try RecordedTrace(contentsOf: path).spans.filter { $0.name == "hang" }
        // Not always in the first sample: the beat may have been late before.
        #expect(hangs.contains { $0.args?.doing.contains { $0.contains(name) } ?? false })
    }

    @Test func aMainActorThatIsFreeIsNotLate() async {
        // In a process of its own: here the main actor runs other tests.
        await #expect(processExitsWith: .success) {
            let beats = Watched(0)
            let monitor = ResponsivenessMonitor { beats.withLock { $0 += 1 } }
            monitor.start()
            await beats.until { $0 >= 30 }
            monitor.stop()
            #expect(monitor.histogram.lateness(atQuantile: 0.5) < .milliseconds(200))
        }
    }

    @Test func whoStopsInAHangFindsIt() async {
        let monitor = monitor()
        monitor.start()
        await beats(1)
        block(for: .milliseconds(200))
        keepTheMainActorBusy(until: monitor)
        monitor.stop()
        let count = monitor.histogram.count
        #expect(monitor.histogram.longest >= .milliseconds(50))
        #expect(monitor.hangCount >= 1)
        // The beat that was outstanding comes now, before this task, and is not counted twice.
        await Task { @MainActor in }.value
        #expect(monitor.histogram.count == count)
    }
}
