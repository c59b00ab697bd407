import PhotoLibrary
import StickerPacks

/// Packs of the selection. The library has them; the model knows what pages are told of them.
extension StickerViewModel {
    /// - Throws: `.unknownPack`.
    func pack(_ id: PackID) async throws -> LibraryPack {
        guard let pack = try await library.pack(id) else { throw StudioError(.unknownPack, "there is no pack \(id)") }
        return pack
    }

    func addPack(named name: String, photos: [PhotoID]) async throws -> LibraryPack {
        try Self.check(name)
        return try await changingPacks { try await library.addPack(named: name, photos: photos) }
    }

    func changePack(_ id: PackID, _ change: LibraryPackChange) async throws -> LibraryPack {
        if let name = change.name { try Self.check(name) }
        return try await changingPacks { try await library.changePack(id, change) }
    }

    func removePack(_ id: PackID) async throws {
        try await changingPacks { try await library.removePack(id) }
    }

    func restorePack(_ id: PackID) async throws -> LibraryPack {
        try await changingPacks { try await library.restorePack(id) }
    }

    /// Reads the packs anew. Of two reads at once the one that was begun later counts.
    func refreshPacks() async {
        packReads += 1
        let read = packReads
        guard let packs = try? await library.packs() else { return }
        let seen = await Self.seen(packs)
        if read == packReads, seen != self.packs { self.packs = seen }
    }

    private func changingPacks<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        let value = try await body()
        await refreshPacks()
        return value
    }

    /// The rule is that of a pack's title in `stickers.json`.
    private static func check(_ name: String) throws {
        if let problem = MetadataRules.problem(of: name, as: "name") { throw StudioError(.badValue, problem) }
    }

    /// Not on the main actor: thousands of ids are digested.
    @concurrent
    private nonisolated static func seen(_ packs: [LibraryPack]) async -> [KeptPack] {
        packs.map { KeptPack($0, listsPhotos: false) }
    }
}
