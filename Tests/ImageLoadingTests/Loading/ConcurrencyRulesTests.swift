import FoundationEssentials
import Imaging
import TestSupport
import Testing

@testable import ImageLoading

/// What Swift's structured concurrency promises, as it shows in what the loader's transport sees. Each rule stands in
/// the documentation under the same name (`Concurrency.md`).
@Suite(.timeLimit(.minutes(10))) struct ConcurrencyRulesTests {
    private struct Failure: Error {}

    @Test func aGroupWaitsForItsChildren() async {
        let bench = LoaderBench()
        let ended = Watched(0)
        let group = Task {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<3 {
                    group.addTask {
                        _ = await bench.loader.image("\(number)")
                        ended.withLock { $0 += 1 }
                    }
                }
                // Nothing is awaited here: the group waits all the same.
            }
            return ended.value
        }
        for number in 0..<3 {
            #expect(ended.value == number)
            await bench.transport.untilRequested(3)
            await bench.transport.reply(Samples.ok, to: number)
            await ended.until { $0 == number + 1 }
        }
        #expect(await group.value == 3)
    }

    @Test func anAsyncLetThatNobodyAwaitsIsCancelledAndItsScopeWaitsForItsEnd() async {
        let bench = LoaderBench()
        func leaveEarly() async {
            async let _ = bench.loader.image("forgotten")
            await bench.transport.untilRequested(1)
            // The scope ends without an `await`.
        }
        await leaveEarly()
        #expect(bench.loader.activity.waiting == 0)
        await bench.untilIdle()
        #expect(bench.transport.cancelledNames == ["forgotten"])
    }

    @Test func aChildThatThrowsCancelsNobodyAsLongAsTheBodyDoesNotThrow() async throws {
        let bench = LoaderBench()
        let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<3 {
                group.addTask { try await bench.loader.loadImage(from: Samples.url("\(number)")).width }
            }
            await bench.transport.untilRequested(3)
            let failing = bench.transport.names.firstIndex(of: "1") ?? 0
            await bench.transport.reply(.init(status: 404), to: failing)
            var sizes: [Int] = []
            do {
                _ = try await group.next()
                Issue.record("the child whose download failed does not throw")
            } catch {}
            #expect(bench.transport.openCount == 2, "the others go on")
            for number in 0..<3 where number != failing { await bench.transport.reply(Samples.ok, to: number) }
            for try await size in group { sizes.append(size) }
            return sizes
        }
        #expect(sizes == [3, 3])
        #expect(bench.transport.cancelledNames.isEmpty)
    }

    @Test func whenTheBodyThrowsTheSiblingsAreCancelledAndTheGroupWaitsForTheirEnd() async {
        let bench = LoaderBench()
        await #expect(throws: Failure.self) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<3 { group.addTask { _ = await bench.loader.image("\(number)") } }
                await bench.transport.untilRequested(3)
                throw Failure()
            }
        }
        #expect(bench.loader.activity.waiting == 0)
        await bench.untilIdle()
        #expect(Set(bench.transport.cancelledNames) == ["0", "1", "2"])
    }

    @Test func aCancelledGroupStartsNothingUnlessByAddTaskAndTheLoaderAsksNoServer()
        async
    {
        let bench = LoaderBench { _ in Samples.ok }
        let codes = await withTaskGroup(of: ImageLoaderError.Code?.self) { group in
            group.cancelAll()
            #expect(!group.addTaskUnlessCancelled { await bench.loader.image("0").failureCode })
            group.addTask { await bench.loader.image("1").failureCode }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == [.cancelled])
        #expect(bench.transport.requests.isEmpty)
    }

    @Test func anUnstructuredTaskDoesNotKnowThatItsMakerWasCancelledItsHandleMustBe() async {
        let bench = LoaderBench()
        let maker = Task { Task { await bench.loader.image("0").failureCode } }
        let made = await maker.value
        maker.cancel()
        await bench.transport.untilRequested(1)
        #expect(bench.transport.openCount == 1)
        made.cancel()
        #expect(await made.value == .cancelled)
        await bench.untilIdle()
    }

    @Test func cancellingATaskReachesTheDownloadsOfAllItsChildren() async {
        let bench = LoaderBench()
        let task = Task {
            async let one = bench.loader.image("0")
            async let others = withTaskGroup(of: Void.self) { group in
                for number in 1..<4 { group.addTask { _ = await bench.loader.image("\(number)") } }
            }
            _ = await (one, others)
        }
        await bench.transport.untilRequested(4)
        task.cancel()
        await task.value
        await bench.untilIdle()
        #expect(bench.transport.cancelledNames.count == 4)
    }
}
