import FoundationEssentials

/// Packs of photos of the selection. A removed pack is kept as long as a photo in the trash.
extension LibraryStore {
    private static let maximumNameBytes = 4_000

    func packs() throws(LibraryError) -> [LibraryPack] {
        try index.packs.packs().map(withSeenCover)
    }

    func pack(_ id: PackID) throws(LibraryError) -> LibraryPack? {
        try index.packs.pack(id).map(withSeenCover)
    }

    func addPack(_ id: PackID, named name: String, photos: [PhotoID]) throws(LibraryError) -> LibraryPack {
        try requireRoomForPack()
        var change = LibraryPackChange()
        change.added = photos
        let pack = LibraryPack(id: id, name: try packName(name), cover: nil, photos: [])
        return try makingRoomOnDisk { () throws(LibraryError) in
            try self.change { _ throws(LibraryError) in
                try index.packs.insert(pack)
                return try apply(change, to: pack)
            }
        }
    }

    func changePack(_ id: PackID, _ change: LibraryPackChange) throws(LibraryError) -> LibraryPack {
        guard let pack = try index.packs.pack(id) else { throw unknownPack(id) }
        let changed = try makingRoomOnDisk { () throws(LibraryError) in
            try self.change { _ throws(LibraryError) in try apply(change, to: pack) }
        }
        return withSeenCover(changed)
    }

    func removePack(_ id: PackID) throws(LibraryError) {
        guard let pack = try index.packs.pack(id) else { throw unknownPack(id) }
        // As of photos, by a clock that is behind.
        var date = now().roundedToMilliseconds
        for photo in pack.photos { date = max(date, try index.photo(photo)?.added ?? date) }
        try change { _ throws(LibraryError) in try index.packs.setRemoved(date, of: id) }
        try? deleteOverdue()
    }

    func restorePack(_ id: PackID) throws(LibraryError) -> LibraryPack {
        if let pack = try pack(id) { return pack }
        guard let pack = try index.packs.pack(id, isRemoved: true) else { throw unknownPack(id) }
        try requireRoomForPack()
        try change { _ throws(LibraryError) in try index.packs.setRemoved(nil, of: id) }
        return withSeenCover(pack)
    }

    /// Deletes packs that were removed longer ago than ``PhotoLibrary/trashDays``.
    func deleteOverduePacks(before end: Date) throws(LibraryError) {
        let overdue = try index.packs.overdue(before: end, most: LibraryPack.mostPacks)
        guard !overdue.isEmpty else { return }
        try change { _ throws(LibraryError) in
            for id in overdue { try index.packs.delete(id) }
        }
    }

    /// Call it in a transaction.
    private func apply(_ change: LibraryPackChange, to pack: LibraryPack) throws(LibraryError) -> LibraryPack {
        var pack = pack
        if let name = change.name { pack.name = try packName(name) }
        for id in change.removed { try index.packs.remove(id, from: pack.id) }
        if let cover = pack.cover, change.removed.contains(cover) { pack.cover = nil }
        for id in change.added { _ = try knownPhoto(id) }
        try index.packs.append(change.added, to: pack.id)
        pack.photos = try index.packs.pack(pack.id)?.photos ?? []
        guard pack.photos.count <= LibraryPack.mostPhotos else {
            throw LibraryError(
                .packTooLarge, folder.path, "a pack has at most \(LibraryPack.mostPhotos) photos; make another one")
        }
        if !change.order.isEmpty { try sort(&pack, by: change.order) }
        if let cover = change.cover {
            if let cover, !pack.photos.contains(cover) { throw unknown(cover, in: pack) }
            pack.cover = cover
        }
        try index.packs.update(pack)
        return pack
    }

    private func sort(_ pack: inout LibraryPack, by ids: [PhotoID]) throws(LibraryError) {
        let named = Set(ids)
        guard named.count == ids.count else { throw invalid("an order must not list a photo twice") }
        if let id = named.subtracting(pack.photos).first { throw unknown(id, in: pack) }
        pack.photos = ids + pack.photos.filter { !named.contains($0) }
        try index.packs.setOrder(pack.photos, of: pack.id)
    }

    /// A cover in the trash stands for nothing until it is restored.
    private func withSeenCover(_ pack: LibraryPack) -> LibraryPack {
        guard let cover = pack.cover, !pack.photos.contains(cover) else { return pack }
        var pack = pack
        pack.cover = nil
        return pack
    }

    private func packName(_ text: String) throws(LibraryError) -> String {
        guard !text.allSatisfy(\.isWhitespace) else { throw invalid("a pack must have a name") }
        guard text.utf8.count <= Self.maximumNameBytes else {
            throw invalid("a pack's name has at most \(Self.maximumNameBytes) bytes, not \(text.utf8.count)")
        }
        return text
    }

    private func requireRoomForPack() throws(LibraryError) {
        guard try index.packs.count() >= LibraryPack.mostPacks else { return }
        throw LibraryError(
            .tooManyPacks, folder.path, "a library has at most \(LibraryPack.mostPacks) packs; remove one first")
    }

    private func unknownPack(_ id: PackID) -> LibraryError {
        LibraryError(.unknownPack, folder.path, "there is no pack \(id) in the library \(folder.path)")
    }

    private func unknown(_ id: PhotoID, in pack: LibraryPack) -> LibraryError {
        LibraryError(.unknownPhoto, folder.path, "the pack \(pack.name) has no photo \(id)")
    }
}
