import Execution
import ObjectStorage
import Peel

/// A part being worked on by the library.
struct PartRun: Sendable {
    private let worker: PartWorker
    /// Where the network runs, for a person.
    let device: String
    /// What the part is called in logs; `nil` for a manifest that is worked on as a whole.
    let part: String?
    let photoCount: Int

    /// Reads the manifest, loads the network, then takes the output: what cannot be used leaves no trace.
    init(_ request: WorkerRequest) async throws {
        FreedMemory.keepForNextPhoto()
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
        let output: any WorkStore
        if let outputAddress, let store {
            let stored = StorageWorkStore(outputAddress, store)
            if making.resumes { try await stored.readNames(upTo: min(300, max(20, photos.count / 10))) }
            output = stored
        } else {
            output = FolderWorkStore(making.output)
        }
        worker = try await PartWorker(
            photos, output: output, processor: processor, settings: making.packSettings,
            load: { sources.photo($0) }, isTemporary: { PartPhotoSources.isTemporary($0) }, ahead: ahead)
    }

    /// Makes the stickers, some photos at a time, and says what became of each as soon as it is recorded. Starts no
    /// photo after `stop` is requested. Returns when none is in flight any more.
    ///
    /// - Throws: when going on makes no sense: the disk is full, the folder went away.
    @concurrent
    func process(stop: StopRequest, report: @escaping @MainActor (PartWorker.Report) -> Void) async throws {
        try await worker.run(report: { await report($0) }, isStopped: { stop.isRequested })
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
    fileprivate static func photos(of request: WorkerRequest, _ store: ObjectStore?) async throws -> [PartPhoto] {
        guard let address = ObjectAddress(request.manifest), let store else {
            return try await PhotoExecutor.shared.run {
                try photos(at: request.manifest, request.part)
            }
        }
        let manifests = try await StoredManifests(address, store)
        defer { manifests.remove() }
        guard try await manifests.download(part: request.part?.number) else {
            throw CommandFailure("there is no manifest at \(address)")
        }
        do {
            return try await PhotoExecutor.shared.run {
                try photos(at: manifests.path, request.part)
            }
        } catch {
            throw manifests.failure(error)
        }
    }
}
