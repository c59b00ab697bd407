/// Answers on their way to the disk cache, one after another. Of an address only the newest waits. A disk that is
/// slower than the network does not fill the memory: what comes when ``limit`` is reached is not stored.
///
/// A pure value.
struct PendingWrites {
    /// In bytes.
    let limit: Int
    private(set) var bytes = 0
    private var waiting: [String: StoredResponse] = [:]
    /// The addresses of those that wait; `head` is the first of them.
    private var order: [String] = []
    private var head = 0
    private var current: StoredResponse?

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { waiting.isEmpty && current == nil }

    /// The newest answer of this address that is not on the disk yet.
    func find(_ address: String) -> StoredResponse? {
        waiting[address] ?? (current?.address == address ? current : nil)
    }

    /// - Returns: whether there was room.
    mutating func add(_ response: StoredResponse) -> Bool {
        let replaced = waiting[response.address].map(Self.cost)
        let total = bytes - (replaced ?? 0) + Self.cost(response)
        // One that is larger by itself is written when it is alone.
        guard total <= limit || isEmpty else { return false }
        bytes = total
        if replaced == nil { order.append(response.address) }
        waiting[response.address] = response
        return true
    }

    /// The next one to write; the one before it is written by now.
    mutating func next() -> StoredResponse? {
        if let current { bytes -= Self.cost(current) }
        current = nil
        guard head < order.count, let response = waiting.removeValue(forKey: order[head]) else {
            (order, head) = ([], 0)
            return nil
        }
        head += 1
        if 2 * head >= order.count {
            order.removeFirst(head)
            head = 0
        }
        current = response
        return response
    }

    /// The body, and about what an answer takes besides.
    private static func cost(_ response: StoredResponse) -> Int { response.body.count + 1_024 }
}
