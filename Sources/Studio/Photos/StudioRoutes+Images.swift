import Files
import HTTPMessages
import HTTPServing
import Imaging
import PhotoLibrary
import Stickers

extension StudioRoutes {
    /// An image whose address has its revision never changes.
    static var forEver: HTTPFields { ["Cache-Control": "private, max-age=31536000, immutable"] }
    /// The browser asks each time whether it still has the newest.
    static var asked: HTTPFields { ["Cache-Control": "no-cache"] }
    private static let previewSides = 16...4096

    static func noSticker(of photo: SelectedPhoto) -> HTTPError {
        guard case .invalid(let failure) = photo.state else {
            return .notFound("the photo \(photo.name) has no sticker yet")
        }
        return .notFound("the photo \(photo.name) became no sticker: \(failure.message)")
    }

    func addImages(to router: inout Router) {
        for format in OutputFormat.allCases {
            let name = MadeSticker.name(in: format)
            router.addAPI(.get, "/api/v1/photos/{id}/\(name)", query: ["r", "size"]) {
                request, parameters throws(HTTPError) in
                let size = try API.size(request.query("size"))
                let photo = try await photo(parameters)
                let revision = request.query("r")
                if let size, case .done(let facts) = photo.state, let rendering = size.rendering(of: facts) {
                    return try await gate.pass { () async throws(HTTPError) in
                        try await rendered(photo, rendering, size, format, revision: revision)
                    }
                }
                return try await kept(name, of: photo, type: format.mediaType, revision: revision)
            }
        }
        let thumbnail = MadeSticker.thumbnailName
        router.addAPI(.get, "/api/v1/photos/{id}/\(thumbnail)", query: ["r"]) {
            request, parameters throws(HTTPError) in
            let photo = try await photo(parameters)
            return try await kept(
                thumbnail, of: photo, type: OutputFormat.webp.mediaType, revision: request.query("r"))
        }
        router.addAPI(.get, "/api/v1/photos/{id}/original") { _, parameters throws(HTTPError) in
            let photo = try await photo(parameters)
            return HTTPResponse(
                fields: [
                    "Content-Type": "application/octet-stream", "Content-Disposition": Self.attachment(photo.name),
                    "Cache-Control": "private, no-cache", "ETag": "\"\(photo.id.text)\"",
                ],
                body: .file(
                    try await asHTTP { () async throws(StudioError) in
                        try await reader.openOriginal(of: photo.id) { (path) throws(FileError) in try FileBody(path) }
                    }))
        }
        router.addAPI(.get, "/api/v1/photos/{id}/preview", query: ["side"]) { request, parameters throws(HTTPError) in
            let photo = try await photo(parameters)
            let side = try Self.previewSide(request)
            return try await gate.pass { () async throws(HTTPError) in
                try await preview(of: photo.id, try await original(of: photo.id), side: side)
            }
        }
        router.addAPI(.get, "/api/v1/photos/{id}/cutout.webp", query: ["r", "drawn"]) {
            request, parameters throws(HTTPError) in
            try await ofParts(request, parameters) { maker, data, subject, made async throws(StickerError) in
                try await maker.cutout(data, subject: subject, strokes: made.strokes)
            }
        }
        router.addAPI(.get, "/api/v1/photos/{id}/unplaced.webp", query: ["r"]) {
            request, parameters throws(HTTPError) in
            try await ofParts(request, parameters) { maker, data, subject, made async throws(StickerError) in
                try await maker.unplaced(data, subject: subject, for: made)
            }
        }
        for (name, shown) in [("words", ShownText.textAlone), ("wordless", .withoutText)] {
            router.addAPI(.get, "/api/v1/photos/{id}/\(name).webp", query: ["r"]) {
                request, parameters throws(HTTPError) in
                try await ofParts(request, parameters) { maker, data, subject, made async throws(StickerError) in
                    try await maker.sticker(data, subject: subject, for: made, showing: shown)
                }
            }
        }
    }

    /// A picture that is made for the editor of what a photo's sticker was made of; with `drawn`, of what is drawn by now.
    private func ofParts(
        _ request: HTTPRequest, _ parameters: RouteParameters,
        _ make: (StickerMaker, _ data: [UInt8], _ subject: [UInt8], RenderedFor) async throws(StickerError) -> [UInt8]
    ) async throws(HTTPError) -> HTTPResponse {
        let photo = try await photo(parameters)
        guard let maker, let kept = await model.details[photo.id], kept.sticker != nil,
            let subject = try await asHTTP({ () async throws(StudioError) in try await reader.subject(of: photo.id) })
        else { throw Self.noSticker(of: photo) }
        return try await gate.pass { () async throws(HTTPError) in
            let data = try await original(of: photo.id)
            do throws(StickerError) {
                let isDrawn = request.query("drawn") != nil
                let bytes = try await make(
                    maker, data, subject, isDrawn ? RenderedFor(kept) : kept.madeFor ?? RenderedFor(kept))
                let isFixed = !isDrawn && request.query("r") == String(photo.revision)
                return await images.response(bytes, type: "image/webp", isFixed ? Self.forEver : Self.asked)
            } catch {
                throw HTTPError(.unprocessableContent, code: PhotoFailure(error).code, error.description)
            }
        }
    }

    /// A file of a sticker that the library has.
    private func kept(
        _ name: String, of photo: SelectedPhoto, type: String, revision: String?
    ) async throws(HTTPError) -> HTTPResponse {
        guard
            let sticker = try await opened(name, of: photo.id, { (path) throws(FileError) in try FileBody(path) })
        else {
            throw Self.noSticker(of: photo)
        }
        var fields = revision == String(sticker.revision) ? Self.forEver : Self.asked
        fields["ETag"] = "\"\(photo.id.text.prefix(16))-\(sticker.revision)\""
        fields["Content-Type"] = type
        return HTTPResponse(fields: fields, body: .file(sticker.opened))
    }

    static func previewSide(_ request: HTTPRequest) throws(HTTPError) -> Int {
        let side = request.query("side").map { Int($0) ?? -1 } ?? 1280
        guard previewSides.contains(side) else { throw .badRequest("side must be 16 to 4096 pixels") }
        return side
    }

    func preview(of id: PhotoID, _ data: [UInt8], side: Int) async throws(HTTPError) -> HTTPResponse {
        let bytes: [UInt8]
        do throws(ImagingError) {
            bytes = try await images.preview(of: data, side: side)
        } catch {
            throw HTTPError(.unprocessableContent, code: "notAPhoto", error.description)
        }
        var fields = Self.forEver
        // The same photo and side give the same bytes: a part of them fits what came before.
        fields["ETag"] = "\"\(id.text.prefix(16))-\(side)\""
        return await images.response(bytes, type: "image/webp", fields)
    }

    func opened<Opened: Sendable>(
        _ name: String, of id: PhotoID, _ open: @Sendable (FilePath) throws(FileError) -> Opened
    ) async throws(HTTPError) -> (opened: Opened, revision: Int)? {
        try await asHTTP { () async throws(StudioError) in try await reader.open(name, of: id, open) }
    }

    func original(of id: PhotoID) async throws(HTTPError) -> [UInt8] {
        try await asHTTP { () async throws(StudioError) in try await reader.original(of: id) }
    }

    /// RFC 6266: a plain name for old programs, the real one percent-encoded.
    static func attachment(_ name: String) -> String {
        let plain = name.unicodeScalars.map { scalar in
            scalar.isASCII && scalar.value >= 0x20 && !"\"\\%/;".unicodeScalars.contains(scalar)
                ? Character(scalar) : "_"
        }
        let hexDigits = Array("0123456789ABCDEF")
        let encoded = name.utf8.map { byte in
            (byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber))
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                ? String(UnicodeScalar(byte)) : "%\(hexDigits[Int(byte >> 4)])\(hexDigits[Int(byte & 15)])"
        }
        return "attachment; filename=\"\(String(plain))\"; filename*=UTF-8''\(encoded.joined())"
    }
}
