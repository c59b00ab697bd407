/// Values by key. The least recently used are removed once the sum of their costs exceeds the limit.
///
/// A pure value: a dictionary into a doubly linked list that lives in an array. Every operation takes the same time,
/// however many values there are.
package struct CostLRU<Key: Hashable, Value> {
    fileprivate struct Node {
        var entry: (key: Key, value: Value)?
        var cost = 0
        var newer = -1
        var older = -1
    }

    private var nodes: [Node] = []
    private var unused: [Int] = []
    private var places: [Key: Int] = [:]
    private var newest = -1
    private var oldest = -1
    private let costLimit: Int
    private let countLimit: Int
    package private(set) var totalCost = 0

    package var count: Int { places.count }

    package init(costLimit: Int, countLimit: Int = .max) {
        self.costLimit = costLimit
        self.countLimit = countLimit
    }

    /// The keys, from the least to the most recently used.
    package var keys: [Key] {
        var keys: [Key] = []
        var place = oldest
        while place >= 0 {
            if let entry = nodes[place].entry { keys.append(entry.key) }
            place = nodes[place].newer
        }
        return keys
    }

    /// Returns a value, which becomes the most recently used.
    package mutating func use(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        if place != newest {
            unlink(place)
            linkAsNewest(place)
        }
        return nodes[place].entry?.value
    }

    package func peek(_ key: Key) -> Value? {
        places[key].flatMap { nodes[$0].entry?.value }
    }

    /// Adds or replaces a value as the most recently used.
    ///
    /// - Returns: the keys that had to go; `key` itself when it alone costs more than the limit.
    @discardableResult
    package mutating func insert(_ value: Value, for key: Key, cost: Int) -> [Key] {
        _ = remove(key)
        guard cost <= costLimit, countLimit > 0 else { return [key] }
        let place: Int
        if let free = unused.popLast() {
            place = free
            nodes[place] = Node(entry: (key, value), cost: cost)
        } else {
            place = nodes.count
            nodes.append(Node(entry: (key, value), cost: cost))
        }
        places[key] = place
        totalCost += cost
        linkAsNewest(place)
        var gone: [Key] = []
        while totalCost > costLimit || count > countLimit, oldest >= 0, let last = nodes[oldest].entry?.key {
            _ = remove(last)
            gone.append(last)
        }
        return gone
    }

    @discardableResult
    package mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        unlink(place)
        totalCost -= nodes[place].cost
        let value = nodes[place].entry?.value
        nodes[place] = Node()
        unused.append(place)
        return value
    }

    package mutating func removeAll() {
        self = CostLRU(costLimit: costLimit, countLimit: countLimit)
    }

    private mutating func unlink(_ place: Int) {
        let node = nodes[place]
        if node.newer >= 0 { nodes[node.newer].older = node.older } else { newest = node.older }
        if node.older >= 0 { nodes[node.older].newer = node.newer } else { oldest = node.newer }
        nodes[place].newer = -1
        nodes[place].older = -1
    }

    private mutating func linkAsNewest(_ place: Int) {
        nodes[place].older = newest
        if newest >= 0 { nodes[newest].newer = place } else { oldest = place }
        newest = place
    }
}

extension CostLRU.Node: Sendable where Key: Sendable, Value: Sendable {}
extension CostLRU: Sendable where Key: Sendable, Value: Sendable {}
