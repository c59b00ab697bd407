import Dispatch
import Files
import HTTPMessages
import TestSupport
import Testing

@testable import ImageLoading

@Suite struct PendingWritesTests {
    private func response(_ address: String, _ count: Int, filledWith byte: UInt8 = 0) -> StoredResponse {
        StoredResponse(
            address: address, fields: [:], selectingFields: [:], requestTime: 0, responseTime: 0,
            body: [UInt8](repeating: byte, count: count))
    }

    @Test func whatWaitsHasABoundAndOfEachAddressOnlyTheNewestWaits() {
        var writes = PendingWrites(limit: 10_000)
        #expect(writes.isEmpty)
        #expect(writes.add(response("a", 3_000, filledWith: 1)) == true)
        #expect(writes.add(response("b", 3_000)) == true)
        #expect(writes.add(response("c", 3_000)) == false, "it would be too much")
        #expect(writes.add(response("c", 500)) == true)
        #expect(writes.add(response("a", 2_000, filledWith: 2)) == true, "it takes the place of the older")
        #expect(writes.find("a")?.body.first == 2)
        #expect(writes.next()?.body.first == 2)
        // It is found until it is written; a newer one comes after it.
        #expect(writes.find("a")?.body.first == 2)
        #expect(writes.add(response("a", 100, filledWith: 3)) == true)
        #expect(writes.find("a")?.body.first == 3)
        #expect([writes.next()?.address, writes.next()?.address, writes.next()?.address] == ["b", "c", "a"])
        #expect(!writes.isEmpty)
        #expect(writes.next() == nil)
        #expect(writes.isEmpty && writes.bytes == 0 && writes.find("a") == nil)
        // A large one goes alone.
        #expect(writes.add(response("large", 50_000)) == true)
        #expect(writes.add(response("small", 1)) == false)
    }

    /// Against the sum of what waits.
    @Test(arguments: 0..<10) func theBytesAreThoseOfWhatWaitsAndOfWhatIsWritten(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var writes = PendingWrites(limit: 20_000)
        var waiting: [(address: String, cost: Int)] = []
        var current = 0
        for _ in 0..<2_000 {
            let address = ["a", "b", "c", "d", "e"].randomElement(using: &random) ?? "a"
            let count = Int.random(in: 0..<6_000, using: &random)
            if Bool.random(using: &random) {
                let wasEmpty = writes.isEmpty
                let others = waiting.filter { $0.address != address }.reduce(current) { $0 + $1.cost }
                let fits = others + count + 1_024 <= 20_000 || wasEmpty
                #expect(writes.add(response(address, count)) == fits)
                guard fits else { continue }
                if let index = waiting.firstIndex(where: { $0.address == address }) {
                    waiting[index].cost = count + 1_024
                } else {
                    waiting.append((address, count + 1_024))
                }
            } else {
                let next = waiting.isEmpty ? nil : waiting.removeFirst()
                #expect(writes.next()?.address == next?.address)
                current = next?.cost ?? 0
            }
            #expect(writes.bytes == waiting.reduce(current) { $0 + $1.cost })
        }
    }

    @Test func aDiskThatStandsStillKeepsNoDownloadWaitingAndFillsNoMemory() async throws {
        let temporary = TemporaryFolder()
        let cache = DiskCache(folder: temporary.path.appending("cache"))
        let release = DispatchSemaphore(value: 0)
        let bench = LoaderBench(configure: {
            $0.diskCache = cache
            $0.pendingWriteLimit = 250_000
        })
        // Everything that comes while the disk stands still.
        let count = 20
        let reached = AsyncStream.makeStream(of: Void.self)
        let stalled = Task { await cache.standStill(until: release, begun: { reached.continuation.finish() }) }
        for await _ in reached.stream {}
        for number in 0..<count {
            bench.loader.engine.store(response("http://example.org/\(number)", 50_000))
        }
        #expect(bench.loader.engine.pendingWriteBytes <= 250_000)
        #expect(bench.loader.engine.pendingWriteBytes > 150_000)
        release.signal()
        await stalled.value
        await bench.loader.finishWriting()
        #expect(bench.loader.engine.pendingWriteBytes == 0)
        #expect(await cache.count == 4)
        #expect(bench.loader.engine.isIdle)
    }
}

extension DiskCache {
    /// Keeps the cache's own thread waiting.
    fileprivate func standStill(until release: DispatchSemaphore, begun: () -> Void) {
        begun()
        release.wait()
    }
}
