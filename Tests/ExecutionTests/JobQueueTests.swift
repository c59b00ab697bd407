import Dispatch
import Execution
import Testing

struct JobQueueTests {
    private typealias Queue = JobQueue<@Sendable () -> Void>

    @Test func anIdleThreadIsToldHowManyAreNot() async {
        let (idles, idling) = AsyncStream.makeStream(of: Int.self)
        let queue = Queue()
        let handler = Queue.IdleHandler(after: 0.001) { idling.yield($0) }
        let (begins, beginning) = AsyncStream.makeStream(of: Void.self)
        let ends = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        var idle = idles.makeAsyncIterator()
        var begin = begins.makeAsyncIterator()
        defer { for _ in ends { queue.endThread() } }
        // New threads have jobs from the first; the second time they come from idleness.
        for round in 0..<2 {
            for end in ends {
                queue.append {
                    beginning.yield()
                    end.wait()
                }
                if round == 0 { queue.startThread(name: "test", idle: handler) { job in job() } }
                await begin.next()
            }
            // Skips what idle threads have reported until now.
            idling.yield(.max)
            while let awake = await idle.next(), awake != .max {}
            ends[0].signal()
            // It is reported again and again.
            for _ in 0..<3 { #expect(await idle.next() == 1) }
            ends[1].signal()
            var awake = await idle.next()
            while awake == 1 { awake = await idle.next() }
            #expect(awake == 0)
        }
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
