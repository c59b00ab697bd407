import Synchronization

/// How far the packs are that are being made, for the pages that wait for them.
final class PackProgress: Sendable {
    /// In stickers, each counted for each platform.
    struct Count: Hashable, Sendable, Encodable {
        var done = 0
        var total = 0
    }

    private let counts = Mutex<[String: Count]>([:])

    /// - Returns: `0` of `0` when nothing is made for the client.
    subscript(client: String) -> Count { counts.withLock { $0[client] ?? Count() } }

    /// Of two packs of a client, the one that was begun later is told of.
    func begin(_ total: Int, for client: String?) {
        guard let client else { return }
        counts.withLock { $0[client] = Count(total: total) }
    }

    func advance(to done: Int, for client: String?) {
        guard let client else { return }
        counts.withLock { counts in
            guard let count = counts[client] else { return }
            counts[client]?.done = min(max(count.done, done), count.total)
        }
    }

    func end(for client: String?) {
        guard let client else { return }
        counts.withLock { $0[client] = nil }
    }
}
