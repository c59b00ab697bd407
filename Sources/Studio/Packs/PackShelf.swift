import HTTPServing
import Synchronization

/// Packs that were made and can be downloaded: the newest few, as files without a name, which end with the program. A
/// bounded number with a bounded number of bytes together, of which the oldest give way.
nonisolated final class PackShelf: Sendable {
    struct Pack: Sendable {
        let id: String
        /// Its title.
        let name: String
        let file: FileBody
        /// The page that it was made for; `nil` for a program.
        let client: String?
    }

    struct Limits: Hashable, Sendable {
        var packs = 8
        /// Of all together. The newest pack is kept whatever its size.
        var bytes = 2 << 30
    }

    private let packs = Mutex<[Pack]>([])
    private let limits: Limits

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// - Parameter client: its earlier pack gives way: a page offers the newest alone.
    /// - Returns: the pack's id.
    func add(_ file: FileBody, named name: String, for client: String? = nil) -> String {
        let id = String(UInt64.random(in: 0 ... .max), radix: 36)
        packs.withLock { packs in
            Self.remove(client, from: &packs)
            packs.append(Pack(id: id, name: name, file: file, client: client))
            var bytes = packs.reduce(0) { $0 + $1.file.range.count }
            while packs.count > 1, packs.count > limits.packs || bytes > limits.bytes {
                bytes -= packs.removeFirst().file.range.count
            }
        }
        return id
    }

    /// Lets go of a page's pack, if it has one.
    func remove(of client: String?) {
        packs.withLock { Self.remove(client, from: &$0) }
    }

    func pack(_ id: String) -> Pack? {
        packs.withLock { packs in packs.first { $0.id == id } }
    }

    private static func remove(_ client: String?, from packs: inout [Pack]) {
        guard let client else { return }
        packs.removeAll { $0.client == client }
    }
}
