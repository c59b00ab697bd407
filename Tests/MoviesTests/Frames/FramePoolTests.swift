import Imaging
import Testing

@testable import Movies

@Suite struct FramePoolTests {
    @Test func exhaustedPoolSaysSoAndServesAgainWhenAFrameIsGone() throws {
        let pool = FramePool(capacity: 2)
        let format = VideoFormat(size: PixelSize(width: 7, height: 5))
        let first = try pool.makeFrame(format).freeze(number: 0, time: 0)
        var held: VideoFrame? = try pool.makeFrame(format).freeze(number: 1, time: 40)
        #expect(pool.framesInUse == 2)
        let error = #expect(throws: MovieError.self) { _ = try pool.makeFrame(format).freeze(number: 2, time: 80) }
        #expect(error?.code == .poolExhausted)
        #expect(held?.number == 1)
        held = nil
        #expect(pool.framesInUse == 1)
        _ = try pool.makeFrame(format).freeze(number: 3, time: 120)
        #expect(first.number == 0)
    }

    @Test(arguments: ChromaSubsampling.allCases) func planesKeepWhatWasWritten(chroma: ChromaSubsampling) throws {
        let format = VideoFormat(size: PixelSize(width: 33, height: 17), chroma: chroma)
        let frozen = try TestFrames.fill(format, number: 9, time: 300) { plane, x, y in
            UInt8(truncatingIfNeeded: 3 * x + 5 * y + plane)
        }
        for plane in 0..<format.planeCount {
            let size = format.planeSize(plane)
            for y in 0..<size.height {
                let row = frozen.withRow(y, ofPlane: plane) { row in row.indices.map { row[$0] } }
                #expect(row == (0..<size.width).map { UInt8(truncatingIfNeeded: 3 * $0 + 5 * y + plane) })
            }
        }
        #expect(frozen.number == 9 && frozen.time == 300)
    }

    @Test func thoseWhoWaitAreServedInTurnAndCancelledWaitsEnd() async throws {
        let pool = FramePool(capacity: 1)
        let format = VideoFormat(size: PixelSize(width: 4, height: 4))
        var held: VideoFrame? = try pool.makeFrame(format).freeze(number: 0, time: 0)
        let cancelled = Task { try await pool.frame(format).freeze(number: 1, time: 0).number }
        cancelled.cancel()
        let refusal = await #expect(throws: MovieError.self) { try await cancelled.value }
        #expect(refusal?.code == .cancelled)
        let waiting = Task.immediate { try await pool.frame(format).freeze(number: 2, time: 0).number }
        #expect(pool.waitingCount == 1)
        #expect(held?.number == 0)
        held = nil
        #expect(try await waiting.value == 2)
        #expect(pool.framesInUse == 0)
    }

    /// As the source is told to stop, another thread gives it the place for which it waits.
    @Test func aPlaceThatComesAsTheSourceStopsIsFreeAgain() throws {
        let pool = FramePool(capacity: 1)
        let held = try #require(pool.takePlace())
        var isStopped = false
        let lease = pool.waitForPlace {
            if pool.waitingCount == 1 {
                isStopped = true
                held.end()
            }
            return isStopped
        }
        #expect(lease == nil)
        #expect(pool.framesInUse == 0 && pool.waitingCount == 0)
        #expect(pool.takePlace() != nil)
    }

    @Test func oddSizesRoundChromaUpAndShowSquarePixels() {
        var format = VideoFormat(size: PixelSize(width: 33, height: 17), chroma: .yuv420)
        #expect(format.planeSize(1) == PixelSize(width: 17, height: 9))
        format.chroma = .yuv422
        #expect(format.planeSize(2) == PixelSize(width: 17, height: 17))
        format = VideoFormat(
            size: PixelSize(width: 720, height: 576), pixelAspect: PixelAspect(width: 16, height: 15),
            orientation: .rotated90)
        #expect(format.displaySize == PixelSize(width: 576, height: 768))
    }
}
