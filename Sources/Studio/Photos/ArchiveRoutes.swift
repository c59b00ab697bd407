import Files
import HTTPMessages
import HTTPServing
import Imaging
import PhotoLibrary
import StickerPacks
import Stickers

/// Many stickers as one ZIP.
struct ArchiveRoutes: RouteCollection {
    let photos: RequestedPhotos
    let images: StudioImages
    let sizes: StickerSizes
    /// For requests that decode a photo.
    let gate: RequestGate

    /// Ids may be cut to so many digits in an address that names many.
    private static let shortestID = 16

    func add(to router: inout Router) {
        router.addAPI(.get, "/api/v1/stickers.zip", query: ["ids", "format", "size"]) { request, _ in
            let (format, size) = (try API.format(request.query("format")), try API.size(request.query("size")))
            return try await archive(ids: request.query("ids"), format, size)
        }
        // For more photos than an address can name.
        router.addAPI(.post, "/api/v1/stickers.zip", body: .read) { request, _ in
            let form = try request.form()
            try API.refuseUnknown(Set(form.keys), known: ["ids", "format", "size"], in: "the form")
            let (format, size) = (try API.format(form["format"]), try API.size(form["size"]))
            return try await archive(ids: form["ids"], format, size)
        }
    }

    /// - Parameter size: `nil` for the library's own.
    private func archive(
        ids: String?, _ format: OutputFormat, _ size: StickerSize?
    ) async throws -> HTTPResponse {
        let chosen = try await chosen(ids)
        for photo in chosen {
            if try await isMade(photo, format, size) { return try sizes.archive(of: chosen, format, size) }
        }
        return try await gate.pass { try await keptArchive(of: chosen, format) }
    }

    /// Whether a file is made for the ZIP, because the library has none.
    private func isMade(_ photo: SelectedPhoto, _ format: OutputFormat, _ size: StickerSize?) async throws -> Bool {
        if size.flatMap(photo.rendering) != nil { return true }
        guard photo.isEncodedWhenAsked(as: format) else { return false }
        return try await photos.openedSticker(of: photo, in: format) { $0 } == nil
    }

    private func chosen(_ ids: String?) async throws -> [SelectedPhoto] {
        let wanted = ids.map { Set($0.split(separator: ",").map(String.init)) }
        if let short = wanted?.first(where: { $0.utf8.count < Self.shortestID }) {
            throw HTTPError.badRequest("\(short) is too short for a photo's id: \(Self.shortestID) digits or more")
        }
        return await photos.model.selection.filter { photo in
            guard case .done = photo.state else { return false }
            guard let wanted else { return true }
            return wanted.contains(String(photo.id.text.prefix(Self.shortestID)))
                || wanted.contains { photo.id.text.hasPrefix($0) }
        }
    }

    /// - Parameter tries: a sticker that is made anew while the ZIP waits for its turn has another file then, and all
    ///   are looked up again.
    private func keptArchive(
        of chosen: [SelectedPhoto], _ format: OutputFormat, tries: Int = 5
    ) async throws -> HTTPResponse {
        var stickers: [StickerArchive.Sticker] = []
        var contents = format.pathExtension
        for photo in chosen {
            let format = photo.archived(as: format)
            guard let (file, revision) = try await photos.openedSticker(of: photo, in: format, { $0 }) else { continue }
            contents += " \(photo.id) \(revision)"
            stickers.append(
                StickerArchive.Sticker(
                    source: FilePath(photo.name), file: file, pathExtension: format.pathExtension))
        }
        let zip = StickerArchive(stickers, fileExtension: format.pathExtension)
        contents += " " + zip.names.joined(separator: " ")
        guard !stickers.isEmpty else { throw HTTPError.notFound("none of these photos has a sticker yet") }
        do {
            var response = API.archive(.file(try await images.archive(zip)), format)
            // The same stickers give the same bytes.
            response.fields["ETag"] = "\"\(SHA256Digest(of: Array(contents.utf8)).hex.prefix(32))\""
            return response
        } catch {
            if tries > 1, error.isOfMissingFile {
                return try await keptArchive(of: chosen, format, tries: tries - 1)
            }
            throw HTTPError(.internalServerError, code: "archive", "\(error)")
        }
    }
}

extension API {
    static func archive(_ body: HTTPBody, _ format: OutputFormat) -> HTTPResponse {
        HTTPResponse(
            fields: [
                "Content-Type": "application/zip",
                "Content-Disposition": "attachment; filename=\"stickers-\(format.pathExtension).zip\"",
                "Cache-Control": "no-cache",
            ],
            body: body)
    }
}

extension SelectedPhoto {
    /// One that moves is in every ZIP as the file that moves.
    func archived(as format: OutputFormat) -> OutputFormat {
        guard case .done(let facts) = state, facts.living != nil else { return format }
        return .webp
    }

    /// Whether its sticker may have no file in a format, and is encoded for whom asks.
    func isEncodedWhenAsked(as format: OutputFormat) -> Bool {
        if case .done = state { format != .png && !moves } else { false }
    }

    /// Whether its sticker does.
    var moves: Bool {
        if case .done(let facts) = state { facts.living != nil } else { false }
    }

    /// What is rendered for its sticker in another size; `nil` where the library has it, or has none at all.
    func rendering(in size: StickerSize) -> ProcessingOptions.Size? {
        guard case .done(let facts) = state else { return nil }
        return size.rendering(of: facts)
    }
}
