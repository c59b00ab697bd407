import Execution
import ObjectStorage
import Peel

/// A part being worked on by the library, with the command's words for what went wrong.
struct PeelPartRun: PartRunning {
    private let worker: PartWorker
    let device: String
    let part: String?
    let photoCount: Int

    /// Reads the manifest, loads the network, then takes the output: what cannot be used leaves no trace.
    init(_ request: WorkerRequest) async throws(CommandFailure) {
        let settings = request.making.storage ?? StorageSettings()
        var store: ObjectStore?
        if [request.manifest, request.making.output].contains(where: StorageSettings.isMeant) {
            store = try await settings.open()
        }
        let photos = try await PartManifest.photos(of: request, store)
        if store == nil, photos.contains(where: { StorageSettings.isMeant(by: $0.photo) }) {
            store = try await settings.open()
        }
        var making = request.making
        let sources = PartPhotoSources(photos, making, store)
        let outputAddress = ObjectAddress(making.output)
        let ahead = sources.isOfNetwork || outputAddress != nil ? making.takeMemoryForPhotosAhead() : nil
        let processor = try await PhotoProcessor(making)
        device = processor.segmenter.deviceDescription
        part = request.part?.number.map { "\($0)" }
        photoCount = photos.count
        do throws(PackError) {
            let output: any PartStore
            if let outputAddress, let store {
                let stored = StoragePartStore(outputAddress, store)
                if making.resumes { try await stored.readNames(upTo: min(300, max(20, photos.count / 10))) }
                output = stored
            } else {
                output = FolderPartStore(making.output)
            }
            worker = try await PartWorker(
                photos, output: output, processor: processor, settings: making.packSettings,
                load: { sources.photo($0) }, isTemporary: { PartPhotoSources.isTemporary($0) }, ahead: ahead)
        } catch {
            throw CommandFailure(error)
        }
    }

    @concurrent
    func process(
        stop: StopRequest, report: @escaping @MainActor (PartWorker.Report) -> Void
    ) async throws(CommandFailure) {
        do throws(PackError) {
            try await worker.run(report: { await report($0) }, isStopped: { stop.isRequested })
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension MakeRequest {
    /// Takes a quarter of the memory for photos that are downloaded before their turn, at most 256 MiB.
    fileprivate mutating func takeMemoryForPhotosAhead() -> PartWorker.Ahead {
        let all = limits.memory.bytes
        let bytes = max(1, min(256 << 20, all / 4))
        limits.memory = MemoryBudget(bytes: max(1, all - bytes))
        return PartWorker.Ahead(photos: max(8, 2 * (jobs ?? PhotoExecutor.shared.threadCount)), bytes: bytes)
    }
}

extension PartManifest {
    /// Those of the part that was chosen, from a folder or from storage.
    fileprivate static func photos(
        of request: WorkerRequest, _ store: ObjectStore?
    ) async throws(CommandFailure) -> [PartPhoto] {
        guard let address = ObjectAddress(request.manifest), let store else {
            return try await PhotoExecutor.shared.run { () async throws(CommandFailure) in
                try photos(at: request.manifest, request.part)
            }
        }
        let manifests = try await StoredManifests(address, store)
        defer { manifests.remove() }
        guard try await manifests.download(part: request.part?.number) else {
            throw CommandFailure("there is no manifest at \(address)")
        }
        do throws(CommandFailure) {
            return try await PhotoExecutor.shared.run { () async throws(CommandFailure) in
                try photos(at: manifests.path, request.part)
            }
        } catch {
            throw manifests.failure(error)
        }
    }
}
