import Execution
import Files
import Imaging
import TestSupport
import Testing

@Suite struct MemoryBudgetTests {
    /// Runs `body` with the reservation and gives it back.
    private func holding(
        _ count: Int, of budget: MemoryBudget, _ body: @Sendable () async -> Void
    ) async throws(ImagingError) {
        let reservation = try await budget.reserve(count, for: "a test")
        await body()
        reservation.release()
    }

    @Test func whatFitsIsGrantedAtOnceAndGivenBack() async throws {
        let budget = MemoryBudget(bytes: 100)
        let first = try await budget.reserve(60, for: "a")
        let second = try await budget.reserve(40, for: "b")
        #expect(budget.reservedBytes == 100)
        first.release()
        first.release()
        #expect(budget.reservedBytes == 40)
        second.release()
        #expect(budget.reservedBytes == 0)
    }

    @Test func theLastReferenceGivesBack() async throws {
        let budget = MemoryBudget(bytes: 100)
        do { _ = try await budget.reserve(60, for: "a") }
        #expect(budget.reservedBytes == 0)
    }

    @Test func whatNeverFitsIsRefusedAtOnceWithItsCost() async throws {
        let budget = MemoryBudget(bytes: 512 << 20)
        let held = try await budget.reserve(500 << 20, for: "a")
        let error = await #expect(throws: ImagingError.self) {
            try await budget.reserve(1700 << 20, for: "the 9 × 9 pixels of this JPEG")
        }
        #expect(error?.code == .memory)
        #expect(error?.description.hasPrefix("the 9 × 9 pixels of this JPEG take about 1700M of memory") == true)
        #expect(error?.description.contains("512M") == true)
        held.release()
    }

    @Test func aLargeOneIsNotPassedBySmallOnesThatCameLater() async throws {
        let budget = MemoryBudget(bytes: 100)
        let order = Watched<[Int]>([])
        let first = try await budget.reserve(50, for: "a")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addImmediateTask { try await holding(100, of: budget) { order.withLock { $0.append(100) } } }
            for number in 1...5 {
                // Each of them would fit beside the first.
                group.addImmediateTask {
                    try await holding(10, of: budget) { order.withLock { $0.append(number) } }
                }
                #expect(budget.waitingCount == 1 + number)
            }
            #expect(order.withLock { $0 }.isEmpty)
            first.release()
            try await group.waitForAll()
        }
        #expect(order.withLock { $0 }.first == 100)
        #expect(order.withLock { $0 }.count == 6)
        #expect(budget.reservedBytes == 0)
    }

    @Test func whoIsCancelledLeavesTheQueueAndTheNextMovesUp() async throws {
        let budget = MemoryBudget(bytes: 100)
        let first = try await budget.reserve(50, for: "a")
        let large = Task.immediate { () async -> ImagingError.Code? in
            do throws(ImagingError) {
                _ = try await budget.reserve(100, for: "large")
                return nil
            } catch {
                return error.code
            }
        }
        let small = Task.immediate { try await budget.reserve(50, for: "small") }
        #expect(budget.waitingCount == 2)
        large.cancel()
        #expect(await large.value == .cancelled)
        // It fits beside the first, which is still held.
        let reservation = try await small.value
        #expect(budget.reservedBytes == 100)
        reservation.release()
        first.release()
        #expect(budget.reservedBytes == 0)
    }

    @Test func whoIsCancelledBeforeGetsNothing() async {
        let budget = MemoryBudget(bytes: 100)
        let held = try? await budget.reserve(100, for: "a")
        let task = Task { () async -> ImagingError.Code? in
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(ImagingError) {
                _ = try await budget.reserve(10, for: "b")
                return nil
            } catch {
                return error.code
            }
        }
        #expect(await task.value == .cancelled)
        #expect(budget.waitingCount == 0)
        held?.release()
    }

    /// Waiting tasks leave their threads to others: with one thread, the holder could else never give back.
    @Test func waitingBlocksNoThread() async throws {
        let budget = MemoryBudget(bytes: 1)
        let executor = PhotoExecutor(threadCount: 1)
        let done = Watched(0)
        let held = try await budget.reserve(1, for: "a")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask(executorPreference: executor) {
                    try? await holding(1, of: budget) { done.withLock { $0 += 1 } }
                }
            }
            // The only thread takes this after all of them.
            await executor.run {
                #expect(budget.waitingCount == 20)
                held.release()
            }
        }
        #expect(done.value == 20)
    }

    @Test func neverMoreIsReservedThanThereIs() async {
        let budget = MemoryBudget(bytes: 1000)
        let most = Watched(0)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                let count = 1 + number * 7919 % 1000
                group.addTask {
                    let task = Task {
                        try? await holding(count, of: budget) {
                            let now = budget.reservedBytes
                            most.withLock { $0 = max($0, now) }
                            await Task.yield(times: 1)
                        }
                    }
                    if number % 5 == 0 { task.cancel() }
                    await task.value
                }
            }
        }
        #expect(most.withLock { $0 } <= 1000)
        #expect(most.withLock { $0 } > 0)
        #expect(budget.reservedBytes == 0 && budget.waitingCount == 0)
    }

    @Test func aThreadCanWaitToo() async throws {
        let waits = Watched(0)
        let budget = MemoryBudget(bytes: 10) { waits.withLock { $0 += 1 } }
        let held = try await budget.reserve(10, for: "a")
        let executor = PhotoExecutor(threadCount: 1)
        async let waited = executor.run { (try? budget.reserveBlocking(10, for: "b"))?.bytes }
        await waits.until { $0 >= 1 }
        held.release()
        #expect(await waited == 10)
    }

    @Test func theStandardIsAQuarterOfTheMachineButNoLessThanHalfAGigabyte() {
        #expect(MemoryBudget.standard.bytes == max(MemoryBudget.leastStandardBytes, MachineMemory.bytes / 4))
        #expect(MemoryBudget.leastStandardBytes == 512 << 20)
    }
}
