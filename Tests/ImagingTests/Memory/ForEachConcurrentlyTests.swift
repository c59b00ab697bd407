import Execution
import Glibc
import Imaging
import Synchronization
import TestSupport
import Testing

@Suite struct ForEachConcurrentlyTests {
    private let executor = PhotoExecutor(threadCount: 4)

    @Test func everyInputIsRunOnce() async {
        var results: [Int] = []
        await forEachConcurrently(0..<100, atMost: 3, on: executor) {
            $0 * 2
        } receive: {
            results.append($0)
        }
        #expect(results.sorted() == (0..<100).map { $0 * 2 })
    }

    @Test func noInputsAtAll() async {
        await forEachConcurrently([Int](), atMost: 3, on: executor) {
            $0
        } receive: { _ in
            Issue.record("there is nothing to receive")
        }
    }

    @Test(arguments: 1...4)
    func exactlyTheLimitRunsAtOnce(limit: Int) async {
        struct Count {
            var running = 0
            var most = 0
        }
        let count = Mutex(Count())
        // The first round waits until it is complete, so that the limit is reached for certain.
        let barrier = Barrier(limit)
        await forEachConcurrently(0..<50, atMost: limit, on: executor) { index in
            count.withLock { count in
                count.running += 1
                count.most = max(count.most, count.running)
            }
            if index < limit { barrier.wait() }
            count.withLock { $0.running -= 1 }
        } receive: {
        }
        #expect(count.withLock { $0.most } == limit)
    }

    /// The first input ends only when all others were received.
    @Test func resultsComeAsTheyFinish() async {
        let gate = Gate()
        var received: [Int] = []
        await forEachConcurrently(0..<10, atMost: 2, on: executor) { index in
            if index == 0 { gate.wait() }
            return index
        } receive: { index in
            received.append(index)
            if received.count == 9 { gate.open() }
        }
        #expect(received == Array(1..<10) + [0])
    }

    @Test func anInputIsReadOnlyWhenAPlaceIsFree() async {
        let read = Mutex(0)
        var received = 0
        let inputs = (0..<20).lazy.map { index in
            read.withLock { $0 += 1 }
            return index
        }
        await forEachConcurrently(inputs, atMost: 3, on: executor) {
            $0
        } receive: { _ in
            received += 1
            #expect(read.withLock { $0 } <= received + 2)
        }
        #expect(received == 20)
    }

    @Test func nothingStartsAfterACancellationAndWhatRunsIsWaitedFor() async {
        let executor = executor
        let started = Watched(0)
        let ended = Watched(0)
        let gate = Gate()
        let task = Task.detached {
            var received = 0
            await forEachConcurrently(0..<100, atMost: 2, on: executor) { _ in
                started.withLock { $0 += 1 }
                gate.wait()
                ended.withLock { $0 += 1 }
            } receive: {
                received += 1
            }
            return (received: received, ended: ended.value)
        }
        await started.until { $0 >= 2 }
        task.cancel()
        gate.open()
        let result = await task.value
        #expect(started.value == 2)
        #expect(result.ended == 2)
        #expect(result.received == 2)
    }

    @Test func nothingStartsInATaskThatIsCancelledAlready() async {
        let executor = executor
        let started = Watched(0)
        let gate = Gate()
        let task = Task.detached {
            gate.wait()
            await forEachConcurrently(0..<10, atMost: 2, on: executor) { _ in
                started.withLock { $0 += 1 }
            } receive: {
            }
        }
        task.cancel()
        gate.open()
        await task.value
        #expect(started.value == 0)
    }

    @Test func operationsRunOnTheExecutor() async {
        let executor = PhotoExecutor(threadCount: 1)
        let threads = Mutex<Set<UInt>>([])
        await forEachConcurrently(0..<5, atMost: 2, on: executor) { _ in
            threads.withLock { _ = $0.insert(UInt(pthread_self())) }
        } receive: {
        }
        let own = await withTaskExecutorPreference(executor) { UInt(pthread_self()) }
        #expect(threads.withLock { $0 } == [own])
    }

    private struct Mistake: Error, Equatable {
        let index: Int
    }

    @Test func afterAFailureNothingStarts() async {
        let started = Mutex<[Int]>([])
        do throws(Mistake) {
            try await forEachConcurrently(0..<50, atMost: 1, on: executor) { index async throws(Mistake) in
                started.withLock { $0.append(index) }
                if index == 2 { throw Mistake(index: index) }
            } receive: {
            }
            Issue.record("it throws")
        } catch {
            #expect(error == Mistake(index: 2))
        }
        #expect(started.withLock { $0 } == [0, 1, 2])
    }

    /// The first runs until the second is about to fail.
    @Test func whatRunsDuringAFailureIsReceived() async {
        let fails = Gate()
        var received: [Int] = []
        do throws(Mistake) {
            try await forEachConcurrently(0..<2, atMost: 2, on: executor) { index async throws(Mistake) in
                if index == 1 {
                    fails.open()
                    throw Mistake(index: index)
                }
                fails.wait()
                return index
            } receive: {
                received.append($0)
            }
            Issue.record("it throws")
        } catch {
            #expect(error == Mistake(index: 1))
        }
        #expect(received == [0])
    }
}
