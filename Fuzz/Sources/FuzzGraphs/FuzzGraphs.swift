import Dispatch
import FuzzSupport
import Imaging

@testable import Movies

/// Small enough for an input to take milliseconds, because fuzzing looks for crashes.
private let limits = MovieLimits(pixels: 1 << 14, side: 512)
private let mostFrames = 3
/// FFmpeg prepares its filters before Peel can see their sizes: those of a million pixels a side take it long.
private let mostDigits = 5

/// Reads a test source as a person writes it, and frames of it. What is accepted has listed filters with harmless
/// values, and nothing of the text is passed over.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGraphs(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    withinTime(of: count) { fuzz(text) }
    return 0
}

private func fuzz(_ text: String) {
    guard let graph = try? TestGraph(text) else { return }
    precondition((1...2).contains(graph.chains.count), "there are pictures, sound, or both")
    for chain in graph.chains {
        for (number, step) in chain.enumerated() { check(step, isFirst: number == 0) }
    }
    precondition(words(of: graph) == text, "no word of a graph is passed over")
    guard text.utf8.split(whereSeparator: { !isDigit($0) }).allSatisfy({ $0.count <= mostDigits }) else { return }
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
        await read(text)
        isDone.signal()
    }
    isDone.wait()
}

private func check(_ step: TestGraph.Step, isFirst: Bool) {
    guard let filter = TestFilter.known[step.name] else { preconditionFailure("only listed filters are accepted") }
    precondition((filter.kind != .change) == isFirst, "a source stands before its filters, and only there")
    for (name, value) in step.options {
        precondition(filter.options[name] != nil, "only listed options are accepted")
        precondition(value.utf8.allSatisfy(isHarmless), "no value has a quote, an escape or a formula")
    }
}

private func words(of graph: TestGraph) -> String {
    graph.chains.map { chain in
        chain.map { step in
            let options = step.options.map { "\($0.name)=\($0.value)" }.joined(separator: ":")
            return options.isEmpty ? step.name : "\(step.name)=\(options)"
        }
        .joined(separator: ",")
    }
    .joined(separator: ";")
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

private func isHarmless(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || "_#.-/".utf8.contains(byte)
}

/// Without sound: between two pictures of a slow source there may be minutes of it.
private func read(_ text: String) async {
    let options = ReadingOptions(
        buffering: .everyFrame(1), wantsSound: false, limits: limits, pool: FramePool(capacity: 4), decodingThreads: 1)
    guard let reader = try? await MovieReader.open(.graph(text), options) else { return }
    var last: Int64?
    var frames = 0
    var samples = reader.makeIterator()
    while frames < mostFrames, let sample = try? await samples.next() {
        guard case .picture(let frame) = sample else { continue }
        frames += 1
        precondition(frame.size.area > 0 && frame.size.area <= limits.pixels, "the limits hold")
        precondition(last.map { frame.time > $0 } ?? (frame.time == 0), "times start at 0 and run forwards")
        last = frame.time
    }
    await reader.stop()
}
