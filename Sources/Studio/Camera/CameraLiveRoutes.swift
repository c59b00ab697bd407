import Files
import FoundationEssentials
import HTTPMessages
import HTTPServing

/// What the camera shows while it runs, and the frames that a browser brings.
struct CameraLiveRoutes: RouteCollection {
    let camera: StudioCamera
    /// Of a browser's frames and sound in one request.
    let frameBytes: Int

    func add(to router: inout Router) {
        addFrames(to: &router)
        router.addAPI(.get, "/api/v1/camera/events", query: API.clientQuery) { request, _ in
            let client = try API.client(request)
            let updates = try await cameraUpdates()
            return .events(
                EventStream(maximumBufferedBytes: 1 << 16, waitsForClient: true) {
                    CameraEvents(updates: updates, client: client)
                })
        }
        for kind in [PreviewKind.frame, .result] {
            router.addAPI(.get, "/api/v1/camera/preview/\(kind)", query: API.clientQuery) {
                request, _ in
                _ = try API.client(request)
                return try await preview(kind)
            }
        }
        router.addAPI(.get, "/api/v1/camera/live/frame", query: API.clientQuery) { request, _ in
            _ = try API.client(request)
            return livePictures(.frame, try await cameraUpdates())
        }
        router.addAPI(.get, "/api/v1/camera/live/result", query: API.clientQuery.union(["side"])) {
            request, _ in
            _ = try API.client(request)
            guard let text = request.query("side") else { return livePictures(.result, try await cameraUpdates()) }
            guard let side = Int(text), Self.liveSides.contains(side) else {
                throw HTTPError.badRequest(
                    "side must be \(Self.liveSides.lowerBound) to \(Self.liveSides.upperBound) pixels")
            }
            return livePictures(.largeResult, try await cameraUpdates(largeSide: side))
        }
        router.addAPI(.get, "/api/v1/camera/view", query: API.clientQuery) { request, _ in
            _ = try API.client(request)
            return CameraView.response
        }
    }

    private func addFrames(to router: inout Router) {
        router.addAPI(
            .post, "/api/v1/camera/frames", query: API.clientQuery, body: .read, maximumBodyBytes: frameBytes
        ) { request, _ in
            let client = try API.client(request)
            let frames = try await camera.browserFrames(of: client)
            return API.answer(try await frames.take(request.body))
        }
    }

    /// Of a large preview, in pixels: up to what a display shows.
    private static let liveSides = 64...1920

    private func livePictures(_ kind: PreviewKind, _ updates: AsyncStream<CameraUpdate>) -> HTTPResponse {
        let pictures = camera.previews
        return HTTPResponse(
            fields: [
                "Content-Type": "multipart/x-mixed-replace; boundary=\(LivePictures.boundary)",
                "Cache-Control": "no-store", "X-Accel-Buffering": "no",
            ],
            body: .stream(
                ByteStream(bufferedBytes: 0) { LivePictures(kind: kind, updates: updates, pictures: pictures) }))
    }

    private func cameraUpdates(largeSide: Int? = nil) async throws -> AsyncStream<CameraUpdate> {
        guard let updates = await camera.broadcast.listen(largeSide: largeSide) else {
            throw HTTPError(
                .serviceUnavailable, code: "busy",
                "\(CameraBroadcast.listenerLimit) pages watch the camera, or the studio is stopping: try again later",
                fields: ["Retry-After": "5"])
        }
        return updates
    }

    private func preview(_ kind: PreviewKind) async throws -> HTTPResponse {
        let update = await camera.update
        guard let preview = update.preview,
            let jpeg = await camera.previews.jpeg(kind, of: preview, number: update.state.preview)
        else {
            throw HTTPError(
                .serviceUnavailable, code: "noPreview", "there is no preview: no frame has come, or previews are off",
                fields: ["Retry-After": "1"])
        }
        return HTTPResponse(type: "image/jpeg", fields: ["Cache-Control": "no-store"], jpeg)
    }
}

/// The scan alone on black, for an external display and for OBS.
private enum CameraView {
    private static let style =
        "html,body{margin:0;height:100%;background:#000}img{width:100%;height:100%;object-fit:contain;display:block}"

    /// The browser takes the one that the display's pixels need.
    private static let sources = [640, 960, 1280, 1920].map { "live/result?side=\($0) \($0)w" }
        .joined(separator: ", ")

    private static let page = """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>Peel: slit-scan</title>
        <meta name="viewport" content="width=device-width,initial-scale=1"><style>\(style)</style></head>
        <body><img src="live/result" srcset="\(sources)" sizes="100vw" alt="The scan as it grows"></body></html>
        """

    /// The page may hold its one style, by its hash, and nothing else.
    static var response: HTTPResponse {
        let hash = Data(SHA256Digest(of: Array(style.utf8)).bytes).base64EncodedString()
        return HTTPResponse(
            type: "text/html; charset=utf-8",
            fields: [
                "Cache-Control": "no-cache",
                "Content-Security-Policy":
                    "default-src 'none'; img-src 'self'; style-src 'sha256-\(hash)'; base-uri 'none'; frame-ancestors 'none'",
            ], Array(page.utf8))
    }
}
