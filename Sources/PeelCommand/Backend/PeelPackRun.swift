import Catalog
import Peel

/// A pack being made by the library, with the command's words for what went wrong.
struct PeelPackRun: PackRun {
    private enum Maker: Sendable {
        case small(PackMaker)
        /// Of more than ``PartMerger/largestManifest`` photos.
        case large(LargePackMaker)
    }

    private let maker: Maker
    private let web: WebOriginals?
    private let folder: PackFolder
    private let details: PackExport.Details
    private let limits: ImageLimits
    private let executor: PhotoExecutor
    private let pictures = EncodedPictures()
    let device: String

    /// Loads the network, then takes the folder: a network that cannot be used leaves no trace.
    init(_ request: MakeRequest, photos: [FoundPhoto]) async throws(CommandFailure) {
        let processor = try await PhotoProcessor(request)
        device = processor.segmenter.deviceDescription
        folder = PackFolder(request.output)
        details = request.exportDetails
        limits = request.limits
        executor = processor.executor
        let web = WebOriginals(of: photos, request.web, limits: request.limits)
        self.web = web
        var settings = request.packSettings
        if request.keepsFormat, let format = await executor.run({ [folder] in folder.keptFormat }) {
            settings.encoder = StickerEncoding(format: format, quality: request.encoding.quality).encoder
        }
        do throws(PackError) {
            let packPhotos = photos.enumerated().map { PackPhoto($1, at: $0, web) }
            maker =
                photos.count > PartMerger.largestManifest
                ? .large(
                    try await LargePackMaker(
                        folder: request.output, photos: packPhotos, processor: processor, settings: settings
                    ))
                : .small(
                    try await PackMaker(
                        folder: request.output, photos: packPhotos, processor: processor, settings: settings
                    ))
        } catch {
            throw CommandFailure(error)
        }
    }

    var replacedStickerCount: Int {
        switch maker {
        case .small(let maker): maker.replacedStickerCount
        case .large(let maker): maker.replacedStickerCount
        }
    }

    @concurrent
    func process(
        stop: StopRequest, report: @escaping @MainActor (PhotoReport) -> Void
    ) async throws(CommandFailure) {
        do throws(PackError) {
            switch maker {
            case .small(let maker):
                try await maker.process(report: { await report($0) }, isStopped: { stop.isRequested })
            case .large(let maker):
                try await maker.process(report: { await report($0) }, isStopped: { stop.isRequested })
            }
        } catch {
            throw CommandFailure(error)
        }
    }

    func finish() async throws(CommandFailure) -> FinishedPack {
        web?.stop()
        do throws(PackError) {
            return switch maker {
            case .small(let maker): try await maker.finish()
            case .large(let maker): try await maker.finish()
            }
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension PeelPackRun {
    func export(
        for target: PackTarget, stop: StopRequest, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws(CommandFailure) -> PackExport.Outcome? {
        do throws(PackError) {
            let export = try await executor.run { () async throws(PackError) in
                var export = try PackExport(folder, details, limits: limits, executor: executor)
                export.pictures = pictures
                export.progress = progress
                return export
            }
            return try await export.run(for: target, isStopped: { stop.isRequested })
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension PhotoProcessor {
    /// Loads the network.
    init(_ request: MakeRequest) async throws(CommandFailure) {
        let executor = request.jobs.map { PhotoExecutor(threadCount: $0) } ?? .shared
        var options = request.options
        try await options.readBackground(request.background, request.limits, on: executor)
        let segmenter = try await PeelBackend.segmenter(
            request.engine, streams: min(executor.threadCount, PhotoExecutor.shared.threadCount), executor: executor)
        self.init(segmenter: segmenter, options: options, limits: request.limits, executor: executor)
        allowsEnlargement = request.enlarges
    }
}

extension MakeRequest {
    fileprivate var exportDetails: PackExport.Details {
        PackExport.Details(
            title: title ?? output.lastComponent.description, author: author ?? "Peel", emoji: emoji ?? ["🙂"],
            force: forces, keepsBest: keepsBest, shortensTitle: title == nil)
    }

    var packSettings: PackSettings {
        PackSettings(
            encoder: encoding.encoder, start: resumes ? .resuming : .anew, force: forces, keepsAbsent: keepsAbsent,
            minimumConfidence: minimumConfidence, writesArchive: writesZIP
        ) { error in
            ((error as? FileError).map { CommandFailure(reading: $0) } ?? CommandFailure(error)).description
        }
    }
}

extension PackPhoto {
    /// - Parameters:
    ///   - index: the photo's place in the pack.
    ///   - web: fetches ahead what comes after a photo from the web.
    fileprivate init(_ photo: FoundPhoto, at index: Int, _ web: WebOriginals?) {
        if let web, let origin = photo.web, origin.originalURL != nil {
            self.init(name: photo.path, source: photo.source, origin: PackManifest.Origin(origin)) {
                web.prefetch(after: index)
                return try await web.bytes(origin)
            }
        } else {
            self.init(photo.path, source: photo.source)
        }
        metadata = photo.metadata
        options = photo.options
    }
}
