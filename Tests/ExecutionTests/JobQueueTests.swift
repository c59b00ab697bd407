import Dispatch
import Execution
import Testing

struct JobQueueTests {
    private typealias Queue = JobQueue<@Sendable () -> Void>

    @Test func anIdleThreadIsToldHowManyAreNot() async {
        let (idles, idling) = AsyncStream.makeStream(of: Int.self)
        let queue = Queue()
        let handler = Queue.IdleHandler(after: 0.001) { idling.yield($0) }
        for _ in 0..<2 { queue.startThread(name: "test", idle: handler) { job in job() } }
        defer { for _ in 0..<2 { queue.endThread() } }
        var idle = idles.makeAsyncIterator()
        // Both begin without a job.
        #expect(Set([await idle.next(), await idle.next()]) == [1, 0])
        let end = DispatchSemaphore(value: 0)
        queue.append { end.wait() }
        // The other thread takes this one, and has none then.
        queue.append {}
        #expect(await idle.next() == 1)
        end.signal()
        #expect(await idle.next() == 0)
    }

    @Test func aJobThatComesBeforeAThreadIsIdleRunsOnce() async {
        let (runs, running) = AsyncStream.makeStream(of: Int.self)
        let queue = Queue()
        let idle = Queue.IdleHandler(after: 3_600) { _ in running.finish() }
        queue.startThread(name: "test", idle: idle) { job in job() }
        defer { queue.endThread() }
        var run = runs.makeAsyncIterator()
        for number in 0..<3 {
            queue.append { running.yield(number) }
            #expect(await run.next() == number)
        }
    }
}
