import Files
import Glibc
import HTTPMessages
import HTTPServing
import Imaging
import PhotoLibrary
import StickerPacks
import Stickers

nonisolated extension StudioRoutes {
    /// An image whose address has its revision never changes.
    private static var forEver: HTTPFields { ["Cache-Control": "private, max-age=31536000, immutable"] }
    /// The browser asks each time whether it still has the newest.
    private static var asked: HTTPFields { ["Cache-Control": "no-cache"] }
    private static let previewSides = 16...4096
    /// Ids may be cut to so many digits in an address that names many.
    private static let shortestID = 16

    static func noSticker(of photo: SelectedPhoto) -> HTTPError {
        guard case .invalid(let failure) = photo.state else {
            return .notFound("the photo \(photo.name) has no sticker yet")
        }
        return .notFound("the photo \(photo.name) became no sticker: \(failure.message)")
    }

    func addImages(to router: inout Router) {
        let stickers = OutputFormat.allCases.map { (MadeSticker.name(in: $0), $0.mediaType) }
        for (name, type) in stickers + [(MadeSticker.thumbnailName, OutputFormat.webp.mediaType)] {
            router.addAPI(.get, "/api/v1/photos/{id}/\(name)", query: ["r"]) { request, parameters throws(HTTPError) in
                let photo = try await photo(parameters)
                guard
                    let sticker = try await opened(
                        name, of: photo.id, { (path) throws(FileError) in try FileBody(path) })
                else {
                    throw Self.noSticker(of: photo)
                }
                var fields = request.query("r") == String(sticker.revision) ? Self.forEver : Self.asked
                fields["ETag"] = "\"\(photo.id.text.prefix(16))-\(sticker.revision)\""
                fields["Content-Type"] = type
                return HTTPResponse(fields: fields, body: .file(sticker.opened))
            }
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
        router.addAPI(.get, "/api/v1/photos/{id}/cutout.webp", query: ["r"]) { request, parameters throws(HTTPError) in
            let photo = try await photo(parameters)
            guard let maker, let kept = await model.details[photo.id], kept.sticker != nil,
                let subject = try await asHTTP({ () async throws(StudioError) in try await reader.subject(of: photo.id)
                })
            else { throw Self.noSticker(of: photo) }
            return try await gate.pass { () async throws(HTTPError) in
                let data = try await original(of: photo.id)
                do throws(StickerError) {
                    // What is shown is what the sticker was made of.
                    let strokes = kept.madeFor?.strokes ?? kept.strokes
                    let bytes = try await maker.cutout(data, subject: subject, strokes: strokes)
                    let isFixed = request.query("r") == String(photo.revision)
                    return await images.response(bytes, type: "image/webp", isFixed ? Self.forEver : Self.asked)
                } catch {
                    throw HTTPError(.unprocessableContent, code: PhotoFailure(error).code, error.description)
                }
            }
        }
        router.addAPI(.get, "/api/v1/stickers.zip", query: ["ids", "format"]) { request, _ throws(HTTPError) in
            try await gate.pass { () async throws(HTTPError) in
                try await archive(ids: request.query("ids"), format: try API.format(request.query("format")))
            }
        }
        // For more photos than an address can name.
        router.addAPI(.post, "/api/v1/stickers.zip", body: .read) { request, _ throws(HTTPError) in
            let form = try request.form()
            try API.refuseUnknown(Set(form.keys), known: ["ids", "format"], in: "the form")
            return try await gate.pass { () async throws(HTTPError) in
                try await archive(ids: form["ids"], format: try API.format(form["format"]))
            }
        }
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

    /// - Parameter tries: a sticker that is made anew while the ZIP waits for its turn has another file then, and all are
    ///   looked up again.
    private func archive(
        ids: String?, format: OutputFormat, tries: Int = 5
    ) async throws(HTTPError) -> HTTPResponse {
        let all = await model.selection
        let wanted = ids.map { Set($0.split(separator: ",").map(String.init)) }
        if let short = wanted?.first(where: { $0.utf8.count < Self.shortestID }) {
            throw .badRequest("\(short) is too short for a photo's id: \(Self.shortestID) digits or more")
        }
        let chosen = all.filter { photo in
            guard case .done = photo.state else { return false }
            guard let wanted else { return true }
            return wanted.contains(String(photo.id.text.prefix(Self.shortestID)))
                || wanted.contains { photo.id.text.hasPrefix($0) }
        }
        var stickers: [StickerArchive.Sticker] = []
        var contents = format.pathExtension
        for photo in chosen {
            let name = MadeSticker.name(in: format)
            guard let (file, revision) = try await opened(name, of: photo.id, { $0 }) else { continue }
            contents += " \(photo.id) \(revision)"
            stickers.append(StickerArchive.Sticker(source: FilePath(photo.name), file: file))
        }
        let zip = StickerArchive(stickers, fileExtension: format.pathExtension)
        contents += " " + zip.names.joined(separator: " ")
        guard !stickers.isEmpty else { throw .notFound("none of these photos has a sticker yet") }
        do throws(PackError) {
            let file = try await images.archive(zip)
            return HTTPResponse(
                fields: [
                    "Content-Type": "application/zip",
                    "Content-Disposition": "attachment; filename=\"stickers-\(format.pathExtension).zip\"",
                    "Cache-Control": "no-cache",
                    // The same stickers give the same bytes.
                    "ETag": "\"\(SHA256Digest(of: Array(contents.utf8)).hex.prefix(32))\"",
                ],
                body: .file(file))
        } catch {
            if tries > 1, error.code == .file(.system(ENOENT)) {
                return try await archive(ids: ids, format: format, tries: tries - 1)
            }
            throw HTTPError(.internalServerError, code: "archive", "\(error)")
        }
    }

    private func opened<Opened: Sendable>(
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
