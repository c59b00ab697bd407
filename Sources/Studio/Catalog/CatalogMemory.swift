import Catalog
import Execution
import Files
import FoundationEssentials

/// What each feed showed last, on the disk: there is something to see when the web cannot be reached.
///
/// A file that cannot be read or written is treated as missing.
struct CatalogMemory: Sendable {
    /// The layout of the file. Programs before it had a number wrote version 1 without one.
    struct Kept: Codable, Sendable {
        static let version = 1

        var version: Int? = Self.version
        /// Milliseconds since 1970.
        let loadedAt: Int
        let photos: [SpacePhoto]
    }

    private static let mostBytes = 8 << 20
    private let folder: FilePath?

    /// - Parameter folder: made at the first use; `nil` keeps nothing.
    init(folder: FilePath?) {
        self.folder = folder
    }

    private func file(_ feed: NamedFeed) -> FilePath? { folder?.appending("last-\(feed.memoryName).json") }

    func keep(_ kept: Kept, of feed: NamedFeed) async {
        guard let folder, let file = file(feed) else { return }
        await OwnThread.run {
            guard let data = try? JSONEncoder().encode(kept) else { return }
            try? folder.createPrivateFolder()
            try? AtomicFile.write(Array(data), to: file, isPrivate: true)
        }
    }

    func last(of feed: NamedFeed) async -> Kept? {
        guard let file = file(feed) else { return nil }
        return await OwnThread.run {
            guard let bytes = try? file.readBytes(limit: Self.mostBytes) else { return nil }
            let kept = try? CheckedJSON.decode(Kept.self, from: bytes)
            return kept?.version ?? 1 <= Kept.version ? kept : nil
        }
    }
}
