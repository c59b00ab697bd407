import Execution
import ObjectStorage
import Peel

extension MergeRequest {
    /// Makes one pack of what workers made, in folders and in storage; `nil` when it was stopped.
    func merge(stop: StopRequest) async throws -> PartMerger.Merged? {
        let isStored = (outputs + [manifest].compactMap(\.self)).contains(where: StorageSettings.isMeant)
        let store = isStored ? try await storage.open() : nil
        let stores = outputs.map { path -> any WorkStore in
            if let store, let address = ObjectAddress(path) {
                StorageWorkStore(address, store)
            } else {
                FolderWorkStore(path)
            }
        }
        guard let manifest else { return try await merge(stores, .recorded, stop) }
        guard let store, let address = ObjectAddress(manifest) else {
            return try await merge(stores, .manifests(files(at: manifest)), stop)
        }
        let manifests = try await StoredManifests(address, store)
        defer { manifests.remove() }
        guard try await manifests.download() else { throw CommandFailure("there is no manifest at \(address)") }
        do {
            return try await merge(stores, .manifests(files(at: manifests.path)), stop)
        } catch {
            throw manifests.failure(error)
        }
    }

    private func files(at manifest: FilePath) async throws -> [FilePath] {
        try await PhotoExecutor.shared.run { try PartManifest.files(at: manifest) }
    }

    private func merge(
        _ outputs: [any WorkStore], _ photos: PartMerger.Photos, _ stop: StopRequest
    ) async throws -> PartMerger.Merged? {
        do {
            return try await PartMerger(outputs, photos).merge(
                into: pack, force: forces, writesArchive: writesZIP, isStopped: { stop.isRequested })
        } catch {
            throw error.code == .otherPhotos ? CommandFailure("\(error) (--force)") : CommandFailure(error)
        }
    }
}
