/// Runs an operation for several items at a time, and passes the results on in the items' order.
///
/// - Parameters:
///   - atOnce: how many are in flight, at least 1.
///   - consume: returns `false` when no more are wanted; those in flight are cancelled then.
package func forEachInOrder<Item: Sendable, Output: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ items: [Item], atOnce: Int,
    work: @escaping @Sendable (Item) async -> Output, consume: (Item, Output) async -> Bool
) async {
    await withTaskGroup(of: (Int, Output).self, returning: Void.self, isolation: isolation) { group in
        var started = 0
        var handedOver = 0
        var waiting: [Int: Output] = [:]
        func start() {
            guard started < items.count else { return }
            let index = started
            let item = items[index]
            started += 1
            group.addTask { (index, await work(item)) }
        }
        for _ in 0..<max(1, atOnce) { start() }
        while let (index, output) = await group.next(isolation: isolation) {
            waiting[index] = output
            while let next = waiting.removeValue(forKey: handedOver) {
                guard await consume(items[handedOver], next) else {
                    group.cancelAll()
                    return
                }
                handedOver += 1
                start()
            }
        }
    }
}
