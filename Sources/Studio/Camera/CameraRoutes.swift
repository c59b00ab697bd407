import Execution
import HTTPServing
import Imaging
import SlitScan

/// The slit-scan camera: the client that controls it, what runs, its settings.
struct CameraRoutes: RouteCollection {
    let camera: StudioCamera
    let images: StudioImages
    /// For requests that decode a photo.
    let gate: RequestGate
    /// The longest side of a map of delays, in pixels; larger pictures are made smaller.
    let mapSide: Int

    func add(to router: inout Router) {
        addState(to: &router)
        addRunning(to: &router)
        addSettings(to: &router)
    }

    private func addState(to router: inout Router) {
        router.addAPI(.get, "/api/v1/camera", query: API.clientQuery) { request, _ in
            await cameraState(try API.client(request))
        }
        router.addAPI(.get, "/api/v1/camera/sources", query: API.clientQuery) { request, _ in
            _ = try API.client(request)
            return API.answer(CameraSourcesJSON(await CameraDevices.all()))
        }
        cameraAction(.post, "claim", body: .read, in: &router) { request, client in
            let choice = try request.decoded(as: ClaimRequest.self).choice
            try await camera.claim(client, ifBusy: choice)
        }
        cameraAction(.post, "release", in: &router) { _, client in
            await camera.model.release(client)
        }
    }

    private func addRunning(to router: inout Router) {
        cameraAction(.post, "start", body: .read, in: &router) { request, client in
            let start = try request.decoded(as: StartRequest.self)
            try await camera.start(start, by: client)
        }
        cameraAction(.post, "switch", body: .read, in: &router) { request, client in
            let change = try request.decoded(as: SwitchRequest.self)
            try await camera.switchCamera(change, by: client)
        }
        cameraAction(.post, "stop", in: &router) { _, client in
            try await camera.stop(by: client)
        }
        cameraAction(.post, "scan", in: &router) { _, client in
            try await camera.beginScan(by: client)
        }
        cameraAction(.delete, "scan", in: &router) { _, client in
            try await camera.forgetScan(by: client)
        }
        cameraAction(.post, "recording", body: .read, in: &router) { request, client in
            let record = try request.decoded(as: RecordRequest.self)
            try await camera.startRecording(record, by: client)
        }
        router.addAPI(.delete, "/api/v1/camera/recording", query: API.clientQuery) { request, _ in
            let client = try API.client(request)
            return API.answer(
                try await camera.stopRecording(by: client))
        }
    }

    private func addSettings(to router: inout Router) {
        cameraAction(.put, "config", body: .read, in: &router) { request, client in
            let change = try request.decoded(as: ScanConfigChange.self)
            try await camera.configure(change, by: client)
        }
        cameraAction(.put, "map", body: .read, maximumBodyBytes: 64 << 20, in: &router) {
            request, client in
            let map = try await gate.pass { try await delayMap(request.body) }
            try await camera.setMap(map, by: client)
        }
        cameraAction(.delete, "map", in: &router) { _, client in
            try await camera.setMap(.rings, by: client)
        }
    }

    /// Adds a route that changes something and answers with the state.
    private func cameraAction(
        _ method: HTTPMethod, _ name: String, body: Router.APIBody = .none, maximumBodyBytes: Int? = nil,
        in router: inout Router,
        _ action: @escaping @Sendable (HTTPRequest, CaptureClient) async throws -> Void
    ) {
        router.addAPI(
            method, "/api/v1/camera/\(name)", query: API.clientQuery, body: body, maximumBodyBytes: maximumBodyBytes
        ) { request, _ in
            let client = try API.client(request)
            try await action(request, client)
            return await cameraState(client)
        }
    }

    private func cameraState(_ client: CaptureClient) async -> HTTPResponse {
        API.answer(await camera.state(for: client))
    }

    /// A picture's luma, no larger than what a frame has.
    private func delayMap(_ bytes: [UInt8]) async throws -> DelayMap {
        let side = mapSide
        let imageLimits = images.limits
        return try await images.executor.run {
            do {
                let source = try ImageSource(bytes, limits: imageLimits)
                let reservation = try await source.reserve(source.decodingMemory(atLeast: side))
                defer { reservation.release() }
                let bitmap = try source.decode(atLeast: side)
                let scale = min(1, Double(side) / Double(bitmap.size.longestSide))
                return .picture(try GreyPicture(bitmap.resized(to: bitmap.size.scaled(by: scale))))
            } catch {
                throw HTTPError(.unsupportedMediaType, code: "notAPhoto", "\(error)")
            }
        }
    }
}

extension API {
    static let clientQuery: Set = ["client"]

    /// The client: as the query says, or `api`.
    ///
    /// - Throws: 400 for a name that is not a client's.
    static func client(_ request: HTTPRequest) throws -> CaptureClient {
        guard let id = request.query("client") else { return CaptureClient("api") }
        guard isClient(id) else { throw HTTPError.badRequest("client must be \(clientRule)") }
        return CaptureClient(id)
    }

    /// Whether a page may call itself so.
    static func isClient(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                let character = Character(UnicodeScalar(byte))
                return byte < 0x80 && (character.isLetter || character.isNumber || character == "-")
            }
    }

    static let clientRule = "1 to 64 letters, digits and hyphens"
}
