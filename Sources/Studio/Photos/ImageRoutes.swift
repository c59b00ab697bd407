import Files
import HTTPMessages
import HTTPServing
import Imaging
import PhotoLibrary
import Stickers

/// A photo's files: sticker, original, and the pictures that the editor shows.
struct ImageRoutes: RouteCollection {
    let photos: RequestedPhotos
    let images: StudioImages
    let maker: StickerMakerProvider
    let sizes: StickerSizes
    /// For requests that decode a photo.
    let gate: RequestGate
    let fonts: FontRoutes

    func add(to router: inout Router) {
        for format in OutputFormat.allCases {
            let name = MadeSticker.name(in: format)
            router.addAPI(.get, "/api/v1/photos/{id}/\(name)", query: ["r", "size"]) {
                request, parameters in
                let size = try API.size(request.query("size"))
                let photo = try await photos.photo(parameters)
                let revision = request.query("r")
                if let size, case .done(let facts) = photo.state, let rendering = size.rendering(of: facts) {
                    return try await gate.pass {
                        try await sizes.rendered(photo, as: rendering, size, format, revision: revision)
                    }
                }
                return try await sticker(of: photo, in: format, revision: revision)
            }
        }
        let thumbnail = MadeSticker.thumbnailName
        router.addAPI(.get, "/api/v1/photos/{id}/\(thumbnail)", query: ["r"]) {
            request, parameters in
            let photo = try await photos.photo(parameters)
            return try await kept(
                thumbnail, of: photo, type: OutputFormat.webp.mediaType, revision: request.query("r"))
        }
        let moving = MadeSticker.movingThumbnailName
        router.addAPI(.get, "/api/v1/photos/{id}/\(moving)", query: ["r"]) { request, parameters in
            let photo = try await photos.photo(parameters)
            guard case .done(let facts) = photo.state, facts.living != nil else { throw API.noSticker(of: photo) }
            return try await kept(
                moving, of: photo, type: OutputFormat.webp.mediaType, revision: request.query("r"))
        }
        router.addAPI(.get, "/api/v1/photos/{id}/original") { _, parameters in
            let photo = try await photos.photo(parameters)
            return HTTPResponse(
                fields: [
                    "Content-Type": "application/octet-stream", "Content-Disposition": API.attachment(photo.name),
                    "Cache-Control": "private, no-cache", "ETag": "\"\(photo.id.text)\"",
                ],
                body: .file(try await photos.reader.openOriginal(of: photo.id, FileBody.init)))
        }
        router.addAPI(.get, "/api/v1/photos/{id}/preview", query: ["side"]) { request, parameters in
            let photo = try await photos.photo(parameters)
            let side = try API.previewSide(request)
            return try await gate.pass {
                if let movie = try await photos.reader.movie(of: photo.id) {
                    return try await images.previewResponse(of: photo.id, movie, side: side)
                }
                return try await images.previewResponse(
                    of: photo.id, try await photos.original(of: photo.id), side: side)
            }
        }
        router.addAPI(.get, "/api/v1/photos/{id}/cutout.webp", query: ["r", "drawn", "time"]) {
            request, parameters in
            if let time = try API.frameTime(request) { return try await frameCutout(at: time, parameters) }
            return try await ofParts(request, parameters) { maker, data, subject, made in
                try await maker.cutout(data, subject: subject, strokes: made.strokes)
            }
        }
        router.addAPI(.get, "/api/v1/photos/{id}/unplaced.webp", query: ["r"]) {
            request, parameters in
            try await ofParts(request, parameters) { maker, data, subject, made in
                try await maker.unplaced(data, subject: subject, for: made)
            }
        }
        router.addAPI(.get, "/api/v1/photos/{id}/look.webp", query: ["style", "side", "key"]) { request, parameters in
            try await look(request, parameters)
        }
        for (name, shown) in [
            (MadeSticker.wordsName, ShownText.textAlone), (MadeSticker.wordlessName, .withoutText),
        ] {
            router.addAPI(.get, "/api/v1/photos/{id}/\(name)", query: ["r"]) { request, parameters in
                let photo = try await photos.photo(parameters)
                if photo.clip != nil {
                    return try await keptWords(name, of: photo, revision: request.query("r"))
                }
                return try await ofParts(request, parameters) { maker, data, subject, made in
                    try await maker.sticker(data, subject: subject, for: made, showing: shown)
                }
            }
        }
    }

    /// What is cut out of a frame of a clip.
    private func frameCutout(at time: Int, _ parameters: RouteParameters) async throws -> HTTPResponse {
        let photo = try await photos.still(parameters, unlessAt: time)
        guard let maker = maker.maker, case .done = photo.state else { throw API.noSticker(of: photo) }
        // Work that is under way is waited for.
        let made = await photos.rendered(photo.id)
        return try await gate.pass {
            let bytes = try await maker.cutout(ofClip: try await photos.original(of: photo.id), for: made, at: time)
            return await images.response(bytes, type: "image/webp", API.asked)
        }
    }

    /// The sticker as it would be with another style, small: for a page that lets a person choose among many.
    private func look(_ request: HTTPRequest, _ parameters: RouteParameters) async throws -> HTTPResponse {
        let side = request.query("side").map { Int($0) ?? -1 } ?? 192
        guard (16...512).contains(side) else { throw HTTPError.badRequest("side must be 16 to 512 pixels") }
        var asked = request
        asked.body = Array((request.query("style") ?? "").utf8)
        let change = try await fonts.withFoundFont(asked.decoded(as: StudioStyleChange.self))
        // A value that is out of range is so with every sticker.
        _ = try change.applied(to: StudioStyle())
        let photo = try await photos.photo(parameters)
        if photo.clip != nil { return try await look(change, of: photo, side: side) }
        // What a page adds to the address tells one such picture from the next.
        return try await ofParts(
            request, parameters, cached: request.query("key") == nil ? API.asked : API.forAnHour
        ) { maker, data, subject, made in
            let style: StudioStyle
            do {
                style = try change.applied(to: made.style)
            } catch {
                throw StickerError(.style, "\(error)")
            }
            return try await maker.look(data, subject: subject, style: style, strokes: made.strokes, side: side)
        }
    }

    /// Of a clip: of its first picture.
    private func look(_ change: StudioStyleChange, of photo: SelectedPhoto, side: Int) async throws -> HTTPResponse {
        guard let maker = maker.maker, case .done(let facts) = photo.state, facts.living != nil,
            let subject = try await photos.opened(
                MadeSticker.firstSubjectName, of: photo.id, { (path) throws(FileError) in try path.readBytes() })
        else { throw API.noSticker(of: photo) }
        let details = await photos.model.details[photo.id] ?? PhotoDetails()
        let style = try PhotoEdit.style(change).applied(to: details).style
        return try await gate.pass {
            let bytes = try await maker.look(subject.opened, style: style, side: side)
            return await images.response(bytes, type: "image/webp", API.asked)
        }
    }

    /// A picture that is made for the editor of what a photo's sticker was made of; with `drawn`, of what is drawn by
    /// now.
    ///
    /// - Parameter cached: `nil` for as long as its revision says.
    private func ofParts(
        _ request: HTTPRequest, _ parameters: RouteParameters, cached: HTTPFields? = nil,
        _ make: (StickerMaker, _ data: [UInt8], _ subject: [UInt8], RenderedFor) async throws -> [UInt8]
    ) async throws -> HTTPResponse {
        let photo = try await photos.still(parameters)
        guard let maker = maker.maker, let kept = await photos.model.details[photo.id], kept.sticker != nil,
            let subject = try await photos.reader.subject(of: photo.id)
        else { throw API.noSticker(of: photo) }
        return try await gate.pass {
            let data = try await photos.original(of: photo.id)
            let isDrawn = request.query("drawn") != nil
            let bytes = try await make(
                maker, data, subject, isDrawn ? RenderedFor(kept) : kept.madeFor ?? RenderedFor(kept))
            let isFixed = !isDrawn && request.query("r") == String(photo.revision)
            return await images.response(bytes, type: "image/webp", cached ?? (isFixed ? API.forEver : API.asked))
        }
    }

    /// Of a clip's sticker that has words, made with it: these alone, or its first picture without them.
    private func keptWords(_ name: String, of photo: SelectedPhoto, revision: String?) async throws -> HTTPResponse {
        guard let picture = try await photos.reader.open(name, of: photo.id, isInEach: false, FileBody.init)
        else { throw HTTPError.notFound("the sticker of \(photo.name) has no words") }
        return response(picture.opened, of: photo, type: "image/webp", revision: picture.revision, asked: revision)
    }

    private func sticker(
        of photo: SelectedPhoto, in format: OutputFormat, revision: String?
    ) async throws -> HTTPResponse {
        if let kept = try await photos.openedSticker(of: photo, in: format, FileBody.init) {
            return response(kept.opened, of: photo, type: format.mediaType, revision: kept.revision, asked: revision)
        }
        guard photo.isEncodedWhenAsked(as: format), let made = try await sizes.webP(of: photo) else {
            throw API.noSticker(of: photo)
        }
        return await images.response(
            made.bytes, type: format.mediaType, fields(of: photo, made.revision, asked: revision))
    }

    /// A file of a sticker that the library has.
    private func kept(
        _ name: String, of photo: SelectedPhoto, type: String, revision: String?
    ) async throws -> HTTPResponse {
        guard let sticker = try await photos.opened(name, of: photo.id, FileBody.init) else {
            throw API.noSticker(of: photo)
        }
        return response(sticker.opened, of: photo, type: type, revision: sticker.revision, asked: revision)
    }

    private func response(
        _ file: FileBody, of photo: SelectedPhoto, type: String, revision: Int, asked: String?
    ) -> HTTPResponse {
        var fields = fields(of: photo, revision, asked: asked)
        fields["Content-Type"] = type
        return HTTPResponse(fields: fields, body: .file(file))
    }

    private func fields(of photo: SelectedPhoto, _ revision: Int, asked: String?) -> HTTPFields {
        var fields = asked == String(revision) ? API.forEver : API.asked
        fields["ETag"] = "\"\(photo.id.text.prefix(16))-\(revision)\""
        return fields
    }
}
