package import Files
package import HTTPServing
package import Imaging
import PhotoLibrary
package import Profiling
import StudioPages

/// The app: the model, its feed to the pages, and a server in front of them.
///
///     let studio = try await Studio(settings, network: NetworkLoading(segmenter))
///     print(studio.server.address.url)
///     await studio.run()
@MainActor
package final class Studio {
    package struct Settings: Sendable {
        package var host = "127.0.0.1"
        package var port: UInt16 = 4747
        package var library: FilePath
        /// In bytes.
        package var libraryLimit = 20_000_000_000
        package var certificate: ServerCertificate?
        /// Required of every client; `nil` lets all in.
        package var token: AccessToken?
        package var proxy = ProxySettings()
        package var imageLimits = ImageLimits()
        package var serverLimits = ServerLimits()
        package var catalog = CatalogSettings()
        package var version = ""
        /// How long after the last page has gone the photos near it are still made: a page that is reloaded is back by
        /// then.
        package var patience: @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(20)) }

        package init(library: FilePath) {
            self.library = library
        }
    }

    package let model: StickerViewModel
    package let catalog: CatalogModel
    let camera: StudioCamera
    package let events: EventLog
    package let server: HTTPServer
    package let monitor: ResponsivenessMonitor
    private let library: PhotoLibrary
    let scratch: RunFolder
    private let photos: RequestedPhotos
    /// Of the requests that make packs.
    let packGate: RequestGate
    /// Of the requests that lay out or write sheets.
    let sheetGate: RequestGate
    private let trace: TraceFile?
    private let patience: @Sendable () async -> Void
    private var following: Task<Void, Never>?
    /// Waits since the last page has gone.
    private(set) var leaving: Task<Void, Never>?
    private var tidying: Task<Void, Never>?

    /// How often the trash is looked through for what has been there too long.
    static let tidyingInterval: Duration = .seconds(3600)
    /// How long the photos in work may take when the studio is to stop.
    static let grace: Duration = .seconds(10)

    /// Opens the library and listens; stickers are made once the network is loaded.
    ///
    /// - Parameter trace: where the work on photos, and how late the main actor is, are recorded; the caller's to
    ///   close.
    /// - Throws: `LibraryError` or `ServerError`, each with what to do about it.
    package init(
        _ settings: Settings, network: NetworkLoading, executor: PhotoExecutor = .shared, trace: TraceFile? = nil
    ) async throws {
        self.trace = trace
        monitor = ResponsivenessMonitor(trace: trace)
        patience = settings.patience
        // Checked first: a taken port must not leave a new library behind.
        try HTTPServer.checkAddress(host: settings.host, port: settings.port)
        let library = try await PhotoLibrary.open(at: settings.library, limit: settings.libraryLimit)
        self.library = library
        let maker = StickerMaker(network: network, limits: settings.imageLimits, executor: executor)
        let model = try await StickerViewModel(
            library: library, maker: maker, atOnce: executor.threadCount + 1, version: settings.version,
            trace: trace)
        self.model = model
        let (feeds, guarded) = settings.catalog.feeds(limits: settings.imageLimits, executor: executor)
        let catalog = CatalogModel(
            feeds: feeds, guarded: guarded, store: model,
            memory: CatalogMemory(folder: settings.catalog.cache))
        self.catalog = catalog
        let events = EventLog(run: Self.runName) { Trace.span("snapshot") { StudioSnapshot(model, catalog) } }
        self.events = events
        let scratch = try await Self.makeRunFolder()
        self.scratch = scratch
        let camera = StudioCamera(scratch: scratch)
        self.camera = camera
        let routes = StudioRoutes(
            model: model, catalog: catalog, camera: camera, events: events, maker: maker,
            images: StudioImages(scratch: scratch, limits: settings.imageLimits, executor: executor),
            limits: StudioRoutes.Limits(fileBytes: settings.imageLimits.bytes))
        photos = routes.photos
        packGate = routes.packs.gate
        sheetGate = routes.sheets.sheetGate
        server = try HTTPServer(
            host: settings.host, port: settings.port, certificate: settings.certificate,
            limits: settings.serverLimits
        ) { address in
            let studio = MountedService(Self.guarded(routes.router, settings, address), in: settings.proxy.folder)
            return trace.map { RecordedService(service: studio, trace: $0) } ?? studio
        }
        events.onAudienceChange = { [weak self] isWatched in self?.audienceChanged(isWatched) }
    }

    /// What every request passes before it comes to a route.
    nonisolated static func guarded(_ router: Router, _ settings: Settings, _ address: ServerAddress) -> Router {
        var router = router
        let hosts = HostPolicy(
            names: address.isLoopback ? [] : NetworkAddresses.names, port: address.isLoopback ? address.port : nil,
            isSecure: address.isSecure, proxy: settings.proxy
        ) { settings.certificate?.isFor($0) ?? false }
        router.addPrecheck(hosts.precheck)
        router.addPrecheck(OriginPolicy(isSecure: address.isSecure, proxy: settings.proxy).precheck)
        if let token = settings.token {
            // The pages hold nothing of the user's, and ask for the token where it is missing.
            let open = Set(StudioPage.all.map { $0.path == "/index.html" ? "/" : $0.path } + ["/health"])
            router.addPrecheck(
                AccessPolicy(token: token, isSecure: address.isSecure, openPaths: open, proxy: settings.proxy).precheck)
        }
        return router
    }

    /// Follows the model until ``stop()``.
    package func start() {
        monitor.start()
        tidying = Task { [model] in
            while (try? await Task.sleep(for: Self.tidyingInterval)) != nil { await model.deleteOverdue() }
        }
        following = Task { [events, trace] in await Trace.recording(to: trace) { await events.follow() } }
    }

    /// Adds a photo or a clip, as a page does.
    ///
    /// - Returns: `false` for one that the library has; one in its trash is taken out.
    /// - Throws: as ``StickerViewModel/add(_:named:from:)``, and `HTTPError` when the selection is full.
    package func add(_ bytes: [UInt8], named name: String) async throws -> Bool {
        try await photos.requireRoom()
        return try await model.add(bytes, named: name).isNew
    }

    /// Takes no more requests, lets those in flight finish, keeps what is to be kept.
    package func stop() async {
        // A pack or a sheet may take minutes, and cannot be downloaded any more.
        await packGate.close()
        await sheetGate.close()
        await camera.stop()
        await catalog.stop(within: Self.grace)
        await model.finishWork(within: Self.grace)
        await server.stop()
        following?.cancel()
        leaving?.cancel()
        tidying?.cancel()
        monitor.stop()
        try? await library.close()
        await Self.remove(scratch)
    }

    /// Handlers that the server has given up may still hold the folder when the program ends.
    @concurrent
    private nonisolated static func remove(_ scratch: RunFolder) async { scratch.remove() }

    @concurrent
    private nonisolated static func makeRunFolder() async throws -> RunFolder { try RunFolder() }

    private func audienceChanged(_ isWatched: Bool) {
        leaving?.cancel()
        guard !isWatched else { return catalog.audienceChanged(true) }
        leaving = Task { [weak self, patience] in
            await patience()
            guard !Task.isCancelled else { return }
            self?.model.cancelNear()
            self?.catalog.audienceChanged(false)
        }
    }

    private static var runName: String { String(UInt64.random(in: 0 ... .max), radix: 36) }
}
