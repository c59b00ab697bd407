import Synchronization

/// Results that were made for pages and programs, such as packs, found by their ids: the newest few, and of each page
/// the newest alone. Their number and their bytes together are bounded; the oldest give way.
final class RecentResults<Item: RecentResult>: Sendable {
    struct Limits: Hashable, Sendable {
        var count = 8
        /// Of all together. The newest is kept whatever it takes.
        var bytes = Item.standardByteLimit
    }

    private struct Place {
        let id: String
        /// The page that it was made for; `nil` for a program.
        let client: String?
        var item: Item
    }

    /// The oldest first.
    private let places = Mutex<[Place]>([])
    private let limits: Limits

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// - Parameter client: what it had before gives way.
    /// - Returns: the item's id.
    func add(_ item: Item, for client: String? = nil) -> String {
        let id = String(UInt64.random(in: 0 ... .max), radix: 36)
        places.withLock { places in
            Self.remove(client, from: &places)
            places.append(Place(id: id, client: client, item: item))
            var bytes = places.reduce(0) { $0 + $1.item.byteCount }
            while places.count > 1, places.count > limits.count || bytes > limits.bytes {
                bytes -= places.removeFirst().item.byteCount
            }
        }
        return id
    }

    /// Lets go of what was made for a page, if there is anything.
    func remove(of client: String?) {
        places.withLock { Self.remove(client, from: &$0) }
    }

    /// - Returns: `nil` for what has given way.
    subscript(id: String) -> Item? {
        places.withLock { places in places.first { $0.id == id }?.item }
    }

    /// Changes an item, and those of others where it needs their room.
    ///
    /// - Parameter body: gets all items, the oldest first, and the place of the one that is meant.
    /// - Returns: whether it is still there.
    func change(_ id: String, _ body: (inout [Item], Int) -> Void) -> Bool {
        places.withLock { places in
            guard let index = places.firstIndex(where: { $0.id == id }) else { return false }
            var items = places.map(\.item)
            body(&items, index)
            for (index, item) in items.enumerated() { places[index].item = item }
            return true
        }
    }

    private static func remove(_ client: String?, from places: inout [Place]) {
        guard let client else { return }
        places.removeAll { $0.client == client }
    }
}

/// A result that ``RecentResults`` keeps.
protocol RecentResult: Sendable {
    /// What it takes of the limit.
    var byteCount: Int { get }
    /// Of all items together.
    static var standardByteLimit: Int { get }
}
