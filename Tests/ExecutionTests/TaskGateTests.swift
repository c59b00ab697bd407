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
}
