import Imaging
import Stickers
import Synchronization
import TestSupport
import Testing

@Suite struct ProcessAllTests {
    private let executor = PhotoExecutor(threadCount: 3)

    private func processor() throws -> PhotoProcessor {
        try PhotoProcessor(
            segmenter: SharedSegmenter.segmenter(), options: ProcessingOptions(size: .longestSide(96)),
            executor: executor)
    }

    @Test func eachResultComesWithItsPhotosIdentityAndOneFailureDoesNotEndTheRest() async throws {
        let ball = try SyntheticPhoto.ball().png()
        let photos = (0..<7).map { number in
            PhotoProcessor.Photo(id: number) {
                if number == 2 { throw LoadFailure() }
                return number == 4 ? Array("no photo".utf8) : ball
            }
        }
        var outcomes: [Int: Result<ProcessedPhoto, any Error>] = [:]
        try await processor().processAll(photos) { id, result in
            #expect(outcomes[id] == nil)
            outcomes[id] = result
        }
        #expect(outcomes.count == 7)
        for (id, outcome) in outcomes {
            switch id {
            case 2: #expect(throws: LoadFailure.self) { try outcome.get() }
            case 4: #expect(throws: StickerError.self) { try outcome.get() }
            default: #expect(try outcome.get().sticker.size.longestSide == 96)
            }
        }
    }

    @Test func noMorePhotosAreInFlightThanThereAreThreads() async throws {
        let ball = try SyntheticPhoto.ball().png()
        let inFlight = Mutex((now: 0, most: 0, loaded: 0))
        let photos = (0..<12).lazy.map { number in
            PhotoProcessor.Photo(id: number) {
                inFlight.withLock {
                    $0.now += 1
                    $0.loaded += 1
                    $0.most = max($0.most, $0.now)
                }
                return ball
            }
        }
        try await processor().processAll(photos) { _, _ in inFlight.withLock { $0.now -= 1 } }
        let (now, most, loaded) = inFlight.withLock { $0 }
        #expect(now == 0 && loaded == 12)
        #expect(most <= executor.threadCount)
    }

    @Test func cancellingStartsNoFurtherPhoto() async throws {
        let ball = try SyntheticPhoto.ball().png()
        let loaded = Mutex(0)
        let received = Mutex(0)
        let processor = try processor()
        let task = Task {
            let photos = (0..<40).lazy.map { number in
                PhotoProcessor.Photo(id: number) {
                    loaded.withLock { $0 += 1 }
                    return ball
                }
            }
            await processor.processAll(photos) { _, _ in
                received.withLock { $0 += 1 }
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await task.value
        #expect(loaded.withLock { $0 } <= executor.threadCount)
        #expect(received.withLock { $0 } <= executor.threadCount)
    }
}

private struct LoadFailure: Error {}
