import Glibc
import ObjectStorage
import Peel

/// Manifests of parts in storage, and a copy of them in a folder of this run, where they are read and written by those
/// who know files.
struct StoredManifests {
    private let address: ObjectAddress
    private let store: ObjectStore
    private let folder: RunFolder
    private static let summary = "parts.json"
    private static let longestManifest = 1 << 30

    @concurrent
    init(_ address: ObjectAddress, _ store: ObjectStore) async throws {
        self.address = address
        self.store = store
        folder = try await PhotoExecutor.shared.run {
            return try RunFolder()
        }
    }

    /// Where the copies are: a folder as `peel split` writes it, or the one manifest that was named.
    var path: FilePath {
        isFolder ? folder.path : folder.path.appending(FilePath(address.key).lastComponent)
    }

    private var isFolder: Bool { !address.key.endsWithBytes(of: ".jsonl") }

    /// Copies manifests from storage.
    ///
    /// - Parameter part: of a folder this one alone, from 0; `nil` for all.
    /// - Returns: `false` where there is nothing.
    func download(part: Int? = nil) async throws -> Bool {
        guard isFolder else { return try await copy(from: address, to: path) }
        guard try await copy(from: address.appending(Self.summary), to: path.appending(Self.summary)) else {
            return false
        }
        let parts = PartsFolder(path)
        let count = try rethrowing(failure) { try parts.partCount() }
        let wanted = part.map { (0..<count).contains($0) ? [$0] : [] } ?? Array(0..<count)
        for part in wanted {
            let file = parts.manifest(ofPart: part)
            let object = address.appending(file.lastComponent.description)
            guard try await copy(from: object, to: file) else {
                throw CommandFailure("\(object) is missing, but \(address)/\(Self.summary) lists it")
            }
        }
        return true
    }

    private func copy(from object: ObjectAddress, to file: FilePath) async throws -> Bool {
        do {
            let bytes = try await store.get(object, limit: Self.longestManifest)
            try await PhotoExecutor.shared.run { try AtomicFile.write(bytes, to: file) }
            return true
        } catch let error as ObjectStoreError {
            if error.code == .noSuchObject { return false }
            throw CommandFailure(error)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Copies to storage what the folder has and storage does not, what says how many there are last.
    ///
    /// - Parameter isChanged: of a manifest's file.
    func upload(where isChanged: (FilePath) -> Bool) async throws {
        let names = try path.names().map(\.description).sorted { $0 != Self.summary && $1 == Self.summary }
        for name in names where isChanged(path.appending(name)) {
            try await store.put(path.appending(name).readBytes(allowsEmpty: true), to: address.appending(name))
        }
    }

    /// Where a manifest is in storage.
    func address(of file: FilePath) -> FilePath {
        address.appending(file.lastComponent.description).path
    }

    /// The words of an error about a copy, about what was copied.
    func failure(_ error: any Error) -> CommandFailure {
        let failure = CommandFailure(error)
        let words = failure.description.replacing(folder.path.description, with: address.path.description)
        return CommandFailure(words, isTemporary: failure.isTemporary)
    }

    func remove() {
        folder.remove()
    }
}
