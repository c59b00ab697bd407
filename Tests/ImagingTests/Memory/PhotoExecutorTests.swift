import Files
import Glibc
import TestSupport
import Testing

@testable import Imaging

@Suite struct PhotoExecutorTests {
    private static func threadName() -> String {
        let name = (try? FilePath("/proc/thread-self/comm").readBytes()) ?? []
        return String(decoding: name.dropLast(), as: UTF8.self)
    }

    @Test func jobsRunOnThreadsOfTheirOwn() async {
        let executor = PhotoExecutor(threadCount: 3)
        var names: Set<String> = []
        for _ in 0..<20 {
            names.insert(await withTaskExecutorPreference(executor) { Self.threadName() })
        }
        #expect(names.isSubset(of: ["peel-photo-1", "peel-photo-2", "peel-photo-3"]))
        #expect(await Task.detached { Self.threadName() }.value.hasPrefix("peel-photo") == false)
    }

    /// Each of the four jobs waits for the other three: with fewer threads that run side by side this would not end.
    @Test func asManyJobsRunAtOnceAsThereAreThreads() async {
        let executor = PhotoExecutor(threadCount: 4)
        let barrier = Barrier(4)
        let threads = await withTaskGroup(of: UInt.self) { group in
            for _ in 0..<4 {
                group.addTask(executorPreference: executor) {
                    barrier.wait()
                    return UInt(pthread_self())
                }
            }
            return await group.reduce(into: Set<UInt>()) { $0.insert($1) }
        }
        #expect(threads.count == 4)
    }

    @Test func jobsRunInTheOrderInWhichTheyCame() async {
        let executor = PhotoExecutor(threadCount: 1)
        let order = Watched<[Int]>([])
        let gate = Gate()
        await withTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: executor) { gate.wait() }
            for index in 0..<500 {
                group.addTask(executorPreference: executor) { order.withLock { $0.append(index) } }
            }
            gate.open()
        }
        #expect(order.withLock { $0 } == Array(0..<500))
    }

    @Test func jobsOfLowPriorityRunLast() async {
        let executor = PhotoExecutor(threadCount: 1)
        let order = Watched<[Int]>([])
        let gate = Gate()
        let first = Task(executorPreference: executor) { gate.wait() }
        let tasks = (0..<100).map { index in
            let priority: TaskPriority = [.utility, .medium, .background, .high][index % 4]
            return Task(executorPreference: executor, priority: priority) { order.withLock { $0.append(index) } }
        }
        gate.open()
        for task in [first] + tasks { await task.value }
        let indices = Array(0..<100)
        #expect(order.withLock { $0 } == indices.filter { $0 % 2 == 1 } + indices.filter { $0 % 2 == 0 })
    }

    @Test func aJobThatBlocksHoldsUpNobodyElsesThreads() async {
        let executor = PhotoExecutor(threadCount: 2)
        let gate = Gate()
        async let blocked: Void = withTaskExecutorPreference(executor) { gate.wait() }
        let answer = await withTaskExecutorPreference(executor) { 42 }
        #expect(answer == 42)
        gate.open()
        await blocked
    }

    @Test func workContinuesHereAfterWaitingElsewhere() async {
        let executor = PhotoExecutor(threadCount: 1)
        let names = await withTaskExecutorPreference(executor) {
            let before = Self.threadName()
            await Task.yield()
            let value = await Task.detached { 7 }.value
            return [before, Self.threadName(), "\(value)"]
        }
        #expect(names == ["peel-photo-1", "peel-photo-1", "7"])
    }

    @Test func manyJobsLeaveNothingBehind() async {
        let executor = PhotoExecutor(threadCount: 2)
        let sum = Watched(0)
        for _ in 0..<20 {
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<200 {
                    group.addTask(executorPreference: executor) { sum.withLock { $0 += index } }
                }
            }
            #expect(executor.waitingJobs == 0)
        }
        #expect(sum.withLock { $0 } == 20 * 199 * 100)
    }

    /// Else the job could end, and take the executor with it, while `enqueue` still uses its queue.
    @Test func noThreadTakesAJobBeforeEnqueueIsDoneWithTheQueue() async {
        let waiting = Watched(Waiting())
        let executor = PhotoExecutor(threadCount: 2) { waiting.withLock { $0.came() } }
        waiting.withLock { $0.executor = executor }
        for _ in 0..<2_000 { await withTaskExecutorPreference(executor) {} }
        waiting.withLock { $0.executor = nil }
        #expect(waiting.withLock { $0.takenTooSoon } == 0)
    }

    private struct Waiting {
        weak var executor: PhotoExecutor?
        var takenTooSoon = 0

        mutating func came() {
            if executor?.waitingJobs == 0 { takenTooSoon += 1 }
        }
    }

    @Test func theThreadsEndWithTheirExecutor() async {
        let ended = ThreadEnds()
        do {
            let executor = PhotoExecutor(threadCount: 2)
            let barrier = Barrier(2)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask(executorPreference: executor) {
                        barrier.wait()
                        ended.watchThisThread()
                    }
                }
            }
        }
        await ended.wait(for: 2)
    }
}
