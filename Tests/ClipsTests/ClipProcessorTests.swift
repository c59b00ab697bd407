import Imaging
import Stickers
import TestSupport
import Testing

@testable import Clips

/// Frames that end, and go on when they are asked for again.
private struct PausingFrames: AsyncSequence, Sendable {
    let frames: [ClipFrame]
    /// How many there are before the pause.
    let pause: Int

    func makeAsyncIterator() -> Iterator { Iterator(source: self) }

    struct Iterator: AsyncIteratorProtocol {
        let source: PausingFrames
        var number = 0
        var hasPaused = false

        mutating func next() async -> ClipFrame? {
            if number == source.pause, !hasPaused {
                hasPaused = true
                return nil
            }
            guard number < source.frames.count else { return nil }
            defer { number += 1 }
            return source.frames[number]
        }
    }
}

struct ClipProcessorTests {
    private let executor = PhotoExecutor(threadCount: 2)

    private func processor() throws -> ClipProcessor {
        ClipProcessor(segmenter: try SharedSegmenter.segmenter(), executor: executor)
    }

    @Test func aSubjectThatMovesIsCutInEachFrame() async throws {
        let clip = try MovingCutout(count: 9, swing: 40)
        var cut: [CutFrame] = []
        for try await frame in try processor().cut(CountedFrames(frames: clip.frames)) { cut.append(frame) }
        #expect(cut.map(\.time) == clip.frames.map(\.time))
        for (number, frame) in cut.enumerated() {
            #expect(frame.hasSubject && frame.picture.size == MovingCutout.size)
            let found = frame.picture.alphaPlane.overlap(with: clip.alphas[number])
            #expect(found > 0.93, "frame \(number): \(found)")
        }
    }

    @Test func aSubjectThatStandsStillFlickersHalfAsMuchAsFrameByFrame() async throws {
        let clip = try MovingCutout(.coffee, count: 8)
        let processor = try processor()
        var together: [Plane] = []
        for try await frame in processor.cut(CountedFrames(frames: clip.frames)) {
            together.append(frame.picture.alphaPlane)
        }
        var alone: [Plane] = []
        for frame in clip.frames {
            for try await cut in processor.cut(CountedFrames(frames: [frame])) {
                alone.append(cut.picture.alphaPlane)
            }
        }
        let (before, after) = (flicker(alone, clip.alphas), flicker(together, clip.alphas))
        #expect(after < 0.5 * before, "\(before), \(after)")
    }

    @Test func fewFramesAreReadAhead() async throws {
        let clip = try MovingCutout(count: 40, side: 80)
        let source = CountedFrames(frames: clip.frames)
        var done = 0
        for try await _ in try processor().cut(source) {
            done += 1
            // Five batches of four, and the neighbours of the last two.
            #expect(source.asked.value <= done + 24)
        }
        #expect(done == 40)
    }

    /// It leaves the part that is looked at again and again.
    @Test func aSmallSubjectThatMovesFastIsCutAlikeWithAnyNumberOfThreads() async throws {
        let subject = CompositeClip.Layer(try RealCutout.astronaut.bitmap(side: 60)) { (60 + 8 * Double($0), 120) }
        let clip = CompositeClip([subject], count: 14, size: MovingCutout.size)
        var pictures: [[Bitmap]] = []
        for threads in [1, 3] {
            let processor = ClipProcessor(
                segmenter: try SharedSegmenter.segmenter(), executor: PhotoExecutor(threadCount: threads))
            var cut: [Bitmap] = []
            for try await frame in processor.cut(CountedFrames(frames: clip.frames)) { cut.append(frame.picture) }
            pictures.append(cut)
        }
        #expect(pictures[0].count == 14 && pictures[0] == pictures[1])
    }

    @Test func framesWithoutASubjectAreEmptyAndKeepTheirTime() async throws {
        let plain = ClipFrame(
            Bitmap(size: MovingCutout.size, filledWith: SRGBColor(red: 120, green: 140, blue: 160)), time: 7)
        var cut: [CutFrame] = []
        for try await frame in try processor().cut(CountedFrames(frames: [plain])) { cut.append(frame) }
        #expect(cut.count == 1 && cut[0].time == 7 && !cut[0].hasSubject)
        #expect(cut[0].picture.pixels.allSatisfy { $0 == 0 })
    }

    @Test func framesThatGoOnAfterTheirEndAreCutToEachEnd() async throws {
        let clip = try MovingCutout(count: 9, side: 80)
        var cut = try processor().cut(PausingFrames(frames: clip.frames, pause: 5)).makeAsyncIterator()
        var parts: [[Int64]] = []
        for _ in 0..<3 {
            var part: [Int64] = []
            while let frame = try await cut.next(isolation: #isolation) { part.append(frame.time) }
            parts.append(part)
        }
        #expect(parts == [clip.frames[..<5].map(\.time), clip.frames[5...].map(\.time), []])
    }

    @Test func noFramesGiveNone() async throws {
        for try await _ in try processor().cut(CountedFrames(frames: [])) { Issue.record("a frame of nothing") }
    }

    @Test func aSourceThatFailsIsTheReason() async throws {
        let clip = try MovingCutout(count: 3, side: 80)
        let source = CountedFrames(frames: clip.frames, failure: SourceFailure())
        let error = await #expect(throws: ClipError.self) {
            for try await _ in try self.processor().cut(source) {}
        }
        guard case .source(let reason) = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(reason is SourceFailure)
    }

    @Test func framesOfAnotherSizeAreAnError() async throws {
        let clip = try MovingCutout(count: 4, side: 80)
        let small = ClipFrame(Bitmap(size: PixelSize(width: 16, height: 16)), time: 900_000_000)
        let error = await #expect(throws: ClipError.self) {
            for try await _ in try self.processor().cut(CountedFrames(frames: clip.frames + [small])) {}
        }
        #expect(error?.description == "a frame has 16 × 16 pixels, and the first 320 × 240")
    }

    @Test func aCancelledTaskEndsSoon() async throws {
        let clip = try MovingCutout(count: 12, side: 80)
        let source = CountedFrames(frames: clip.frames)
        let processor = try processor()
        let task = Task {
            for try await _ in processor.cut(source) {}
        }
        await source.asked.until { $0 >= 4 }
        task.cancel()
        let error = await #expect(throws: ClipError.self) { try await task.value }
        let reason: StickerError? = if case .cutting(let reason) = error { reason } else { nil }
        #expect(reason?.code == .cancelled && source.asked.value < 12)
    }
}
