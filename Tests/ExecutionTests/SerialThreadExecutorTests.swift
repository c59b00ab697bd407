import Execution
import Glibc
import TestSupport
import Testing

@Suite struct SerialThreadExecutorTests {
    private actor Worker {
        private let executor: SerialThreadExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        private var number = 0

        init(_ executor: SerialThreadExecutor) { self.executor = executor }

        func thread() -> UInt { UInt(bitPattern: Int(pthread_self())) }

        func watchThread(_ ends: ThreadEnds) { ends.watchThisThread() }

        func next() -> Int {
            number += 1
            return number
        }
    }

    @Test func allWorkIsDoneOnOneThreadWhichIsNotTheCallers() async {
        let worker = Worker(SerialThreadExecutor(name: "test"))
        let first = await worker.thread()
        let other = await Worker(SerialThreadExecutor(name: "test")).thread()
        #expect(first != other)
        await withTaskGroup(of: UInt.self) { group in
            for _ in 0..<200 { group.addTask { await worker.thread() } }
            for await thread in group { #expect(thread == first) }
        }
    }

    @Test func jobsRunOneAfterTheOther() async {
        let worker = Worker(SerialThreadExecutor(name: "test"))
        let numbers = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<500 { group.addTask { await worker.next() } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(numbers == Set(1...500))
    }

    @Test func theExecutorGoesWithItsLastOwner() async {
        weak var executor: SerialThreadExecutor?
        let ends = ThreadEnds()
        do {
            let owned = SerialThreadExecutor(name: "test")
            executor = owned
            let worker = Worker(owned)
            await worker.watchThread(ends)
            #expect(executor != nil)
        }
        await ends.wait(for: 1)
        #expect(executor == nil)
    }
}
