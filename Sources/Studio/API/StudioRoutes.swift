import HTTPMessages
import HTTPServing
import Imaging
import PhotoLibrary
import Stickers
import StudioPages
import Tracing

/// The studio's API and pages as routes: a pure function of a request and the model.
struct StudioRoutes: Sendable {
    /// Bytes and photos that a request may bring.
    struct Limits: Hashable, Sendable {
        /// Of an uploaded file.
        var fileBytes = 256 << 20
        /// In the selection.
        var photos = 5_000
        /// Photos that are decoded at once for requests: previews, cut-outs, single cuts, ZIPs.
        var decoded = 16
        /// ZIPs whose stickers are rendered while they are sent.
        var archives = 4
        /// Requests that make packs for platforms at once.
        var packRequests = 2
        /// Requests that lay out or write sheets at once.
        var sheetRequests = 2
        /// On the pages of a sheet, copies counted.
        var sheetStickers = 1_000
        /// Requests that wait for the web at once.
        var catalogRequests = 24
        /// Of a browser's frames and sound in one request.
        var frameBytes = 64 << 20
        /// The longest side of a map of delays, in pixels; larger pictures are made smaller.
        var mapSide = 4096
        /// The longest side of a preview of a picture of the camera, in pixels.
        var cameraPreviewSide = 1024
    }

    let model: StickerViewModel
    let reader: PhotoReader
    let catalog: CatalogModel
    let camera: StudioCamera
    let events: EventLog
    let maker: StickerMaker?
    let images: StudioImages
    let limits: Limits
    /// For requests that decode a photo.
    let gate: RequestGate
    /// For ZIPs that are made while they are sent.
    let archiveGate: RequestGate
    /// For requests that make packs.
    let packGate: RequestGate
    /// For requests that lay out or write sheets.
    let sheetGate: RequestGate
    /// For requests that wait for the web.
    let catalogGate: RequestGate
    let packs = Shelf<MadePack>()
    let sheets = Shelf<LaidOutSheet>()
    /// How long a request that needs the network waits until it is loaded.
    var patience: @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(3)) }

    /// - Parameter maker: makes the stickers of ``Route`` `POST /api/v1/cut`; without one it answers 503.
    init(
        model: StickerViewModel, catalog: CatalogModel, camera: StudioCamera, events: EventLog, maker: StickerMaker?,
        images: StudioImages, limits: Limits = Limits()
    ) {
        self.model = model
        reader = PhotoReader(library: model.library) { await model.forgetResult(of: $0) }
        self.catalog = catalog
        self.camera = camera
        self.events = events
        self.maker = maker
        self.images = images
        self.limits = limits
        gate = RequestGate(limit: limits.decoded)
        archiveGate = RequestGate(limit: limits.archives)
        packGate = RequestGate(limit: limits.packRequests)
        sheetGate = RequestGate(limit: limits.sheetRequests)
        catalogGate = RequestGate(limit: limits.catalogRequests)
    }

    /// All routes, without what guards them: ``Studio`` adds the rules for hosts, origins and the token.
    var router: Router {
        var router = Router()
        addState(to: &router)
        addPhotos(to: &router)
        addTrash(to: &router)
        addWork(to: &router)
        addEditing(to: &router)
        addFonts(to: &router)
        addSubjects(to: &router)
        addImages(to: &router)
        addArchive(to: &router)
        addPacks(to: &router)
        addSheets(to: &router)
        addCut(to: &router)
        addCatalog(to: &router)
        addCamera(to: &router)
        addPages(to: &router)
        return router
    }

    /// - Throws: 503 until the network is loaded.
    func readyMaker() throws(HTTPError) -> StickerMaker {
        guard let maker, maker.isReady else {
            throw HTTPError(
                .serviceUnavailable, code: "notReady", "the network is still being loaded", fields: ["Retry-After": "1"]
            )
        }
        return maker
    }

    /// Waits for a while: in the studio's first moments the network is about to be there.
    ///
    /// - Throws: 503 when it is still not loaded then, or cannot be.
    func maker() async throws(HTTPError) -> StickerMaker {
        guard let maker, !maker.isReady else { return try readyMaker() }
        await withTaskGroup { group in
            group.addTask { _ = try? await maker.processor() }
            group.addTask { await patience() }
            await group.next()
            group.cancelAll()
        }
        return try readyMaker()
    }

    private func addState(to router: inout Router) {
        router.addAPI(.get, "/health") { _, _ in .json(Array(#"{"status":"ok"}"#.utf8)) }
        router.addAPI(.get, "/ready") { _, _ throws(HTTPError) in
            _ = try readyMaker()
            return .json(Array(#"{"status":"ready"}"#.utf8))
        }
        router.addAPI(.get, "/api/v1/state") { _, _ in
            let snapshot = await MainActor.run { Trace.span("snapshot") { StudioSnapshot(model, catalog) } }
            return .json(Trace.span("write JSON") { events.writer.bytes(snapshot) })
        }
        router.addAPI(.get, "/api/v1/events") { request, _ in .events(events.events(after: request.lastEventID)) }
        router.addAPI(.get, "/api/v1/openapi.json") { _, _ in .json(StudioAPIDescription.json) }
    }
}

/// Requests and answers of this API.
enum API {
    static func answer(_ value: some Encodable, _ status: HTTPStatus = .ok) -> HTTPResponse {
        .json(JSONWriting.bytes(value), status)
    }

    static func photo(_ photo: SelectedPhoto, _ status: HTTPStatus = .ok) -> HTTPResponse {
        answer(PhotoJSON(photo), status)
    }

    static func id(_ parameters: RouteParameters) throws(HTTPError) -> PhotoID {
        guard let id = PhotoID(parameters["id"]) else {
            throw .notFound("\(parameters["id"]) is not a photo's id: 64 hexadecimal digits")
        }
        return id
    }

    static func ids(_ texts: [String]) throws(HTTPError) -> [PhotoID] {
        var ids: [PhotoID] = []
        for text in texts {
            guard let id = PhotoID(text) else {
                throw .badRequest("\(text) is not a photo's id: 64 hexadecimal digits")
            }
            ids.append(id)
        }
        return ids
    }

    /// - Parameter name: as a request has it; `nil` stands for PNG.
    static func format(_ name: String?) throws(HTTPError) -> OutputFormat {
        guard let name else { return .png }
        guard let format = OutputFormat(rawValue: name) else {
            throw .badRequest("format must be \(OutputFormat.phrase(joinedBy: "or", \.pathExtension))")
        }
        return format
    }

    static func error(_ error: StudioError) -> HTTPError {
        let status: HTTPStatus =
            switch error.code {
            case .notAPhoto: .unsupportedMediaType
            case .tooLarge: .contentTooLarge
            case .full: .insufficientStorage
            case .unknownPhoto: .notFound
            case .badValue: .unprocessableContent
            case .library: .internalServerError
            case .notLoaded: .badGateway
            }
        return HTTPError(status, code: error.word, error.description)
    }
}
