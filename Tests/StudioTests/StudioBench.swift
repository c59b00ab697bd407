import Catalog
import Files
import FoundationEssentials
import ImageLoading
import Imaging
import PhotoLibrary
import Stickers
import Synchronization
import TestSupport
import WebTestSupport

@testable import Studio

/// A second later each time it is looked at: what was used before something else is told apart.
nonisolated final class LibraryClock: Sendable {
    private let seconds = Mutex(1_800_000_000.0)

    @Sendable func now() -> Date {
        seconds.withLock { seconds in
            seconds += 1
            return Date(timeIntervalSince1970: seconds)
        }
    }
}

/// A model over a library in a folder of its own, with a maker that the test holds.
@MainActor
final class StudioBench {
    private let folder = TemporaryFolder()
    private let clock = LibraryClock()
    let maker: HeldMaker
    /// The web that the catalog sees.
    let web: APODTransport
    private(set) var catalog: CatalogModel
    /// Of the catalog.
    private var loader: ImageLoader
    private let loads = Changes()
    private(set) var library: PhotoLibrary
    private(set) var model: StickerViewModel
    private var replacedStickers = 0

    /// - Parameter real: makes the stickers in place of ``maker``.
    init(holds: Bool = true, atOnce: Int = 2, limit: Int = 1 << 30, real: (any StickerMaking)? = nil) async throws {
        maker = HeldMaker(holds: holds)
        web = APODTransport(picture: Self.picture)
        library = try await PhotoLibrary.open(
            at: folder.path.appending("library"), limit: limit, now: clock.now)
        model = try await StickerViewModel(
            library: library, maker: real ?? maker, atOnce: atOnce, version: "1", leastRevision: { 0 })
        loader = Self.loader(web, cache: folder.path.appending("cache"), loads)
        catalog = Self.catalog(web, loader, model, cache: folder.path.appending("cache"))
    }

    static let picture = (try? ImageEncoder(.png()).encode(Bitmap(size: PixelSize(width: 320, height: 200)))) ?? []

    private static func loader(_ web: APODTransport, cache: FilePath, _ loads: Changes) -> ImageLoader {
        var configuration = ImageLoader.Configuration()
        configuration.retry = RetryPolicy(attempts: 1)
        configuration.diskCache = DiskCache(folder: cache)
        var dependencies = ImageLoader.Dependencies()
        dependencies.didChange = { loads.note() }
        return ImageLoader(configuration, transport: web, dependencies: dependencies)
    }

    private static func catalog(
        _ web: APODTransport, _ loader: ImageLoader, _ model: StickerViewModel, cache: FilePath
    ) -> CatalogModel {
        var guardedConfiguration = loader.configuration
        guardedConfiguration.diskCache = nil
        let guarded = ImageLoader(guardedConfiguration, transport: web)
        let pictures = CatalogPictures(loader: loader, executor: .shared)
        let list = URL(filePath: "/nowhere/list.json")
        let feeds = [
            NamedFeed(
                id: "apod", address: APODFeed.standardService, feed: APODFeed(key: "K", loader: loader), hasDays: true,
                pictures: pictures),
            NamedFeed(
                id: "album-1", address: list, feed: AlbumFeed(list: list, loader: loader), hasDays: false,
                pictures: pictures),
        ]
        return CatalogModel(
            feeds: feeds, guarded: CatalogPictures(loader: guarded, executor: .shared), store: model,
            memory: CatalogMemory(folder: cache))
    }

    /// Ends the program, as it were, and starts it again.
    func restart(atOnce: Int = 2, limit: Int = 1 << 30) async throws {
        try await library.close()
        library = try await PhotoLibrary.open(
            at: folder.path.appending("library"), limit: limit, now: clock.now)
        model = try await StickerViewModel(
            library: library, maker: maker, atOnce: atOnce, version: "1", leastRevision: { 0 })
        loader = Self.loader(web, cache: folder.path.appending("cache"), loads)
        catalog = Self.catalog(web, loader, model, cache: folder.path.appending("cache"))
    }

    /// Returns when nothing is being loaded for the catalog.
    func loadsEnded() async {
        await loads.until { [loader] in loader.activity.waiting == 0 && loader.activity.tasks == 0 }
    }

    /// Photos with these bytes. Those that begin with n have no subject, those with x are not photos.
    @discardableResult
    func add(_ texts: String...) async throws -> [PhotoID] {
        var ids: [PhotoID] = []
        for text in texts { ids.append(try await model.add(Array(text.utf8), named: "\(text).jpg").photo.id) }
        return ids
    }

    /// How often the catalog's service was asked for pictures that chance decides.
    var draws: Int { web.requests.count { $0.contains("count=") } }

    /// Returns when nobody wants a photo's sticker any more, or it is made.
    func ended(_ id: PhotoID) async {
        // What has not begun waits for the end of others.
        while model.queue.holds(id), let work = model.works[id] ?? model.works.values.first { await work.value }
    }

    /// Makes the sticker of a photo anew, from a real photo.
    func setSticker(_ index: Int, to cutout: RealCutout) async throws {
        try await setSticker(of: model.selection[index].id, to: try ImageEncoder(.png()).encode(cutout.bitmap()))
    }

    func setSticker(of id: PhotoID, to bytes: [UInt8]) async throws {
        try await setFiles(of: id, [MadeSticker.name(in: .png): bytes])
    }

    /// In place of all files of a sticker.
    func setFiles(_ index: Int, _ files: [String: [UInt8]]) async throws {
        try await setFiles(of: model.selection[index].id, files)
    }

    private func setFiles(of id: PhotoID, _ files: [String: [UInt8]]) async throws {
        // The model does not hear of it.
        replacedStickers += 1
        let revision = (model.photo(id)?.revision ?? 0) + replacedStickers
        _ = try await library.setResult(
            of: id, revision: revision, blobs: files, state: nil, details: nil)
    }

    var states: [String] { model.selection.map(\.state.word) }
}

/// The studio waits for no sticker: its pages are told of changes. Tests wait.
extension StickerViewModel {
    /// Asks for a sticker as a page does to which its photo comes near. Returns when the work on it is over, or at once
    /// when there is nothing to do.
    func loadPhoto(_ id: PhotoID) async {
        guard photo(id)?.isFinished == false else { return }
        request(id, .near)
        await untilObserved { self.photo(id)?.isFinished ?? true || !self.queue.holds(id) }
        // The work goes on for a moment after the change that pages are told of.
        await works[id]?.value
    }

    func processAllPhotos() async {
        startProcessing()
        await processingEnded()
    }

    /// Returns when "make all" is done or stopped.
    func processingEnded() async {
        await untilObserved { !self.progress.running }
    }
}

extension StudioBench {
    /// - Parameter maker: for single cuts, and for stickers in other sizes.
    func routes(
        limits: StudioRoutes.Limits = .init(), images: StudioImages? = nil, camera: StudioCamera? = nil,
        maker: StickerMaker? = nil, patience: @escaping @Sendable () async -> Void = {}
    ) throws -> StudioRoutes {
        let (model, catalog) = (model, catalog)
        let images = try images ?? StudioImages(scratch: try RunFolder())
        return StudioRoutes(
            model: model, catalog: catalog, camera: camera ?? StudioCamera(scratch: images.scratch),
            events: EventLog(run: "r") { StudioSnapshot(model, catalog) }, maker: maker, images: images, limits: limits,
            patience: patience)
    }
}
