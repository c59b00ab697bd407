/// The cheapest way to part a graph of few nodes into those on the source's side and those on the sink's.
///
/// Maximum flow by Dinic's algorithm (1970), in whole numbers: the same graph gives the same cut everywhere.
struct MinimumCut {
    private var heads: [Int32]
    private var nexts: [Int32] = []
    private var targets: [Int32] = []
    private var capacities: [Int32] = []
    private let source: Int
    private let sink: Int

    /// More than any sum of costs that is cut.
    static let infinite: Int32 = 1 << 28

    init(nodeCount: Int, edgeCount: Int) {
        heads = [Int32](repeating: -1, count: nodeCount + 2)
        source = nodeCount
        sink = nodeCount + 1
        let arcs = 2 * (edgeCount + nodeCount)
        nexts.reserveCapacity(arcs)
        targets.reserveCapacity(arcs)
        capacities.reserveCapacity(arcs)
    }

    /// What it costs when the two are parted.
    mutating func connect(_ first: Int, _ second: Int, cost: Int32) {
        addArc(from: first, to: second, capacity: cost)
        addArc(from: second, to: first, capacity: cost)
    }

    /// What it costs that a node is on the sink's side (when positive), or on the source's (when negative).
    mutating func favour(_ node: Int, by cost: Int32) {
        if cost > 0 {
            addArc(from: source, to: node, capacity: cost)
            addArc(from: node, to: source, capacity: 0)
        } else if cost < 0 {
            addArc(from: node, to: sink, capacity: -cost)
            addArc(from: sink, to: node, capacity: 0)
        }
    }

    private mutating func addArc(from: Int, to: Int, capacity: Int32) {
        nexts.append(heads[from])
        heads[from] = Int32(targets.count)
        targets.append(Int32(to))
        capacities.append(capacity)
    }

    /// For each node whether it is on the source's side; nodes that may be on either are on the sink's.
    mutating func solve() -> [Bool] {
        var levels = [Int32](repeating: -1, count: heads.count)
        var queue = [Int32](repeating: 0, count: heads.count)
        var path: [Int32] = []
        while findLevels(&levels, &queue) {
            var current = heads
            var node = source
            path.removeAll(keepingCapacity: true)
            while true {
                if node == sink {
                    node = augment(&path)
                    continue
                }
                let arc = current[node]
                if arc >= 0 {
                    let target = Int(targets[Int(arc)])
                    if capacities[Int(arc)] > 0, levels[target] == levels[node] + 1 {
                        path.append(arc)
                        node = target
                    } else {
                        current[node] = nexts[Int(arc)]
                    }
                } else {
                    guard let back = path.popLast() else { break }
                    levels[node] = -1
                    node = Int(targets[Int(back ^ 1)])
                    current[node] = nexts[Int(current[node])]
                }
            }
        }
        return levels.dropLast(2).map { $0 >= 0 }
    }

    /// Sends what a path can take and goes back to the start of its first full arc.
    private mutating func augment(_ path: inout [Int32]) -> Int {
        var least = Int32.max
        for arc in path { least = min(least, capacities[Int(arc)]) }
        var firstFull = path.count
        for (index, arc) in path.enumerated() {
            capacities[Int(arc)] -= least
            capacities[Int(arc ^ 1)] += least
            if capacities[Int(arc)] == 0, firstFull == path.count { firstFull = index }
        }
        let node = Int(targets[Int(path[firstFull] ^ 1)])
        path.removeLast(path.count - firstFull)
        return node
    }

    private func findLevels(_ levels: inout [Int32], _ queue: inout [Int32]) -> Bool {
        for index in levels.indices { levels[index] = -1 }
        levels[source] = 0
        queue[0] = Int32(source)
        var (first, end) = (0, 1)
        while first < end {
            let node = Int(queue[first])
            first += 1
            var arc = heads[node]
            while arc >= 0 {
                let target = Int(targets[Int(arc)])
                if capacities[Int(arc)] > 0, levels[target] < 0 {
                    levels[target] = levels[node] + 1
                    queue[end] = Int32(target)
                    end += 1
                }
                arc = nexts[Int(arc)]
            }
        }
        return levels[sink] >= 0
    }
}
