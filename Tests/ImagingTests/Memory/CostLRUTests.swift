import TestSupport
import Testing

@testable import Imaging

@Suite struct CostLRUTests {
    /// The same in the most obvious way.
    private struct Model {
        var entries: [(key: Int, value: Int, cost: Int)] = []
        let costLimit: Int
        let countLimit: Int

        mutating func use(_ key: Int) -> Int? {
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            entries.append(entries.remove(at: index))
            return entries.last?.value
        }

        mutating func insert(_ value: Int, _ key: Int, _ cost: Int) -> [Int] {
            entries.removeAll { $0.key == key }
            guard cost <= costLimit else { return [key] }
            entries.append((key, value, cost))
            var gone: [Int] = []
            while entries.reduce(0, { $0 + $1.cost }) > costLimit || entries.count > countLimit {
                gone.append(entries.removeFirst().key)
            }
            return gone
        }
    }

    @Test(arguments: 0..<20)
    func itDoesWhatTheObviousOneDoes(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let costLimit = Int.random(in: 0...60, using: &generator)
        let countLimit = Int.random(in: 1...8, using: &generator)
        var cache = CostLRU<Int, Int>(costLimit: costLimit, countLimit: countLimit)
        var model = Model(costLimit: costLimit, countLimit: countLimit)
        for step in 0..<500 {
            let key = Int.random(in: 0..<12, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<5:
                let cost = Int.random(in: 0...30, using: &generator)
                #expect(cache.insert(step, for: key, cost: cost) == model.insert(step, key, cost))
            case 5..<8: #expect(cache.use(key) == model.use(key))
            case 8:
                #expect(cache.remove(key) == model.entries.first { $0.key == key }?.value)
                model.entries.removeAll { $0.key == key }
            default: #expect(cache.peek(key) == model.entries.first { $0.key == key }?.value)
            }
            #expect(cache.keys == model.entries.map(\.key))
            #expect(cache.totalCost == model.entries.reduce(0) { $0 + $1.cost })
        }
        cache.removeAll()
        #expect(cache.count == 0 && cache.totalCost == 0 && cache.keys.isEmpty)
    }

    @Test func whatCostsMoreThanTheLimitTakesNothingElseAway() {
        var cache = CostLRU<Int, Int>(costLimit: 10)
        cache.insert(1, for: 1, cost: 5)
        #expect(cache.insert(2, for: 2, cost: 11) == [2])
        #expect(cache.keys == [1])
    }
}
