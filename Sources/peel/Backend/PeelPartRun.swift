import FoundationEssentials
import ImageLoading
import Peel

/// A part being worked on by the library, with the command's words for what went wrong.
nonisolated struct PeelPartRun: PartRunning {
    private let worker: PartWorker
    let device: String
    let part: String?
    let photoCount: Int

    /// Reads the manifest, loads the network, then takes the output: what cannot be used leaves no trace.
    init(_ request: WorkerRequest) async throws(CommandFailure) {
        let photos = try await PhotoExecutor.shared.run { () async throws(CommandFailure) in
            try PartManifest.photos(at: request.manifest, request.part)
        }
        let processor = try await PhotoProcessor(request.making)
        device = processor.segmenter.deviceDescription
        part = request.part?.number.map { "\($0)" }
        photoCount = photos.count
        let sources = PartPhotoSources(photos, request.making)
        do throws(PackError) {
            worker = try await PartWorker(
                photos, output: FolderPartStore(request.making.output), processor: processor,
                settings: request.making.packSettings, load: { sources.photo($0) },
                isTemporary: { PartPhotoSources.isTemporary($0) })
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

/// Where the files of a part's photos come from: paths, and addresses of the web.
nonisolated struct PartPhotoSources: Sendable {
    /// `nil` where no photo has an address.
    private let loader: ImageLoader?

    init(_ photos: [PartPhoto], _ request: MakeRequest) {
        loader =
            photos.contains { Self.address(of: $0) != nil }
            ? WebCatalog(request.web, limits: request.limits).loader : nil
    }

    func photo(_ photo: PartPhoto) -> PackPhoto {
        guard let loader, let address = Self.address(of: photo) else {
            return PackPhoto(photo.photo, source: photo.source)
        }
        return PackPhoto(name: photo.photo, source: photo.source, origin: photo.origin) {
            try await loader.data(ImageRequest(address, cachePolicy: .staleIfUnreachable)).bytes
        }
    }

    private static func address(of photo: PartPhoto) -> URL? {
        let bytes = photo.photo.bytes
        guard bytes.starts(with: Array("http://".utf8)) || bytes.starts(with: Array("https://".utf8)) else {
            return nil
        }
        return URL(string: String(decoding: bytes, as: UTF8.self))
    }

    /// Whether a photo that could not be read may be readable later.
    static func isTemporary(_ error: any Error) -> Bool {
        if let error = error as? ImageLoaderError {
            if case .http(let status) = error.code { return status == 429 || status >= 500 }
            return [.timedOut, .unreachable, .connectionLost].contains(error.code)
        }
        return PartWorker.isTemporary(error)
    }
}
