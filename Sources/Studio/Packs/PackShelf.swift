import HTTPServing
import Synchronization

/// Packs that were made and can be downloaded: the newest few, as files without a name, which end with the program.
nonisolated final class PackShelf: Sendable {
    struct Pack: Sendable {
        let id: String
        /// Its title.
        let name: String
        let file: FileBody
    }

    private let packs = Mutex<[Pack]>([])
    private let limit: Int

    /// - Parameter limit: how many are kept.
    init(limit: Int = 8) {
        self.limit = limit
    }

    /// - Returns: the pack's id.
    func add(_ file: FileBody, named name: String) -> String {
        let id = String(UInt64.random(in: 0 ... .max), radix: 36)
        packs.withLock { packs in
            packs.append(Pack(id: id, name: name, file: file))
            packs.removeFirst(max(0, packs.count - limit))
        }
        return id
    }

    func pack(_ id: String) -> Pack? {
        packs.withLock { packs in packs.first { $0.id == id } }
    }
}
