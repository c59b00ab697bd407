import Files
import TestSupport
import Testing

@testable import Imaging

private let canMeasure = ConditionTrait.enabled(
    if: !SystemAbilities.isSanitized, "a sanitizer takes several times the memory")

/// What the header says that decoding takes, against the peak of a process that does nothing else.
@Suite struct MemoryTests {
    @Test(canMeasure) func aProgressiveJPEGStaysWithinItsEstimate() async {
        await #expect(processExitsWith: .success) { try measure("passes/progressive.jpg", atLeast: 500) }
    }

    @Test(canMeasure) func anInterlacedPNGStaysWithinItsEstimate() async {
        await #expect(processExitsWith: .success) { try measure("passes/interlaced.png", atLeast: 500) }
    }

    @Test(canMeasure) func allPixelsOfAnInterlacedPNGStayWithinTheirEstimate() async {
        await #expect(processExitsWith: .success) { try measure("passes/interlaced.png", atLeast: 4000) }
    }

    @Test(canMeasure) func aBaselineJPEGStaysWithinItsEstimate() async {
        await #expect(processExitsWith: .success) { try measure("large/photo.jpg", atLeast: 5000) }
    }

    @Test func passesAreToldFromTheHeader() throws {
        let area = 16_000_000
        for (name, bytes) in [("passes/progressive.jpg", 6), ("passes/interlaced.png", 3)] {
            let source = try ImageSource(Fixtures.bytes(name))
            #expect(source.sampling.isInPasses)
            #expect(source.decodingMemory(atLeast: 500) >= bytes * area, "\(name)")
        }
        let baseline = try ImageSource(Fixtures.bytes("large/photo.jpg"))
        #expect(!baseline.sampling.isInPasses)
        #expect(baseline.decodingMemory(atLeast: 500) < baseline.size.area * 3)
        let halved = try ImageSource(Fixtures.bytes("format/progressive.jpg"))
        #expect(halved.sampling.isInPasses && halved.sampling.hasHalvedColors)
    }

    @Test func whatNeverFitsIsRefusedBeforeItIsDecoded() async throws {
        let source = try ImageSource(
            Fixtures.bytes("passes/progressive.jpg"), limits: ImageLimits(memory: MemoryBudget(bytes: 64 << 20)))
        let error = await #expect(throws: ImagingError.self) {
            try await source.reserve(source.decodingMemory(atLeast: 500))
        }
        #expect(error?.code == .memory)
        #expect(error?.description.contains("the 4000 × 4000 pixels of this progressive JPEG") == true)
    }
}

/// Ends the process with an error when decoding takes more than was estimated, or less than a fourth of it where that is
/// much.
private func measure(_ name: String, atLeast side: Int) throws {
    // Whatever libraries load at their first use is no part of a photo.
    _ = try ImageSource(Fixtures.bytes("format/progressive.jpg")).decode()
    _ = try ImageSource(Fixtures.bytes("format/interlaced.png")).decode(atLeast: 20)
    let bytes = try Fixtures.bytes(name)
    let before = try peakMemory()
    let source = try ImageSource(bytes)
    let estimate = source.decodingMemory(atLeast: side)
    let bitmap = try source.decode(atLeast: side)
    let taken = try peakMemory() - before
    try #require(bitmap.size == source.decodedSize(atLeast: side))
    try #require(taken <= estimate, "\(name) takes \(taken >> 20) MiB, estimated \(estimate >> 20)")
    try #require(4 * taken >= estimate - 64 << 20, "\(name) takes \(taken >> 20) MiB, estimated \(estimate >> 20)")
}

/// The most that the process ever had in memory: proc(5), VmHWM.
private func peakMemory() throws -> Int {
    let status = try String(decoding: FilePath("/proc/self/status").readBytes(), as: UTF8.self)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    let kilobytes = try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) })
    return kilobytes << 10
}
