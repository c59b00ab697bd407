import ObjectStorage
import Peel
import Synchronization

/// What workers make, in storage that speaks S3. An object is there whole or not at all, and one of the same name has
/// the same content: a part that is worked on twice is harmless here, too.
final class StorageWorkStore: WorkStore {
    private let store: ObjectStore
    private let folder: ObjectAddress
    /// The sizes of what was there when the names were read, by the names.
    private let known = Mutex(Known())

    private struct Known {
        var sizes: [String: Int] = [:]
        /// Of which folders all names are known.
        var folders: Set<String> = []

        /// `nil`: not known.
        func byteCount(of name: String) -> Int?? {
            if let size = sizes[name] { return .some(size) }
            return folders.contains { name.rest(after: $0) != nil } ? .some(nil) : nil
        }
    }

    init(_ folder: ObjectAddress, _ store: ObjectStore) {
        self.store = store
        self.folder = folder
    }

    var path: FilePath { folder.path }

    /// Requests wait for answers, and block no thread.
    var readsAtOnce: Int { 16 }

    /// Reads the names of records and stickers, so that a worker that resumes asks for no record that is not there, and
    /// for no sticker's size.
    ///
    /// - Parameter pages: of 1,000 names each. Where there are more, it is asked for each photo: a small part of a
    ///   large output is not worth reading all names.
    func readNames(upTo pages: Int) async throws {
        var left = pages
        for name in ["records/", "stickers/"] {
            var sizes: [String: Int] = [:]
            var isWhole = true
            let prefix = folder.appending(name)
            try await naming(prefix) { () async throws(ObjectStoreError) in
                try await store.forEachPage(of: prefix) { page in
                    guard left > 0 else {
                        isWhole = false
                        return false
                    }
                    left -= 1
                    for object in page {
                        guard let rest = object.key.rest(after: prefix.key) else { continue }
                        sizes[name + rest] = object.byteCount
                    }
                    return true
                }
            }
            guard isWhole else { return }
            known.withLock { known in
                known.sizes.merge(sizes) { $1 }
                known.folders.insert(name)
            }
        }
    }

    func write(_ bytes: [UInt8], to name: String) async throws(PackError) {
        let object = folder.appending(name)
        try await naming(object) { () async throws(ObjectStoreError) in try await store.put(bytes, to: object) }
        known.withLock { known in
            if !known.folders.isEmpty { known.sizes[name] = bytes.count }
        }
    }

    func read(_ name: String, limit: Int) async throws(PackError) -> [UInt8]? {
        if case .some(nil) = known.withLock({ $0.byteCount(of: name) }) { return nil }
        let object = folder.appending(name)
        do {
            return try await store.get(object, limit: limit)
        } catch {
            guard error.code == .noSuchObject else { throw PackError(error, object) }
            return nil
        }
    }

    func byteCount(of name: String) async throws(PackError) -> Int? {
        if let count = known.withLock({ $0.byteCount(of: name) }) { return count }
        let object = folder.appending(name)
        return try await naming(object) { () async throws(ObjectStoreError) in
            try await store.byteCount(of: object)
        }
    }

    func names(in folder: String) async throws(PackError) -> [String] {
        let object = self.folder.appending(folder)
        let contents = try await naming(object) { () async throws(ObjectStoreError) in
            try await store.contents(of: object)
        }
        return contents.objects + contents.folders
    }

    func remove(_ name: String) async throws(PackError) {
        let object = folder.appending(name)
        try await naming(object) { () async throws(ObjectStoreError) in try await store.delete(object) }
    }

    /// Says of which object an error is.
    private func naming<Value>(
        _ object: ObjectAddress, _ work: () async throws(ObjectStoreError) -> Value
    ) async throws(PackError) -> Value {
        do {
            return try await work()
        } catch {
            throw PackError(error, object)
        }
    }
}
