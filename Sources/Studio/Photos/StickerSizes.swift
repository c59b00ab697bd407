import Execution
import Files
import HTTPMessages
import HTTPServing
import Imaging
import PhotoLibrary
import Profiling
import StickerPacks
import Stickers

/// Stickers as the library does not have them, made for the request alone: in other sizes, rendered of the photo, or as
/// WebP.
struct StickerSizes: Sendable {
    let photos: RequestedPhotos
    let images: StudioImages
    let maker: StickerMakerProvider
    /// For ZIPs that are made while they are sent.
    let gate: RequestGate

    func rendered(
        _ photo: SelectedPhoto, as rendering: ProcessingOptions.Size, _ size: StickerSize, _ format: OutputFormat,
        revision: String?
    ) async throws -> HTTPResponse {
        let bytes = try await render(photo, rendering, format)
        // A sticker that was made anew meanwhile may be the one that was rendered.
        let isNewest = await photos.model.photo(photo.id)?.revision == photo.revision
        var fields = isNewest && revision == String(photo.revision) ? API.forEver : API.asked
        if isNewest { fields["ETag"] = "\"\(photo.id.text.prefix(16))-\(photo.revision)-\(size.word)\"" }
        return await images.response(bytes, type: format.mediaType, fields)
    }

    /// The WebP of a sticker that does not move, with the revision of its pixels; `nil` when there is no sticker.
    func webP(of photo: SelectedPhoto) async throws -> (bytes: [UInt8], revision: Int)? {
        let name = MadeSticker.name(in: .png)
        let png = try await photos.opened(name, of: photo.id) { (path) throws(FileError) in try path.readBytes() }
        guard let png else { return nil }
        let limits = images.limits
        do {
            let bytes = try await images.executor.run {
                let sticker = try ImageSource(png.opened, limits: limits).decode()
                return try Trace.span("encode") { try OutputFormat.webp.encoder().encode(sticker) }
            }
            return (bytes, png.revision)
        } catch {
            guard let damage = error as? ImagingError, [.empty, .unknownFormat, .damaged].contains(damage.code) else {
                // Not the file but something else fails, such as memory.
                throw HTTPError.failed(error)
            }
            await photos.reader.noteDamage(of: photo.id)
            throw HTTPError(
                .conflict, code: "stickerMissing",
                "the sticker of \(photo.name) is damaged in the library (\(damage)); it is made again")
        }
    }

    private func render(
        _ photo: SelectedPhoto, _ rendering: ProcessingOptions.Size, _ format: OutputFormat
    ) async throws -> [UInt8] {
        guard let maker = maker.maker, let details = await photos.model.details[photo.id], details.sticker != nil,
            let subject = try await photos.reader.subject(of: photo.id)
        else { throw API.noSticker(of: photo) }
        let data = try await photos.original(of: photo.id)
        return try await maker.sticker(
            data, subject: subject, for: details.madeFor ?? RenderedFor(details), size: rendering,
            encoder: format.encoder())
    }

    // MARK: Many

    /// A sticker of a ZIP.
    private struct SizedEntry: Sendable {
        let photo: SelectedPhoto
        let name: String
        let format: OutputFormat
        /// `nil` where the library's file is it.
        let rendering: ProcessingOptions.Size?
    }

    /// A ZIP that is sent while its stickers are rendered: some at a time, each into a file that has no name, so that
    /// neither their number nor a slow client costs memory. What cannot be rendered is left out and named in
    /// ``missingName``.
    func archive(
        of photos: [SelectedPhoto], _ format: OutputFormat, _ size: StickerSize?
    ) throws -> HTTPResponse {
        let naming = StickerNaming(
            sources: photos.map { FilePath($0.name) }, fileExtension: format.pathExtension)
        let entries = photos.enumerated().map { index, photo in
            let format = photo.archived(as: format)
            let name = naming.name(ofSource: index, pathExtension: format.pathExtension)
            return SizedEntry(photo: photo, name: name, format: format, rendering: size.flatMap(photo.rendering))
        }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let place = try gate.place()
        return API.archive(
            .stream(
                ByteStream { write in
                    defer { withExtendedLifetime(place) {} }
                    return await send(entries, write)
                }), format)
    }

    /// In a ZIP without all stickers: which are not in it, and why.
    static let missingName = "missing.txt"
    /// Of a file that is sent.
    private static let pieceBytes = 1 << 17

    private func send(
        _ entries: [SizedEntry], _ write: @Sendable ([UInt8]) async -> Bool
    ) async -> Bool {
        guard let zip = try? ZipStream() else { return false }
        var missing = ""
        var isWhole = true
        await forEachInOrder(entries, atOnce: images.executor.threadCount) { entry in
            await Result(awaiting: { () async throws in try await file(of: entry) })
        } consume: { entry, file in
            switch file {
            case .success(let file): isWhole = await send(file, as: entry.name, in: zip, write)
            case .failure(let error): missing += "\(entry.photo.name): \(HTTPError(error).message)\n"
            }
            return isWhole
        }
        guard isWhole, !Task.isCancelled else { return false }
        do {
            if !missing.isEmpty {
                let bytes = Array(missing.utf8)
                let head = try zip.begin(Self.missingName, size: bytes.count)
                guard await write(head + (try zip.write(bytes))) else { return false }
            }
            return await write(try zip.finish())
        } catch {
            return false
        }
    }

    private func send(
        _ file: FileBody, as name: String, in zip: ZipStream, _ write: @Sendable ([UInt8]) async -> Bool
    ) async -> Bool {
        do {
            guard await write(try zip.begin(name, size: file.range.count)) else { return false }
            for start in stride(from: 0, to: file.range.count, by: Self.pieceBytes) {
                let piece = file.part(start..<min(start + Self.pieceBytes, file.range.count))
                let bytes = await images.executor.run { piece.readBytes() }
                guard bytes.count == piece.range.count, await write(try zip.write(bytes)) else { return false }
            }
            return true
        } catch {
            return false
        }
    }

    private func file(of entry: SizedEntry) async throws -> FileBody {
        let bytes: [UInt8]
        if let rendering = entry.rendering {
            bytes = try await render(entry.photo, rendering, entry.format)
        } else {
            let kept = try await photos.openedSticker(of: entry.photo, in: entry.format, FileBody.init)
            if let kept { return kept.opened }
            guard entry.photo.isEncodedWhenAsked(as: entry.format), let made = try await webP(of: entry.photo) else {
                throw API.noSticker(of: entry.photo)
            }
            bytes = made.bytes
        }
        guard let file = await images.file(bytes) else {
            throw HTTPError(
                .insufficientStorage, code: "noRoom",
                "\(images.scratch.place) has no room for it: set TMPDIR to a folder on a larger disk")
        }
        return file
    }
}
