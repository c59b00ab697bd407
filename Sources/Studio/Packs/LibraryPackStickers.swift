import Execution
package import Files
import Imaging
import PhotoLibrary
package import StickerPacks

/// A pack of a library, for programs that make it into files without the studio's server.
package struct LibraryPackStickers: Sendable {
    /// The pack's name.
    package let name: String
    /// Those that are made, in the pack's order.
    package let stickers: [PackExport.Sticker]
    /// Of the stickers, by its source, the one that stands for the pack; `nil` for the first.
    package let cover: String?
    /// The photos without a sticker, and why it cannot be made; no reason for those that were not tried.
    package let unfinished: [(name: String, failure: String?)]

    /// Reads the pack. The library is not changed, and may be open nowhere else.
    ///
    /// - Parameter wanted: the pack's name, or its id where several have that name.
    /// - Throws: `StudioError` that says what to do.
    package static func read(_ wanted: String, in folder: FilePath) async throws -> LibraryPackStickers {
        guard (try? folder.appending("library.sqlite").status()) != nil else {
            throw StudioError(.library, "\(folder) is not a library of peel serve: name its folder with --library DIR")
        }
        let library: PhotoLibrary
        do {
            // No limit: nothing is to be cleaned up.
            library = try await PhotoLibrary.open(at: folder, limit: .max / 2)
        } catch {
            throw StudioError(error)
        }
        let read = await Result(awaiting: { try await Self(wanted, in: library) })
        try? await library.close()
        return try read.get()
    }

    private init(_ wanted: String, in library: PhotoLibrary) async throws {
        let pack = try Self.pack(wanted, among: try await library.packs(), of: library.folder)
        var chosen: [(photo: SelectedPhoto, file: FilePath, facts: StickerFacts)] = []
        var styles: [PhotoID: StudioStyle] = [:]
        var unfinished: [(name: String, failure: String?)] = []
        for id in pack.photos {
            guard let kept = try await library.photo(id) else { continue }
            let details = PhotoDetails(json: kept.details)
            let photo = SelectedPhoto(kept, details)
            guard case .done(let facts) = photo.state,
                let file = try await library.openBlob(
                    MadeSticker.name(in: facts.living == nil ? .png : .webp), of: id, { (path, _) in path })
            else {
                let reason: String? = if case .invalid(let failure) = photo.state { failure.message } else { nil }
                unfinished.append((photo.name, reason))
                continue
            }
            chosen.append((photo, file, facts))
            styles[id] = details.madeFor?.style
        }
        let done = DoneSticker.named(chosen, isStill: false)
        name = pack.name
        stickers = done.map { PackExport.Sticker($0, madeFor: styles[$0.photo.id]) }
        cover = done.first { $0.photo.id == pack.cover }?.name
        self.unfinished = unfinished
    }

    private static func pack(
        _ wanted: String, among packs: [LibraryPack], of folder: FilePath
    ) throws -> LibraryPack {
        if let pack = packs.first(where: { $0.id.text == wanted }) { return pack }
        let found = packs.filter { $0.name == wanted }
        if found.count == 1 { return found[0] }
        if found.count > 1 {
            let ids = found.map(\.id.text).joined(separator: ", ")
            throw StudioError(
                .unknownPack,
                "\(found.count) packs of the library \(folder) are called '\(wanted)': name one by its id, \(ids)")
        }
        let names = packs.prefix(20).map { "'\($0.name)'" }.joined(separator: ", ")
        throw StudioError(
            .unknownPack,
            "the library \(folder) has no pack '\(wanted)'"
                + (names.isEmpty ? "; make one in the studio" : "; it has \(names)"))
    }
}
