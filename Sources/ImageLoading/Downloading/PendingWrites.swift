/// The answers that wait for the disk cache. Of an address only the newest waits. A slow disk does not fill the memory:
/// answers beyond ``limit`` are not stored.
///
/// A pure value.
struct PendingWrites {
    /// The most bytes.
    let limit: Int
    private(set) var bytes = 0
    private var waiting: [String: StoredResponse] = [:]
    /// The addresses of the waiting answers; `head` is the first.
    private var order: [String] = []
    private var head = 0
    private var current: StoredResponse?

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { waiting.isEmpty && current == nil }

    /// Returns the newest answer of this address that is not on disk yet.
    func find(_ address: String) -> StoredResponse? {
        waiting[address] ?? (current?.address == address ? current : nil)
    }

    /// Adds an answer to write. Returns `false` if there is no room.
    mutating func add(_ response: StoredResponse) -> Bool {
        let replaced = waiting[response.address].map(Self.cost)
        let total = bytes - (replaced ?? 0) + Self.cost(response)
        // An answer above the limit is written when it is alone.
        guard total <= limit || isEmpty else { return false }
        bytes = total
        if replaced == nil { order.append(response.address) }
        waiting[response.address] = response
        return true
    }

    /// Returns the next answer to write, once the one before it is written.
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

    /// Returns the cost of an answer: the body, and about what else it takes.
    private static func cost(_ response: StoredResponse) -> Int { response.body.count + 1_024 }
}
