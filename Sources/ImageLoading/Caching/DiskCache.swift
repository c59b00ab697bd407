import Execution
public import Files
import Glibc
import Imaging

/// The answers of servers in a folder, a file each. The least recently used are removed first.
///
/// The actor has a thread of its own, which alone blocks on files. Calls run in order, so a read after a write sees it.
/// Files appear whole or not at all and have a digest: a killed program, or a disk that loses its last writes, leaves
/// only whole answers.
public actor DiskCache {
    /// The folder with the files.
    package nonisolated let folder: FilePath
    /// The most bytes of all files together.
    package nonisolated let limit: Int

    private let executor = SerialThreadExecutor(name: "peel-disk-cache")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var files: CostLRU<FilePath, Void>
    /// Whether ``files`` includes the files of earlier programs.
    private var isIndexed = false

    /// Creates a cache in a folder.
    ///
    /// - Parameters:
    ///   - folder: created at the first use. It belongs to the cache, which may remove files that look like its own.
    ///   - limit: in bytes. One answer may take a quarter of it.
    public init(folder: FilePath, limit: Int = 256 << 20) {
        self.folder = folder
        self.limit = max(0, limit)
        files = CostLRU(costLimit: self.limit)
    }

    /// The bytes of all files together.
    var usedBytes: Int {
        indexFolder()
        return files.totalCost
    }

    /// The number of stored answers.
    package var count: Int {
        indexFolder()
        return files.count
    }

    func lookUp(_ address: String) -> StoredResponse? {
        indexFolder()
        let name = Self.name(for: address)
        let path = folder.appending(name)
        // Another program may share the folder, so an answer may exist without being in the index.
        guard let bytes = try? path.readBytes(limit: limit) else {
            files.remove(name)
            return nil
        }
        guard let stored = StoredResponse(encoded: bytes), stored.address == address else {
            remove(address)
            return nil
        }
        if files.use(name) == nil { removeFiles(files.insert((), for: name, cost: bytes.count)) }
        // The file's modification time keeps the order of use across programs.
        _ = path.withCString { utimensat(AT_FDCWD, $0, nil, 0) }
        return stored
    }

    /// Stores an answer. A failure is ignored: a cache that cannot be written is no reason to fail.
    func store(_ response: StoredResponse) {
        indexFolder()
        guard let bytes = response.encoded(), bytes.count <= limit / 4 else { return remove(response.address) }
        let name = Self.name(for: response.address)
        do {
            try AtomicFile.write(bytes, to: folder.appending(name), durability: .deferred, isPrivate: true)
        } catch {
            return
        }
        removeFiles(files.insert((), for: name, cost: bytes.count))
    }

    func remove(_ address: String) {
        indexFolder()
        let name = Self.name(for: address)
        removeFiles([name])
        files.remove(name)
    }

    /// Removes every answer.
    public func removeAll() {
        indexFolder()
        removeFiles(files.keys)
        files.removeAll()
    }

    private func removeFiles(_ names: [FilePath]) {
        for name in names { try? folder.appending(name).removeFile() }
    }

    private func indexFolder() {
        guard !isIndexed else { return }
        isIndexed = true
        try? folder.createPrivateFolder()
        _ = try? AtomicFile.removeLeftovers(in: folder)
        let found = ((try? folder.names()) ?? []).filter(Self.isName).compactMap { name in
            lastUse(of: name).map { (name: name, use: $0.time, size: $0.size) }
        }
        for file in found.sorted(by: { $0.use < $1.use }) {
            removeFiles(files.insert((), for: file.name, cost: file.size))
        }
    }

    private func lastUse(of name: FilePath) -> (time: Int, size: Int)? {
        guard let status = try? folder.appending(name).status(followingLinks: false), status.kind == .regular else {
            return nil
        }
        return (status.modificationTime, status.size)
    }

    private static let suffix = ".response"

    private static func name(for address: String) -> FilePath {
        FilePath(SHA256Digest(of: Array(address.utf8)).hex + suffix)
    }

    private static func isName(_ name: FilePath) -> Bool {
        name.bytes.count == 64 + suffix.utf8.count && name.bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
