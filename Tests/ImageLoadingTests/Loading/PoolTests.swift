import FoundationEssentials
import Imaging
import TestSupport
import Testing

@testable import ImageLoading

@Suite(.timeLimit(.minutes(10))) struct ImagePoolTests {
    private func pool(_ bench: LoaderBench, _ count: Int = 3, pick: Int = 0) -> ImagePool {
        ImagePool(loader: bench.loader, requests: Samples.urls(count).map { ImageRequest($0) }) { min(pick, $0 - 1) }
    }

    @Test func itWaitsForTheFirstImageAndForNoOther() async throws {
        let bench = LoaderBench()
        let pool = pool(bench)
        pool.preload()
        await bench.transport.untilRequested(3)
        async let waiting = pool.random()
        await bench.transport.reply(.init(status: 404), to: 0)
        await bench.transport.reply(Samples.ok, to: 2)
        #expect(try await waiting.width == 3)
        // The second one is still on its way, and nobody waits for it.
        #expect(try await pool.random().width == 3)
        #expect(pool.count == 1)
        await bench.transport.reply(Samples.ok, to: 1)
        await bench.until { pool.count == 2 }
    }

    @Test func tenWhoAskAtOnceCauseOneLoadAndThoseWhoAskLaterNone() async throws {
        let bench = LoaderBench()
        let pool = pool(bench)
        let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 { group.addTask { try await pool.random().width } }
            for number in 0..<3 { await bench.transport.reply(Samples.ok, to: number) }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sizes == [Int](repeating: 3, count: 10))
        await bench.untilIdle()
        pool.preload()
        _ = try await pool.random()
        #expect(bench.transport.requests.count == 3)
    }

    @Test func afterALoadThatBroughtNothingTheNextCallStartsAnother() async throws {
        let tries = Counter()
        let bench = LoaderBench { _ in tries.increment() <= 3 ? .init(status: 404) : Samples.ok }
        let pool = pool(bench)
        do throws(ImageLoaderError) {
            _ = try await pool.random()
            Issue.record("it fails")
        } catch {
            #expect(error.code == .emptyResult)
        }
        #expect(try await pool.random().width == 3)
        await bench.until { pool.count == 3 }
        #expect(bench.transport.requests.count == 6)
    }

    @Test func droppedItCancelsWhatItLoads() async {
        let bench = LoaderBench()
        do {
            let pool = pool(bench, 20)
            pool.preload()
            await bench.transport.untilRequested(6)
            #expect(pool.count == 0)
        }
        await bench.untilIdle()
        #expect(bench.transport.cancelledNames.count == bench.transport.requests.count)
    }

    @Test func whoWaitsAndIsCancelledGoesAlone() async throws {
        let bench = LoaderBench()
        let pool = pool(bench)
        let leaving = Task { try await pool.random() }
        await bench.transport.untilRequested(3)
        leaving.cancel()
        await #expect(throws: ImageLoaderError(.cancelled, nil)) { try await leaving.value }
        #expect(bench.transport.openCount == 3)
        await bench.transport.reply(Samples.ok, to: 0)
        #expect(try await pool.random().width == 3)
    }

    @Test func askedInATaskThatIsCancelledAlreadyItStartsNothing() async {
        let bench = LoaderBench { _ in Samples.ok }
        let pool = pool(bench)
        let task = Task {
            await untilCancelled()
            return try await pool.random()
        }
        task.cancel()
        await #expect(throws: ImageLoaderError(.cancelled, nil)) { try await task.value }
        #expect(bench.transport.requests.isEmpty)
    }

    @Test func itsBitmapsAreAsSmallAsTheyMayBe() async throws {
        let bench = LoaderBench { _ in FakeTransport.Reply(body: Samples.png(800, 400)) }
        let pool = ImagePool(loader: bench.loader, urls: Samples.urls(1), longestSide: 100)
        #expect((100..<200).contains(try await pool.random().width))
        let whole = ImagePool(loader: bench.loader, urls: Samples.urls(1))
        #expect(try await whole.random().width == 800)
    }

    @Test func anEmptySetIsAnErrorOfItsOwn() async {
        let pool = pool(LoaderBench(), 0)
        await #expect(throws: ImageLoaderError(.emptyData, nil)) { try await pool.random() }
    }
}

@Suite(.timeLimit(.minutes(10))) struct ImagePrefetcherTests {
    @Test func twoAtOnceInOrderIntoMemory() async {
        let bench = LoaderBench()
        let prefetcher = ImagePrefetcher(loader: bench.loader)
        prefetcher.start(Samples.urls(4))
        for number in 0..<4 {
            await bench.transport.untilRequested(min(number + 2, 4))
            await bench.transport.reply(Samples.ok, to: number)
        }
        await bench.untilIdle()
        // The first two are on their way at once: which of them is seen first is not said.
        let names = bench.transport.names
        #expect(Set(names.prefix(2)) == ["0", "1"] && names.dropFirst(2) == ["2", "3"])
        #expect(bench.transport.mostAtOnce == 2)
        #expect(bench.loader.cachedImage(ImageRequest(Samples.url("3"))) != nil)
    }

    @Test func ontoTheDiskNothingIsDecoded() async {
        let temporary = TemporaryFolder()
        let bench = LoaderBench({ _ in Samples.ok }, configure: { $0.diskCache = DiskCache(folder: temporary.path) })
        let prefetcher = ImagePrefetcher(loader: bench.loader, destination: .disk)
        prefetcher.start(Samples.urls(4))
        await bench.until { bench.transport.requests.count == 4 && bench.loader.activity.waiting == 0 }
        await bench.loader.finishWriting()
        #expect(bench.decodings.count == 0)
        #expect(await bench.loader.configuration.diskCache?.count == 4)
    }

    @Test func whatIsStoppedIsStoppedStartedOrNot() async {
        let bench = LoaderBench()
        let prefetcher = ImagePrefetcher(loader: bench.loader)
        prefetcher.start(Samples.urls(5))
        await bench.transport.untilRequested(2)
        prefetcher.stop([Samples.url("1"), Samples.url("2"), Samples.url("3")])
        await bench.transport.untilRequested(3)
        let names = bench.transport.names
        for number in names.indices where names[number] != "1" { await bench.transport.reply(Samples.ok, to: number) }
        await bench.untilIdle()
        #expect(names.sorted() == ["0", "1", "4"] && bench.transport.cancelledNames == ["1"])
    }

    @Test func whileItPausesNothingIsStarted() async {
        let bench = LoaderBench { _ in Samples.ok }
        let prefetcher = ImagePrefetcher(loader: bench.loader)
        prefetcher.isPaused = true
        prefetcher.start(Samples.urls(3))
        #expect(bench.loader.engine.isIdle && prefetcher.isPaused)
        prefetcher.isPaused = false
        await bench.until { bench.transport.requests.count == 3 }
        await bench.untilIdle()
    }

    @Test func droppedItStopsWhoElseWaitsForTheSameIsServed() async {
        let bench = LoaderBench()
        let task: Task<Bool, Never>
        do {
            let prefetcher = ImagePrefetcher(loader: bench.loader)
            prefetcher.start(Samples.urls(9))
            await bench.transport.untilRequested(2)
            task = Task { await bench.loader.image("0").failureCode == nil }
            await bench.untilWaiting(3)
            #expect(!prefetcher.isPaused)
        }
        await bench.until { bench.transport.cancelledNames == ["1"] }
        await bench.transport.reply(Samples.ok, to: 0)
        #expect(await task.value)
        await bench.untilIdle()
        #expect(bench.transport.requests.count == 2)
    }

    @Test func manyThatAreInMemoryAlreadyTakeNoStack() async {
        let bench = LoaderBench { _ in Samples.ok }
        _ = await bench.loader.image("1")
        let prefetcher = ImagePrefetcher(loader: bench.loader)
        // Each is a request of its own, for the same bitmap.
        prefetcher.start((0..<20_000).map { ImageRequest(Samples.url("1"), idleLimit: .seconds($0)) })
        await bench.untilIdle()
        #expect(bench.transport.requests.count == 1)
    }
}
