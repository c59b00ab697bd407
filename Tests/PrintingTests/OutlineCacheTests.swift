import Files
import Imaging
import Synchronization
import TestSupport
import Testing

@testable import Printing

/// Outlines are traced once for all sheets of the same stickers.
struct OutlineCacheTests {
    private let fixture = SheetFixture()
    private let traces = TraceCounter()

    private func plan(
        _ stickers: [SheetSticker], _ outlines: OutlineCache?, limits: ImageLimits = ImageLimits(),
        _ change: (inout SheetSettings) -> Void = { _ in }
    ) async throws -> SheetPlan {
        var settings = SheetSettings.ofAnyResolution
        change(&settings)
        return try await SheetMaker(settings, limits: limits, outlines: outlines).plan(stickers, leavingOut: true)
    }

    @Test func theSecondSheetTracesNothingAndIsTheSame() async throws {
        let stickers = try fixture.stickers()
        let outlines = traces.cache()
        func both(_ settings: (inout SheetSettings) -> Void) async throws {
            let cuts = try await plan(stickers, outlines, settings).pages.map(\.cut)
            #expect(try await cuts == plan(stickers, nil, settings).pages.map(\.cut))
        }
        try await both { _ in }
        #expect(traces.count == 3)
        try await both {
            $0.page = .a5
            $0.stickerSize = 35
            $0.copies = 3
            $0.gap = 6
            $0.turning = .none
            $0.backing = .outline
            $0.hasRegistrationMarks = true
        }
        #expect(traces.count == 3)
    }

    @Test func whatChangesTheLineIsTracedAnew() async throws {
        let stickers = [try fixture.sticker("star", Shape.star(side: 128).bitmap)]
        let outlines = traces.cache()
        let changes: [(inout SheetSettings) -> Void] = [
            { _ in },
            {
                $0.offset = 2
                $0.bleed = 0
            },
            {
                // The same on paper is another one of the picture.
                $0.offset = 2
                $0.bleed = 0
                $0.stickerSize = 40
            },
            { $0.smoothing = 1 },
        ]
        for (number, change) in changes.enumerated() {
            let cuts = try await plan(stickers, outlines, change).pages.map(\.cut)
            #expect(traces.count == number + 1)
            #expect(try await cuts == plan(stickers, nil, change).pages.map(\.cut))
        }
        for change in changes { _ = try await plan(stickers, outlines, change) }
        #expect(traces.count == 4)
    }

    /// By its bytes: neither its name nor its file's says which it is.
    @Test func aStickerThatWasMadeAnewIsTracedAnew() async throws {
        let outlines = traces.cache()
        let star = try fixture.sticker("a", Shape.star(side: 128).bitmap)
        let cut = try await plan([star], outlines).pages[0].cut
        let circle = try fixture.sticker("a", Shape.circle(side: 128, radius: 60).bitmap)
        #expect(circle == star)
        #expect(try await plan([circle], outlines).pages[0].cut != cut)
        #expect(traces.count == 2)
        let copy = try fixture.sticker("b", Shape.star(side: 128).bitmap)
        #expect(try await plan([copy], outlines).pages[0].cut == cut)
        #expect(traces.count == 2)
    }

    /// Neither decoding nor tracing would have room.
    @Test func whatIsKeptTakesNoMemoryForPictures() async throws {
        let stickers = try fixture.stickers()
        let outlines = traces.cache()
        _ = try await plan(stickers, outlines)
        let full = ImageLimits(memory: MemoryBudget(bytes: 1 << 10))
        #expect(try await plan(stickers, outlines, limits: full).pages[0].stickerCount == 3)
        await #expect(throws: PrintingError.self) { try await plan(stickers, nil, limits: full) }
    }

    @Test func aStickerWithNothingToCutIsNotKept() async throws {
        let clear = try fixture.sticker("clear", Bitmap(size: PixelSize(width: 30, height: 30)))
        let outlines = traces.cache()
        for _ in 1...2 { await #expect(throws: PrintingError.self) { try await plan([clear], outlines) } }
        #expect(traces.count == 2 && outlines.byteCount == 0)
    }

    @Test func theLeastRecentlyUsedGoFirst() async throws {
        let stickers = try fixture.stickers()
        var limits = OutlineCache.Limits()
        limits.count = 2
        let outlines = traces.cache(limits)
        for sticker in stickers[..<2] { _ = try await plan([sticker], outlines) }
        _ = try await plan([stickers[0]], outlines)
        #expect(traces.count == 2)
        _ = try await plan([stickers[2]], outlines)
        _ = try await plan([stickers[0]], outlines)
        #expect(traces.count == 3, "it was used after the second")
        _ = try await plan([stickers[1]], outlines)
        #expect(traces.count == 4)
    }

    @Test func allTogetherStayWithinTheirBytes() async throws {
        let stickers = try fixture.stickers()
        let all = traces.cache()
        _ = try await plan(stickers, all)
        // The star's edge alone has more than a point for each pixel of its height.
        #expect(all.byteCount > 256 * MemoryLayout<Point>.stride)
        var limits = OutlineCache.Limits()
        limits.bytes = all.byteCount - 1
        let some = traces.cache(limits)
        _ = try await plan(stickers, some)
        #expect((1...limits.bytes).contains(some.byteCount))
        limits.bytes = 1
        let none = traces.cache(limits)
        #expect(try await plan(stickers, none).pages[0].stickerCount == 3)
        #expect(none.byteCount == 0)
    }
}

/// How many outlines were really traced.
private final class TraceCounter: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .relaxed) }

    func cache(_ limits: OutlineCache.Limits = .init()) -> OutlineCache {
        OutlineCache(limits: limits) { [self] (tracer, picture) throws(PrintingError) in
            number.add(1, ordering: .relaxed)
            return try tracer.trace(picture)
        }
    }
}
