import Files
import TestSupport
import Testing

@testable import Imaging

private let canMeasure = ConditionTrait.enabled(
    if: !SystemAbilities.isSanitized, "a sanitizer takes several times the memory")

/// What the header says that decoding takes, against the peak of a process that does nothing else.
@Suite struct MemoryTests {
    @Test(
        canMeasure,
        arguments: [
            ("passes/progressive.jpg", 500), ("passes/interlaced.png", 500), ("passes/interlaced.png", 4000),
            ("large/photo.jpg", 500), ("large/photo.jpg", 5000), ("large/lossy.webp", 500), ("large/lossy.webp", 4000),
            ("large/lossless.webp", 500), ("large/lossless.webp", 4000), ("large/photo.heic", 500),
            ("large/photo.heic", 4000), ("large/photo.avif", 500), ("large/photo.avif", 4000),
            ("large/strip.tiff", 500),
            ("large/strip.tiff", 4000), ("large/tiles.tiff", 500), ("large/tiles.tiff", 4000), ("large/still.gif", 500),
            ("large/still.gif", 4000), ("24 bits.bmp", 500), ("24 bits.bmp", 4000),
        ])
    func decodingStaysWithinItsEstimate(_ name: String, atLeast side: Int) async {
        await #expect(processExitsWith: .success) { [name = name as String, side = side as Int] in
            try measure(name, atLeast: side)
        }
    }

    @Test(canMeasure, arguments: ["large/photo.heic", "large/photo.jpg", "large/lossy.webp"])
    func aPartStaysWithinItsEstimate(_ name: String) async {
        await #expect(processExitsWith: .success) { [name = name as String] in
            try measure(name) { source in
                let part = PixelRect(x: 100, y: 80, width: source.size.width - 300, height: source.size.height - 300)
                let size = part.size.scaled(by: 0.5)
                return (source.partDecodingMemory(atMost: size.area), try source.decode(part, resizedTo: size))
            }
        }
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

/// Ends the process with an error when decoding takes more than was estimated, or less than a fourth of it where that
/// is much.
private func measure(_ name: String, atLeast side: Int) throws {
    try measure(name) { source in
        let bitmap = try source.decode(atLeast: side)
        try #require(bitmap.size == source.decodedSize(atLeast: side))
        return (source.decodingMemory(atLeast: side), bitmap)
    }
}

private func measure(_ name: String, _ decode: (ImageSource) throws -> (estimate: Int, Bitmap)) throws {
    // Whatever libraries load at their first use is not part of a photo.
    for small in [
        "progressive.jpg", "interlaced.png", "lossy.webp", "photo.heic", "photo.avif", "tiles.tiff", "still.gif",
    ] {
        _ = try ImageSource(Fixtures.bytes("format/\(small)")).decode(atLeast: 20)
    }
    let bytes = name.hasSuffix(".bmp") ? evenBMP(side: 4000) : try Fixtures.bytes(name)
    let before = try PeakMemory.bytes()
    let (estimate, _) = try decode(try ImageSource(bytes))
    let taken = try PeakMemory.bytes() - before
    try #require(taken <= estimate, "\(name) takes \(taken >> 20) MiB, estimated \(estimate >> 20)")
    try #require(4 * taken >= estimate - 64 << 20, "\(name) takes \(taken >> 20) MiB, estimated \(estimate >> 20)")
}

/// 24 bits a pixel, uncompressed, black.
private func evenBMP(side: Int) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let size = 3 * side * side
    let header = [0x42, 0x4D] + little(54 + size, 4) + little(0, 4) + little(54, 4)
    let info = little(40, 4) + little(side, 4) + little(side, 4) + little(1, 2) + little(24, 2) + little(0, 24)
    // In one piece: a copy more would be the process's peak.
    var file = [UInt8](repeating: 0, count: header.count + info.count + size)
    for (index, byte) in (header + info).enumerated() { file[index] = byte }
    return file
}
