import Catalog
import Glibc
import Peel

/// How a pack is begun.
struct PackStart: Replaceable {
    /// Loads the network and makes the folder.
    var start: @Sendable (MakeRequest, _ photos: [FoundPhoto]) async throws -> any PackBuild

    static let standard = PackStart { request, photos in
        FreedMemory.keepForNextPhoto()
        return try await PeelPackBuild(request, photos: photos)
    }

    /// Begins a pack.
    ///
    /// - Throws: a ``CommandFailure`` that stops the run where the folder cannot be made or written, as on a read-only
    ///   disk.
    func begin(_ request: MakeRequest, _ photos: [FoundPhoto]) async throws -> any PackBuild {
        do {
            return try await start(request, photos)
        } catch let error as PackError {
            guard case .file = error.code else { throw error }
            var failure = CommandFailure(error)
            failure.stopsRun = true
            throw failure
        }
    }
}

/// A pack being made.
protocol PackBuild: Sendable {
    /// Where the network runs, for a person.
    var device: String { get }

    /// How many stickers the folder has of a pack that this one replaces.
    var replacedStickerCount: Int { get }

    /// Goes on with the pack after ``finish()``, with the network that is loaded.
    ///
    /// - Parameter photos: all of the pack, those that it has already, too.
    func next(_ request: MakeRequest, photos: [FoundPhoto]) async throws -> any PackBuild

    /// Makes the stickers, some photos at a time, and says what became of each as soon as it is known. Starts no photo
    /// after `stop` is requested. Returns when none is in flight any more.
    ///
    /// - Throws: when going on makes no sense: the disk is full, the folder went away.
    func process(stop: StopRequest, report: @escaping @MainActor (PhotoReport) -> Void) async throws

    /// Makes what was done a valid pack.
    func finish() async throws -> FinishedPack

    /// Makes what was finished a pack that a platform takes.
    ///
    /// - Parameter progress: called with how many stickers are written, of how many.
    /// - Returns: `nil` when `stop` was requested before it was made; nothing of it is left then.
    func export(
        for target: PackTarget, stop: StopRequest, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> PackExport.Outcome?
}

/// A pack being made by the library, with the command's words for what went wrong.
struct PeelPackBuild: PackBuild {
    private let maker: PackMaker
    private let web: WebOriginals?
    private let folder: PackFolder
    private let details: PackExport.Details
    private let limits: ImageLimits
    private let processor: PhotoProcessor
    private let pictures: EncodedPictures
    let device: String

    /// Loads the network, then takes the folder: a network that cannot be used leaves no trace.
    init(_ request: MakeRequest, photos: [FoundPhoto]) async throws {
        try await self.init(request, photos: photos, PhotoProcessor(request), EncodedPictures())
    }

    private init(
        _ request: MakeRequest, photos: [FoundPhoto], _ processor: PhotoProcessor, _ pictures: EncodedPictures
    ) async throws {
        self.processor = processor
        self.pictures = pictures
        device = processor.segmenter.deviceDescription
        folder = PackFolder(request.output)
        details = request.exportDetails
        limits = request.limits
        let web = WebOriginals(of: photos, request.web, limits: request.limits)
        self.web = web
        var settings = request.packSettings
        if request.keepsFormat, let format = await processor.executor.run({ [folder] in folder.keptFormat }) {
            settings.encoder = StickerEncoding(format: format, quality: request.encoding.quality).encoder
        }
        maker = try await PackMaker(
            folder: request.output, photos: photos.enumerated().map { PackPhoto($1, at: $0, web) },
            processor: processor, settings: settings)
    }

    var replacedStickerCount: Int { maker.replacedStickerCount }

    func next(_ request: MakeRequest, photos: [FoundPhoto]) async throws -> any PackBuild {
        try await PeelPackBuild(request, photos: photos, processor, pictures)
    }

    @concurrent
    func process(stop: StopRequest, report: @escaping @MainActor (PhotoReport) -> Void) async throws {
        try await maker.process(report: { await report($0) }, isStopped: { stop.isRequested })
    }

    func finish() async throws -> FinishedPack {
        web?.stop()
        return try await maker.finish()
    }
}

extension PeelPackBuild {
    func export(
        for target: PackTarget, stop: StopRequest, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> PackExport.Outcome? {
        let export = try await processor.executor.run {
            var export = try PackExport(folder, details, limits: limits, executor: processor.executor)
            export.pictures = pictures
            export.progress = progress
            return export
        }
        return try await export.run(for: target, isStopped: { stop.isRequested })
    }
}

extension PhotoProcessor {
    /// Loads the network.
    init(_ request: MakeRequest) async throws {
        let executor = request.jobs.map { PhotoExecutor(threadCount: $0) } ?? .shared
        var options = request.options
        try await options.readBackground(request.background, request.limits, on: executor)
        let segmenter = try await request.engine.segmenter(
            streams: min(executor.threadCount, PhotoExecutor.shared.threadCount), executor: executor)
        self.init(segmenter: segmenter, options: options, limits: request.limits, executor: executor)
        allowsEnlargement = request.enlarges
    }
}

extension FilePath {
    /// The name of a folder that is there or not, also of one that is written as `.` or `..`.
    fileprivate var folderName: String {
        guard [".", ".."].contains(lastComponent), let path = withCString({ realpath($0, nil) }) else {
            return lastComponent.description
        }
        defer { free(path) }
        let name = FilePath(String(cString: path)).lastComponent.description
        return name.isEmpty || name == "/" ? "Stickers" : name
    }
}

extension MakeRequest {
    fileprivate var exportDetails: PackExport.Details {
        PackExport.Details(
            title: title ?? output.folderName, author: author ?? "Peel", emoji: emoji ?? ["🙂"],
            force: forces, keepsBest: keepsBest, shortensTitle: title == nil)
    }

    var packSettings: PackSettings {
        var settings = PackSettings(
            encoder: encoding.encoder, start: resumes ? .resuming : .anew, force: forces, keepsAbsent: keepsAbsent,
            minimumConfidence: minimumConfidence, motion: motion, writesArchive: writesZIP)
        settings.reason = { error in
            ((error as? FileError).map { CommandFailure(reading: $0) } ?? CommandFailure(error)).description
        }
        return settings
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
        } else if case .failed(let reason)? = photo.past {
            // Its file is as it was: it is named in the pack again, and not read.
            self.init(name: photo.path, source: photo.source) { throw CommandFailure(reason) }
        } else {
            self.init(photo.path, source: photo.source)
        }
        if case .made(let digest)? = photo.past { self.digest = digest }
        metadata = photo.metadata
        options = photo.options
    }
}
