import Peel

/// What a span costs with and without somebody who records: nanoseconds of each, as a line of JSON.
func measureSilence() async throws {
    let silent = spanCost(count: 1_000_000)
    let file = try TraceFile(at: "/dev/null")
    let recorded = await Trace.recording(to: file) { await Trace.photo("photo") { spanCost(count: 100_000) } }
    try file.close()
    print("{\"span_ns\":{\"not_recorded\":\(rounded(silent, 1)),\"recorded\":\(rounded(recorded, 1))}}")
}

/// Nanoseconds of a span around next to nothing.
private func spanCost(count: Int) -> Double {
    let clock = ContinuousClock()
    var sum = 0
    let began = clock.now
    for number in 0..<count { sum &+= Trace.span("step") { number } }
    let elapsed = clock.now - began
    precondition(sum == count * (count - 1) / 2, "every span ran its step")
    return milliseconds(elapsed) * 1e6 / Double(count)
}
