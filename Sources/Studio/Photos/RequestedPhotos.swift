import Files
import HTTPServing
import Imaging
import PhotoLibrary
import StickerPacks

/// A sticker that is done, by its file in the library. The file goes when the sticker is made anew.
struct DoneSticker: Sendable {
    let photo: SelectedPhoto
    let file: FilePath
    /// As in `stickers.zip`: no other has it.
    let name: String
    /// Its pixels, in a row, for one of the photo's; 1 where that was not kept.
    let scale: Double
    /// How sure the network is of it; `nil` where it has no say.
    let confidence: Double?
    /// Whether the file is one that moves.
    let isLiving: Bool
}

/// The photos that requests name, as the model and the library have them.
struct RequestedPhotos: Sendable {
    let model: StickerViewModel
    let reader: PhotoReader
    /// In the selection.
    let limit: Int

    /// - Throws: 507 when the selection is full.
    func requireRoom() async throws {
        guard await model.selection.count < limit else {
            throw HTTPError(.insufficientStorage, code: "full", "there are \(limit) photos already; remove some first")
        }
    }

    /// - Throws: 404 for an id that the selection does not have.
    func photo(_ parameters: RouteParameters) async throws -> SelectedPhoto {
        let id = try API.id(parameters)
        guard let photo = await model.photo(id) else { throw API.error(.unknownPhoto(id)) }
        return photo
    }

    /// - Parameter time: of a clip's frame, where one is meant.
    /// - Throws: 404 for an id that the selection does not have, 409 for a clip, or, with a time, for a photo.
    func still(_ parameters: RouteParameters, unlessAt time: Int? = nil) async throws -> SelectedPhoto {
        let photo = try await photo(parameters)
        guard photo.clip == nil || time != nil else {
            throw HTTPError(
                .conflict, code: "clip",
                "\(photo.name) is a clip; arrangements are for photos, and strokes and subjects have a time")
        }
        guard photo.clip != nil || time == nil else {
            throw HTTPError(.conflict, code: "still", "\(photo.name) is a photo, and has no time")
        }
        return photo
    }

    /// What a photo's sticker is made for.
    func rendered(_ id: PhotoID) async -> RenderedFor { RenderedFor(await model.details[id] ?? PhotoDetails()) }

    func opened<Opened: Sendable>(
        _ name: String, of id: PhotoID, _ open: @Sendable (FilePath) throws(FileError) -> Opened
    ) async throws -> (opened: Opened, revision: Int)? {
        try await reader.open(name, of: id, open)
    }

    /// Opens the file that the library has of a sticker in a format; `nil` without one, as of most as WebP that do not
    /// move.
    func openedSticker<Opened: Sendable>(
        of photo: SelectedPhoto, in format: OutputFormat, _ open: @Sendable (FilePath) throws(FileError) -> Opened
    ) async throws -> (opened: Opened, revision: Int)? {
        try await reader.open(
            MadeSticker.name(in: format), of: photo.id, isInEach: format == .png || photo.moves, open)
    }

    func original(of id: PhotoID) async throws -> [UInt8] {
        try await reader.original(of: id)
    }

    /// - Parameters:
    ///   - ids: `nil` for all.
    ///   - isStill: whether the first picture stands for a sticker that moves.
    ///   - inGivenOrder: whether they come as `ids` has them, and not in the selection's order.
    /// - Throws: 409 when the file of one is missing. Its photo waits to be processed again then.
    func doneStickers(_ ids: [PhotoID]?, isStill: Bool, inGivenOrder: Bool = false) async throws -> [DoneSticker] {
        let wanted = ids.map(Set.init)
        var photos = await model.selection.filter { wanted?.contains($0.id) ?? true }
        if inGivenOrder, let ids {
            let places = Dictionary(ids.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
            photos.sort { (places[$0.id] ?? .max) < (places[$1.id] ?? .max) }
        }
        var chosen: [(photo: SelectedPhoto, file: FilePath, facts: StickerFacts)] = []
        for photo in photos {
            guard case .done(let facts) = photo.state else { continue }
            let name = MadeSticker.name(in: isStill || facts.living == nil ? .png : .webp)
            let file = try await reader.open(name, of: photo.id) { $0 }
            guard let file else {
                throw HTTPError(
                    .conflict, code: "stickerMissing",
                    "the sticker of \(photo.name) is missing in the library: make it again, or leave it out")
            }
            chosen.append((photo, file.opened, facts))
        }
        return DoneSticker.named(chosen, isStill: isStill)
    }
}

extension DoneSticker {
    /// Gives each a name that no other has.
    static func named(
        _ chosen: [(photo: SelectedPhoto, file: FilePath, facts: StickerFacts)], isStill: Bool
    ) -> [DoneSticker] {
        let names = StickerArchive(
            chosen.map {
                StickerArchive.Sticker(
                    source: FilePath($0.photo.name), file: $0.file, pathExtension: $0.file.pathExtension)
            },
            fileExtension: OutputFormat.png.pathExtension
        ).names
        return zip(chosen, names).map {
            DoneSticker(
                photo: $0.photo, file: $0.file, name: $1, scale: $0.facts.scale ?? 1,
                confidence: $0.facts.confidence, isLiving: !isStill && $0.facts.living != nil)
        }
    }
}
