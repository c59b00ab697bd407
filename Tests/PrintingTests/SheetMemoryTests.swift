import Imaging
import TestSupport
import Testing

@testable import Printing

/// Fields, canvases and pages stay within the budget of memory.
struct SheetMemoryTests {
    private let fixture = SheetFixture()

    /// - Returns: what is said of a budget of so many mebibytes; `nil` when it suffices.
    private func error(
        mebibytes: Int, _ formats: Set<SheetMaker.Format>, _ change: (inout SheetSettings) -> Void
    ) async throws -> PrintingError? {
        let sticker = try fixture.sticker("circle", Shape.circle(side: 128, radius: 60).bitmap)
        var settings = SheetSettings.ofAnyResolution
        change(&settings)
        let budget = MemoryBudget(bytes: mebibytes << 20)
        defer { #expect(budget.reservedBytes == 0) }
        let maker = try SheetMaker(settings, limits: ImageLimits(memory: budget))
        do {
            _ = try await maker.make([sticker], formats: formats, in: fixture.output)
            return nil
        } catch {
            return error
        }
    }

    @Test func pageOfPixelsIsReserved() async throws {
        // A4 at 300 dots an inch has 8.7 million pixels.
        #expect(try await error(mebibytes: 40, [.png]) { _ in }?.code == .memory)
        #expect(try await error(mebibytes: 40, [.pdf]) { _ in } == nil)
        #expect(try await error(mebibytes: 128, [.png]) { _ in } == nil)
    }

    @Test func fieldOfAWideOffsetIsReserved() async throws {
        func offset(_ settings: inout SheetSettings) {
            settings.stickerSize = 112.5
            settings.offset = 50
        }
        // Four times the sticker's side on each of its sides.
        #expect(try await error(mebibytes: 20, [.lines], offset)?.code == .memory)
        #expect(try await error(mebibytes: 64, [.lines], offset) == nil)
    }

    @Test func roomForColorsIsReserved() async throws {
        func bleed(_ settings: inout SheetSettings) {
            settings.page = .own
            settings.stickerSize = 5
            settings.bleed = 20
            settings.resolution = 1_200
        }
        // 45 mm instead of 5: 1,092 pixels a side.
        #expect(try await error(mebibytes: 30, [.pdf], bleed)?.code == .memory)
        #expect(try await error(mebibytes: 96, [.pdf], bleed) == nil)
    }

    /// A field of a quarter of a pixel takes 16 samples for each pixel, of a picture of any size.
    @Test func smoothingThatTheGridDoesNotShowLeavesTheEdgeAsItIs() throws {
        let bar = Shape(size: PixelSize(width: 4096, height: 24)) {
            (4...4090).contains($0.x) && (4...18.5).contains($0.y)
        }
        let bitmap = bar.bitmap
        let plain = try OutlineTracer().trace(bitmap)
        #expect(try OutlineTracer(smoothing: 0.5).trace(bitmap) == plain)
        #expect(try OutlineTracer(smoothing: 5).trace(bitmap) != plain)
    }

    @Test(arguments: [0.001, 0.1, 1, 20], [0.0, 1, 20])
    func tracingIsReservedForEverySetting(smoothing: Double, offset: Double) {
        var settings = SheetSettings.ofAnyResolution
        settings.smoothing = smoothing
        settings.offset = offset
        for side in [16, 512, 4096, 16_384] {
            let size = PixelSize(width: side, height: side)
            #expect(OutlineTracer.memory(for: size, settings) <= 16 * size.area + 20 * 2056 * 2056)
        }
    }
}
