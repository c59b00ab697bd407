import TestSupport
import Testing

@testable import ImageLoading

@Suite struct WorkQueueTests {
    private func job(_ number: Int) -> JobID { JobID(number: number) }

    @Test func theHighestPriorityComesFirstThenWhoCameFirst() {
        var queue = WorkQueue(limit: 9)
        let priorities: [LoadPriority] = [.normal, .low, .high, .normal, .high, .veryLow, .veryHigh]
        for (number, priority) in priorities.enumerated() { queue.append(job(number), priority: priority) }
        #expect(priorities.indices.map { _ in queue.start()?.number } == [6, 2, 4, 0, 3, 1, 5])
        #expect(queue.start() == nil)
    }

    @Test func aPriorityThatChangesMovesTheJobToTheEndOfItsNewLine() {
        var queue = WorkQueue(limit: 9)
        for number in 0..<4 { queue.append(job(number), priority: .normal) }
        queue.setPriority(job(2), to: .high)
        queue.setPriority(job(0), to: .low)
        queue.setPriority(job(0), to: .normal)
        #expect((0..<4).map { _ in queue.start()?.number } == [2, 1, 3, 0])
    }

    @Test func aGroupThatHasItsPlacesLetsOthersPass() {
        var queue = WorkQueue(limit: 3, groupLimit: 2)
        for number in 0..<3 { queue.append(job(number), group: "a", priority: .high) }
        queue.append(job(3), group: "b", priority: .low)
        #expect([queue.start(), queue.start(), queue.start(), queue.start()].map { $0?.number } == [0, 1, 3, nil])
        queue.end(job(3))
        #expect(queue.start() == nil)
        queue.end(job(0))
        #expect(queue.start() == job(2))
        #expect(queue.waitingCount == 0 && queue.runningCount == 2)
    }

    @Test func jobsThatAreMovedAgainAndAgainAndThoseThatComeAndGoLeaveNothingBehind() {
        var queue = WorkQueue(limit: 1, groupLimit: 1)
        for number in 0..<10 { queue.append(job(number), group: "a", priority: .normal) }
        #expect(queue.start() == job(0))
        for round in 0..<10_000 {
            queue.setPriority(job(1 + round % 9), to: round % 2 == 0 ? .high : .low)
            queue.append(job(10 + round), group: "a", priority: .veryLow)
            queue.remove(job(10 + round))
        }
        #expect(queue.waitingCount == 9)
        #expect(queue.entryCount <= 2 * 10 + 32)
        queue.end(job(0))
        var rest: Set<Int> = []
        while let next = queue.start() {
            rest.insert(next.number)
            queue.end(next)
        }
        #expect(rest == Set(1...9))
    }

    /// Against a list that is searched.
    @Test(arguments: 0..<20)
    func itDoesWhatTheObviousOneDoes(_ seed: UInt64) {
        struct Entry {
            let job: JobID
            let group: String
            var priority: LoadPriority
            var order: Int
        }
        var generator = SeededGenerator(seed: seed)
        let limit = Int.random(in: 1...5, using: &generator)
        let groupLimit = Int.random(in: 1...3, using: &generator)
        var queue = WorkQueue(limit: limit, groupLimit: groupLimit)
        var waiting: [Entry] = []
        var running: [Entry] = []
        for step in 0..<600 {
            let priority = LoadPriority.allCases.randomElement(using: &generator) ?? .normal
            switch Int.random(in: 0..<8, using: &generator) {
            case 0..<3:
                let group = ["a", "b", "c"].randomElement(using: &generator) ?? "a"
                queue.append(job(step), group: group, priority: priority)
                waiting.append(Entry(job: job(step), group: group, priority: priority, order: step))
            case 3:
                guard let index = waiting.indices.randomElement(using: &generator) else { continue }
                if waiting[index].priority != priority { waiting[index].order = step }
                waiting[index].priority = priority
                queue.setPriority(waiting[index].job, to: priority)
            case 4:
                guard let index = waiting.indices.randomElement(using: &generator) else { continue }
                queue.remove(waiting.remove(at: index).job)
            case 5:
                guard let index = running.indices.randomElement(using: &generator) else { continue }
                queue.end(running.remove(at: index).job)
            default:
                let next =
                    running.count < limit
                    ? waiting.filter { entry in running.count { $0.group == entry.group } < groupLimit }
                        .max { ($0.priority, -$0.order) < ($1.priority, -$1.order) } : nil
                #expect(queue.start() == next?.job)
                guard let next else { continue }
                waiting.removeAll { $0.job == next.job }
                running.append(next)
            }
            #expect(queue.waitingCount == waiting.count && queue.runningCount == running.count)
        }
    }
}
