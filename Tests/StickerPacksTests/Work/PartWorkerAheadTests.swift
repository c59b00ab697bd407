import Execution
import Files
import Synchronization
import TestSupport
import Testing

@testable import StickerPacks

/// Photos that are read while others are worked on.
struct PartWorkerAheadTests {
    private let fixture = PartFixture(threadCount: 1)

    private func worker(
        _ photos: [PartPhoto], _ ahead: PartWorker.Ahead?, read: @escaping @Sendable (PartPhoto) async -> Void
    ) async throws -> PartWorker {
        try await PartWorker(
            photos, output: fixture.store, processor: fixture.processor(),
            load: { photo in
                PackPhoto(name: photo.photo, source: photo.source) {
                    await read(photo)
                    return try photo.photo.readBytes()
                }
            }, ahead: ahead)
    }

    @Test func threeAreReadBeforeTheFirstIsDone() async throws {
        let photos = try fixture.balls(6)
        let started = Mutex(0)
        let third = Promise<Void>()
        // No photo is given before three are asked for.
        let worker = try await worker(photos, PartWorker.Ahead(photos: 2, bytes: 1 << 30)) { _ in
            let count = started.withLock { count in
                count += 1
                return count
            }
            if count == 3 { third.set(()) }
            await third.value
        }
        var reports = 0
        try await worker.run { _ in reports += 1 }
        #expect(reports == 6)
        #expect(try fixture.records().allSatisfy { $0.status == .made })
    }

    @Test(arguments: [1, 2]) func theirBytesAreBounded(_ fitting: Int) async throws {
        let photos = try fixture.balls(5)
        let bytes = try #require(photos[0].byteCount)
        let reading = Mutex((now: 0, most: 0))
        let all = Promise<Void>()
        let worker = try await worker(photos, PartWorker.Ahead(photos: 4, bytes: fitting * bytes + 1)) { _ in
            let now = reading.withLock { reading in
                reading.now += 1
                reading.most = max(reading.most, reading.now)
                return reading.now
            }
            if now == fitting { all.set(()) }
            await all.value
            reading.withLock { $0.now -= 1 }
        }
        try await worker.run()
        #expect(reading.withLock { $0.most } == fitting)
        #expect(try fixture.records().count == 5)
    }
}
