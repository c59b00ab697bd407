import Execution
import ObjectStorage
import Peel

/// Makes one pack of what workers made, in folders and in storage.
struct PeelMerging {
    let request: MergeRequest

    init(_ request: MergeRequest) {
        self.request = request
    }

    func merge(stop: StopRequest) async throws(CommandFailure) -> PartMerger.Merged? {
        var store: ObjectStore?
        if (request.outputs + [request.manifest].compactMap(\.self)).contains(where: StorageSettings.isMeant) {
            store = try await request.storage.open()
        }
        let outputs = request.outputs.map { path -> any PartStore in
            if let store, let address = ObjectAddress(path) {
                StoragePartStore(address, store)
            } else {
                FolderPartStore(path)
            }
        }
        guard let manifest = request.manifest else { return try await merge(outputs, .recorded, stop) }
        guard let store, let address = ObjectAddress(manifest) else {
            return try await merge(outputs, .manifests(files(at: manifest)), stop)
        }
        let manifests = try await StoredManifests(address, store)
        defer { manifests.remove() }
        guard try await manifests.download() else { throw CommandFailure("there is no manifest at \(address)") }
        do throws(CommandFailure) {
            return try await merge(outputs, .manifests(files(at: manifests.path)), stop)
        } catch {
            throw manifests.failure(error)
        }
    }

    private func files(at manifest: FilePath) async throws(CommandFailure) -> [FilePath] {
        try await PhotoExecutor.shared.run { () async throws(CommandFailure) in
            do throws(PackError) {
                return try PartManifest.files(at: manifest)
            } catch {
                throw CommandFailure(error)
            }
        }
    }

    private func merge(
        _ outputs: [any PartStore], _ photos: PartMerger.Photos, _ stop: StopRequest
    ) async throws(CommandFailure) -> PartMerger.Merged? {
        do throws(PackError) {
            return try await PartMerger(outputs, photos).merge(
                into: request.pack, force: request.forces, writesArchive: request.writesZIP,
                isStopped: { stop.isRequested })
        } catch  where error.code == .otherPhotos {
            throw CommandFailure("\(error) (--force)")
        } catch {
            throw CommandFailure(error)
        }
    }
}
