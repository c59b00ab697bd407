import Synchronization

/// How far the packs are that are being made, for the pages that wait for them.
final class PackProgress: Sendable {
    /// In stickers, each counted for each platform.
    struct Count: Hashable, Sendable, Encodable {
        var done = 0
        var total = 0
    }

    private struct State {
        var begun = 0
        /// By client, with the number of the pack that is counted.
        var counts: [String: (pack: Int, count: Count)] = [:]
    }

    private let state = Mutex(State())

    /// - Returns: `0` of `0` when nothing is made for the client.
    subscript(client: String) -> Count { state.withLock { $0.counts[client]?.count ?? Count() } }

    /// Of two packs of a client, the one that was begun later is told of: one that is stopped goes on for a while.
    ///
    /// - Returns: a number for the pack.
    func begin(_ total: Int, for client: String?) -> Int {
        state.withLock { state in
            state.begun += 1
            if let client { state.counts[client] = (state.begun, Count(total: total)) }
            return state.begun
        }
    }

    func advance(_ pack: Int, to done: Int, for client: String?) {
        guard let client else { return }
        state.withLock { state in
            guard let (counted, count) = state.counts[client], counted == pack else { return }
            state.counts[client]?.count.done = min(max(count.done, done), count.total)
        }
    }

    func end(_ pack: Int, for client: String?) {
        guard let client else { return }
        state.withLock { if $0.counts[client]?.pack == pack { $0.counts[client] = nil } }
    }
}
