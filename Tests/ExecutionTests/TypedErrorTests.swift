import Execution
import Glibc
import Synchronization
import Testing

/// What `do throws(Mistake)` around each call proves when it compiles: the error keeps its type.
@Suite struct TypedErrorTests {
    private enum Mistake: Error, Equatable {
        case number(Int)
    }

    private final class OneThread: TaskExecutor {
        private let queue = JobQueue<UnownedJob>()

        init() {
            let executor = asUnownedTaskExecutor()
            queue.startThread(name: "test") { $0.runSynchronously(on: executor) }
        }

        deinit { queue.endThread() }

        func enqueue(_ job: consuming ExecutorJob) { queue.append(UnownedJob(job)) }
    }

    private static func fail(_ number: Int) throws(Mistake) -> Int { throw .number(number) }

    @Test func anExecutorHandsOverTheErrorAndTheValueOfWhatItRan() async {
        let executor = OneThread()
        do throws(Mistake) {
            _ = try await executor.run { () async throws(Mistake) in try Self.fail(1) }
            Issue.record("it throws")
        } catch {
            #expect(error == .number(1))
        }
        #expect(await executor.run { 2 } == 2)
        let caller = UInt(pthread_self())
        let first = await executor.run { UInt(pthread_self()) }
        #expect(await executor.run { UInt(pthread_self()) } == first)
        #expect(first != caller)
    }

    @Test func cancellingTheCallerCancelsWhatAnExecutorRuns() async {
        let executor = OneThread()
        let began = Promise<Void>()
        let goes = Promise<Void>()
        let task = Task {
            await executor.run {
                began.set(())
                await goes.value
                return Task.isCancelled
            }
        }
        await began.value
        task.cancel()
        goes.set(())
        #expect(await task.value)
    }

    @Test func aThreadOfItsOwnHandsOverTheError() async {
        do throws(Mistake) {
            _ = try await OwnThread.run { () throws(Mistake) in try Self.fail(3) }
            Issue.record("it throws")
        } catch {
            #expect(error == .number(3))
        }
    }

    @Test func aContinuationHandsOverTheErrorAlsoToATaskThatIsCancelled() async {
        let task = Task { () async -> Mistake? in
            do throws(Mistake) {
                let first = Promise<CheckedContinuation<Result<Int, Mistake>, Never>>()
                _ = try await withTypedContinuation { continuation in
                    first.set(continuation)
                } onCancel: {
                    Task { await first.value.resume(returning: .failure(.number(4))) }
                }
                return nil
            } catch {
                return error
            }
        }
        task.cancel()
        #expect(await task.value == .number(4))
    }

    @Test func aTaskThatIsSharedHandsOverTheErrorAndNothingToWhoIsCancelled() async {
        let goes = Promise<Void>()
        let task: TypedTask<Int, Mistake> = Task {
            await goes.value
            return await Result(awaiting: { () async throws(Mistake) in try Self.fail(5) })
        }
        let cancelled = Task { () async -> Result<Int?, Mistake> in
            await Result(awaiting: { () async throws(Mistake) in try await task.typedValueUnlessCancelled() })
        }
        cancelled.cancel()
        #expect(await cancelled.value == .success(nil))
        goes.set(())
        do throws(Mistake) {
            _ = try await task.typedValueUnlessCancelled()
            Issue.record("it throws")
        } catch {
            #expect(error == .number(5))
        }
    }
}

@Suite struct PromiseTests {
    @Test func theFirstValueHoldsForThoseWhoCameBeforeAndAfter() async {
        let first = Promise<Int>()
        let waiting = (0..<20).map { _ in Task { await first.value } }
        first.set(1)
        first.set(2)
        for task in waiting { #expect(await task.value == 1) }
        #expect(await first.value == 1)
    }

    @Test func ofManyThreadsThatSetItOneIsFirst() async {
        for _ in 0..<50 {
            let first = Promise<Int>()
            for number in 0..<4 { #expect(SystemThread.start { first.set(number) }) }
            let value = await first.value
            #expect((0..<4).contains(value))
            #expect(await first.value == value)
        }
    }
}

@Suite struct ForEachInOrderTests {
    @Test func resultsComeInTheItemsOrderWhicheverEndsFirst() async {
        let goes = Promise<Void>()
        var received: [Int] = []
        await forEachInOrder([0, 1, 2, 3], atOnce: 4) { number in
            if number == 0 { await goes.value } else if number == 3 { goes.set(()) }
            return number * 10
        } consume: { number, result in
            #expect(result == number * 10)
            received.append(number)
            return true
        }
        #expect(received == [0, 1, 2, 3])
    }

    @Test func whoWantsNoMoreGetsNoMoreAndTheRestIsCancelled() async {
        let cancelled = Mutex(0)
        var received: [Int] = []
        await forEachInOrder(Array(0..<100), atOnce: 3) { number in
            if number == 0 { return }
            await withTaskCancellationHandler {
                await untilCancelled()
            } onCancel: {
                cancelled.withLock { $0 += 1 }
            }
        } consume: { number, _ in
            received.append(number)
            return false
        }
        #expect(received == [0])
        #expect(cancelled.withLock { $0 } == 2)
    }

    private func untilCancelled() async {
        let (never, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        continuation.finish()
    }
}

/// What is not `@Sendable` runs on the caller's actor: without that, states are changed by two threads at once.
@MainActor @Suite struct IsolationTests {
    private struct Mistake: Error {}

    @Test func aContinuationsBodyRunsOnTheCallersActor() async throws {
        for _ in 0..<20 {
            let plain: Int = try await withTypedContinuation {
                (continuation: CheckedContinuation<Result<Int, Mistake>, Never>) in
                MainActor.assertIsolated()
                continuation.resume(returning: .success(1))
            }
            let cancellable: Int = try await withTypedContinuation {
                (continuation: CheckedContinuation<Result<Int, Mistake>, Never>) in
                MainActor.assertIsolated()
                continuation.resume(returning: .success(2))
            } onCancel: {
            }
            #expect(plain + cancellable == 3)
        }
    }

    @Test func whatGroupsHandOverComesOnTheCallersActor() async {
        var sum = 0
        await forEachInOrder(Array(1...20), atOnce: 4) {
            $0
        } consume: { number, _ in
            MainActor.assertIsolated()
            sum += number
            return true
        }
        let inputs = (1...20).lazy.map { number in
            MainActor.assertIsolated()
            return number
        }
        await forEachConcurrently(inputs, atMost: 4) {
            $0
        } receive: { number in
            MainActor.assertIsolated()
            sum += number
        }
        #expect(sum == 420)
    }
}
