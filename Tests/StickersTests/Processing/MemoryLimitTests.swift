import Execution
import Files
import Imaging
import Profiling
import Stickers
import TestSupport
import Testing

/// What the photos in work take together, and stickers that would have more pixels than their photo.
@Suite struct MemoryLimitTests {
    private func processor(
        _ memory: MemoryBudget, side: Int = 96, executor: PhotoExecutor = PhotoExecutor(threadCount: 2)
    ) throws -> PhotoProcessor {
        try PhotoProcessor(
            segmenter: SharedSegmenter.segmenter(), options: ProcessingOptions(size: .longestSide(side)),
            limits: ImageLimits(memory: memory), executor: executor)
    }

    @Test func aPhotoThatNeverFitsIsRefusedBeforeItIsDecoded() async throws {
        let memory = MemoryBudget(bytes: 128 << 20)
        let processor = try processor(memory, side: 16_000)
        let ball = try SyntheticPhoto.ball().png()
        let folder = TemporaryFolder()
        let path = folder.path.appending("run.json")
        let file = try TraceFile(at: path)
        let error = await Trace.recording(to: file) { () async -> StickerError? in
            await Trace.photo("ball") {
                do throws(StickerError) {
                    _ = try await processor.process(data: ball)
                    return nil
                } catch {
                    return error
                }
            }
        }
        try file.close()
        #expect(error?.code == .imaging(.memory))
        #expect(error?.description.contains("128M is the limit") == true, "\(String(describing: error))")
        #expect(try RecordedTrace(contentsOf: path).spans(of: "ball").map(\.name) == ["header"])
        #expect(memory.reservedBytes == 0)
    }

    /// The wait lies between the header and the first pixel: that is where this cancellation comes.
    @Test func aPhotoThatWaitsIsCancelledBeforeItIsDecoded() async throws {
        let waits = Watched(0)
        let memory = MemoryBudget(bytes: 1 << 30) { waits.withLock { $0 += 1 } }
        let held = try await memory.reserve(1 << 30, for: "a test")
        let processor = try processor(memory)
        let ball = try SyntheticPhoto.ball().png()
        let task = Task { () async -> StickerError.Code? in
            do throws(StickerError) {
                _ = try await processor.process(data: ball)
                return nil
            } catch {
                return error.code
            }
        }
        await waits.until { $0 == 1 }
        task.cancel()
        #expect(await task.value == .cancelled)
        held.release()
        #expect(memory.reservedBytes == 0)
        #expect(try await processor.process(data: ball).sticker.size.longestSide == 96)
    }

    @Test func photosThatDoNotFitTogetherAreMadeOneAfterTheOther() async throws {
        let ball = try SyntheticPhoto.ball().png()
        let alone = try await processor(MemoryBudget(bytes: 1 << 30)).admit(ball)
        let memory = MemoryBudget(bytes: alone.reservedBytes * 3 / 2)
        let processor = try processor(memory)
        var made = 0
        await forEachConcurrently(0..<5, atMost: 2, on: processor.executor) { _ in
            try? await processor.process(data: ball)
        } receive: { photo in
            if photo != nil { made += 1 }
        }
        #expect(made == 5)
        #expect(memory.reservedBytes == 0 && memory.waitingCount == 0)
    }

    @Test func whatIsAdmittedHoldsItsMemoryUntilItIsReleased() async throws {
        let memory = MemoryBudget(bytes: 1 << 30)
        let processor = try processor(memory)
        let photo = try await processor.admit(SyntheticPhoto.ball().png())
        #expect(memory.reservedBytes == photo.reservedBytes)
        let made = try await processor.process(photo)
        #expect(memory.reservedBytes == photo.reservedBytes)
        #expect(try await made.sticker == processor.render(photo, subject: #require(made.subject)).sticker)
        photo.release()
        #expect(memory.reservedBytes == 0)
    }

    @Test func enlargementIsRefusedWhereItIsNotAllowed() async throws {
        // 400 × 300, the ball 190 pixels across.
        let ball = try SyntheticPhoto.ball().png()
        var processor = try processor(.standard, side: 600)
        #expect(try await processor.process(data: ball).sticker.size.longestSide == 600)
        processor.allowsEnlargement = false
        let error = await #expect(throws: StickerError.self) { try await processor.process(data: ball) }
        #expect(error?.code == .enlargement)
        #expect(error?.description.contains("400 × 300") == true)
        #expect(error?.description.contains("--enlarge") == true)
        // What messengers ask for is made of any photo.
        processor.options.size = .longestSide(512)
        #expect(try await processor.process(data: ball).sticker.size.longestSide == 512)
    }

    @Test func aSubjectThatIsTooSmallInALargePhotoIsNotEnlargedEither() async throws {
        let photo = SyntheticPhoto(
            size: PixelSize(width: 1200, height: 900),
            balls: [.init(x: 500, y: 400, radius: 150, color: SyntheticPhoto.red)])
        var processor = try processor(.standard, side: 700)
        processor.allowsEnlargement = false
        let data = try photo.png()
        let error = await #expect(throws: StickerError.self) { try await processor.process(data: data) }
        #expect(error?.code == .enlargement)
        #expect(error?.description.contains("pixels in the photo") == true)
    }
}
