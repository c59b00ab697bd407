import HTTPServing
import Imaging
import PhotoLibrary

/// The studio's API and pages as routes: a pure function of a request and the models.
struct StudioRoutes: Sendable {
    /// Bytes and photos that a request may bring.
    struct Limits: Hashable, Sendable {
        /// Of an uploaded file.
        var fileBytes = 256 << 20
        /// In the selection.
        var photos = 20_000
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

    let photos: RequestedPhotos
    let images: StudioImages
    let packs: PackRoutes
    let sheets: SheetRoutes
    private let collections: [any RouteCollection]

    /// - Parameters:
    ///   - maker: makes the stickers of `POST /api/v1/cut`; without one it answers 503.
    ///   - patience: how long a request that needs the network waits until it is loaded.
    init(
        model: StickerViewModel, catalog: CatalogModel, camera: StudioCamera, events: EventLog, maker: StickerMaker?,
        images: StudioImages, limits: Limits = Limits(),
        patience: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(3)) }
    ) {
        let reader = PhotoReader(library: model.library) { await model.forgetResult(of: $0) }
        let photos = RequestedPhotos(model: model, reader: reader, limit: limits.photos)
        let maker = StickerMakerProvider(maker: maker, patience: patience)
        let gate = RequestGate(limit: limits.decoded)
        let fonts = FontRoutes(images: images, gate: gate)
        let sizes = StickerSizes(
            photos: photos, images: images, maker: maker, gate: RequestGate(limit: limits.archives))
        let packs = PackRoutes(photos: photos, images: images, gate: RequestGate(limit: limits.packRequests))
        let sheets = SheetRoutes(
            photos: photos, images: images, gate: gate, sheetGate: RequestGate(limit: limits.sheetRequests),
            mostStickers: limits.sheetStickers)
        collections = [
            StateRoutes(events: events, maker: maker),
            PhotoRoutes(photos: photos, fileBytes: limits.fileBytes),
            TrashRoutes(photos: photos, images: images, gate: gate),
            WorkRoutes(photos: photos),
            EditingRoutes(photos: photos, maker: maker, gate: gate, fonts: fonts),
            fonts, ClipRoutes(photos: photos, images: images, gate: RequestGate(limit: 2)),
            SubjectRoutes(photos: photos, maker: maker, gate: gate),
            ImageRoutes(photos: photos, images: images, maker: maker, sizes: sizes, gate: gate, fonts: fonts),
            ArchiveRoutes(photos: photos, images: images, sizes: sizes, gate: gate),
            KeptPackRoutes(model: model), packs, sheets,
            PlatformFileRoutes(photos: photos, images: images, gate: RequestGate(limit: 1)),
            CutRoutes(images: images, maker: maker, gate: gate, fileBytes: limits.fileBytes),
            CatalogRoutes(
                catalog: catalog, photos: photos, images: images, gate: RequestGate(limit: limits.catalogRequests)),
            CameraRoutes(camera: camera, images: images, gate: gate, mapSide: limits.mapSide),
            CameraLiveRoutes(camera: camera, frameBytes: limits.frameBytes),
            CameraResultRoutes(
                camera: camera, photos: photos, images: images, gate: gate, fileBytes: limits.fileBytes,
                previewSide: limits.cameraPreviewSide),
            PageRoutes(),
        ]
        (self.photos, self.images, self.packs, self.sheets) = (photos, images, packs, sheets)
    }

    /// All routes, without what guards them: ``Studio`` adds the rules for hosts, origins and the token.
    var router: Router {
        var router = Router()
        for collection in collections { collection.add(to: &router) }
        return router
    }
}

/// The routes of a topic, with what they need.
protocol RouteCollection: Sendable {
    func add(to router: inout Router)
}

/// Requests and answers of this API.
enum API {
    /// Of the body of a request that names photos: the largest selection several times over.
    static let bytesOfIDs = 4 << 20

    static func answer(_ value: some Encodable, _ status: HTTPStatus = .ok) -> HTTPResponse {
        .json(JSONWriting.bytes(value), status)
    }

    static func photo(_ photo: SelectedPhoto, _ status: HTTPStatus = .ok) -> HTTPResponse {
        answer(PhotoJSON(photo), status)
    }

    static func id(_ parameters: RouteParameters) throws -> PhotoID {
        guard let id = PhotoID(parameters["id"]) else {
            throw HTTPError.notFound("\(parameters["id"]) is not a photo's id: 64 hexadecimal digits")
        }
        return id
    }

    static func ids(_ texts: [String]) throws -> [PhotoID] {
        var ids: [PhotoID] = []
        for text in texts {
            guard let id = PhotoID(text) else {
                throw HTTPError.badRequest("\(text) is not a photo's id: 64 hexadecimal digits")
            }
            ids.append(id)
        }
        return ids
    }

    /// - Parameter name: as a request has it; `nil` stands for PNG.
    static func format(_ name: String?) throws -> OutputFormat {
        guard let name else { return .png }
        guard let format = OutputFormat(rawValue: name) else {
            throw HTTPError.badRequest("format must be \(OutputFormat.phrase(joinedBy: "or", \.pathExtension))")
        }
        return format
    }
}
