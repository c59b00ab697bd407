import Execution
import Testing

/// Tasks that weigh something pass in their order.
struct TaskGateTests {
    @Test func whatIsTooHeavyPassesAlone() async {
        let gate = TaskGate(capacity: 10)
        let weight = await gate.enter(1000)
        #expect(weight == 10 && gate.inside == 10)
        gate.leave(10)
        #expect(await gate.enter(0) == 1)
        #expect(gate.inside == 1)
    }

    @Test func oneThatDoesNotFitIsNotOvertaken() async {
        let gate = TaskGate(capacity: 10)
        _ = await gate.enter(6)
        let heavy = Task.immediate { await gate.enter(8) }
        let light = Task.immediate { await gate.enter(1) }
        #expect(gate.waitingCount == 2 && gate.inside == 6)
        gate.leave(6)
        #expect(await heavy.value == 8)
        #expect(await light.value == 1)
        #expect(gate.inside == 9)
    }

    @Test func oneThatIsCancelledLetsTheNextPass() async {
        let gate = TaskGate(capacity: 10)
        _ = await gate.enter(6)
        let heavy = Task.immediate { await gate.enter(8) }
        let light = Task.immediate { await gate.enter(1) }
        #expect(gate.waitingCount == 2)
        heavy.cancel()
        #expect(await heavy.value == nil)
        #expect(await light.value == 1)
        #expect(gate.inside == 7)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await gate.enter(8)
        }
        #expect(await late.value == nil)
    }

    @Test func oneThatDoesNotWaitOvertakesNoOther() async {
        let gate = TaskGate(capacity: 2)
        #expect(gate.tryEnter())
        let heavy = Task.immediate { await gate.enter(2) }
        // One would fit.
        #expect(!gate.tryEnter())
        #expect(gate.waitingCount == 1 && gate.inside == 1)
        gate.leave(1)
        #expect(await heavy.value == 2)
        #expect(!gate.tryEnter())
        gate.leave(2)
        #expect(gate.tryEnter())
        #expect(gate.inside == 1)
    }

    @Test func aThreadThatIsToldToStopLeavesTheList() async {
        let gate = TaskGate(capacity: 1)
        #expect(gate.tryEnter())
        var next: Task<Int?, Never>?
        let isInside = gate.enterBlocking {
            guard gate.waitingCount == 1 else { return false }
            next = Task.immediate { await gate.enter() }
            return true
        }
        #expect(!isInside && gate.waitingCount == 1)
        gate.leave(1)
        #expect(await next?.value == 1)
        #expect(gate.inside == 1)
    }

    @Test func aPlaceThatComesToAThread() async {
        let gate = TaskGate(capacity: 1)
        #expect(gate.tryEnter())
        let isInside = gate.enterBlocking {
            if gate.waitingCount == 1 { gate.leave(1) }
            return false
        }
        #expect(isInside && gate.inside == 1 && gate.waitingCount == 0)
    }
}
