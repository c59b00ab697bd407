import Files
import FoundationEssentials

/// The trash: a removed photo keeps its row in the index, with its details and its position, and its files. It is
/// deleted after ``PhotoLibrary/trashDays``, when the library needs the room, or when a person empties the trash.
extension LibraryStore {
    /// The most photos in the trash. Beyond that, the first removed are deleted.
    static let maximumTrashCount = 10_000

    func remove(_ ids: [PhotoID]) throws(LibraryError) -> [PhotoID] {
        var photos: [LibraryPhoto] = []
        var seen: Set<PhotoID> = []
        for id in ids where seen.insert(id).inserted {
            if let photo = try photo(id) { photos.append(photo) }
        }
        guard !photos.isEmpty else { return [] }
        do throws(LibraryError) {
            try moveToTrash(photos)
        } catch {
            guard error.isDiskFull else { throw error }
            // Even that needs some room, and the results can be made again.
            for index in photos.indices {
                folder.removeResults(of: photos[index].id)
                photos[index].blobs = [:]
            }
            try moveToTrash(photos)
        }
        // If it fails, the next call deletes what is overdue.
        try? deleteOverdue()
        return photos.map(\.id)
    }

    private func moveToTrash(_ photos: [LibraryPhoto]) throws(LibraryError) {
        let date = now().roundedToMilliseconds
        try change { usage throws(LibraryError) in
            for photo in photos {
                try recount(photo.original, in: &usage) { () throws(LibraryError) in
                    if !photo.hasResult { try index.removeBlobs(of: photo.id) }
                    // Also by a clock that is behind, it is not removed before it was there: it would be overdue at
                    // once.
                    try index.setRemoved(max(date, photo.added, photo.lastUsed), of: photo.id)
                }
            }
        }
    }

    func trash() throws(LibraryError) -> [LibraryPhoto] {
        try? deleteOverdue()
        return try index.trash()
    }

    func restore(_ ids: [PhotoID]) throws(LibraryError) -> [LibraryPhoto] {
        let photos = try removedPhotos(ids)
        guard !photos.isEmpty else { return [] }
        return try change { usage throws(LibraryError) in
            var restored: [LibraryPhoto] = []
            for var photo in photos {
                try recount(photo.original, in: &usage) { () throws(LibraryError) in
                    try index.setRemoved(nil, of: photo.id)
                }
                photo.removed = nil
                restored.append(photo)
            }
            return restored
        }
    }

    func emptyTrash(_ ids: [PhotoID]?) throws(LibraryError) -> [PhotoID] {
        let photos = if let ids { try removedPhotos(ids) } else { try index.trash() }
        try delete(photos)
        return photos.map(\.id)
    }

    func removedPhoto(_ id: PhotoID) throws(LibraryError) -> LibraryPhoto? {
        guard let photo = try index.photo(id), photo.removed != nil else { return nil }
        return photo
    }

    func removedOriginal(_ id: PhotoID) throws(LibraryError) -> [UInt8] {
        try original(of: try knownRemovedPhoto(id))
    }

    func openRemovedOriginal<Opened>(
        _ id: PhotoID, _ open: (FilePath) throws(FileError) -> Opened
    ) throws(LibraryError) -> Opened {
        try openOriginal(of: try knownRemovedPhoto(id), open)
    }

    private func knownRemovedPhoto(_ id: PhotoID) throws(LibraryError) -> LibraryPhoto {
        guard let photo = try removedPhoto(id) else {
            throw LibraryError(
                .unknownPhoto, folder.path, "there is no photo \(id) in the trash of the library \(folder.path)")
        }
        return photo
    }

    private func removedPhotos(_ ids: [PhotoID]) throws(LibraryError) -> [LibraryPhoto] {
        var photos: [LibraryPhoto] = []
        var seen: Set<PhotoID> = []
        for id in ids where seen.insert(id).inserted {
            if let photo = try removedPhoto(id) { photos.append(photo) }
        }
        return photos
    }

    /// Restores a photo that is added again while it is in the trash: at the end of the selection, with its edits.
    func takeBack(_ removed: LibraryPhoto, _ bytes: [UInt8], named name: String) throws(LibraryError) -> LibraryAddition
    {
        let file = folder.original(removed.original)
        if (try? file.status().size) != bytes.count { try writeOriginal(bytes, named: removed.name, to: file) }
        let restored = try change { usage throws(LibraryError) in
            var photo = removed
            try recount(photo.original, in: &usage) { () throws(LibraryError) in
                try index.setPosition(try index.lastPosition() + 1, of: photo.id)
                try index.setRemoved(nil, of: photo.id)
            }
            photo.removed = nil
            return photo
        }
        return LibraryAddition(photo: restored, isNew: true, cleanedUp: [], isRestored: true)
    }

    // MARK: Deleting

    /// Deletes photos and packs that were removed longer ago than ``PhotoLibrary/trashDays``, and the oldest photos
    /// beyond ``maximumTrashCount``.
    func deleteOverdue() throws(LibraryError) {
        let end = now().addingTimeInterval(-Double(PhotoLibrary.trashDays) * 86_400)
        while usage.trashCount > 0, let id = try index.oldestInTrash(), let photo = try index.photo(id),
            let removed = photo.removed, removed <= end || usage.trashCount > Self.maximumTrashCount
        {
            try delete([photo])
        }
        // Last: on a full disk photos make room, and packs need some.
        try deleteOverduePacks(before: end)
    }

    /// Deletes the photos that were removed first.
    ///
    /// - Returns: whether there was one.
    func deleteOldestInTrash(_ count: Int) throws(LibraryError) -> Bool {
        let photos = Array(try index.trash().suffix(count))
        try delete(photos)
        return !photos.isEmpty
    }

    private func delete(_ photos: [LibraryPhoto]) throws(LibraryError) {
        guard !photos.isEmpty else { return }
        let deleting = { () throws(LibraryError) in
            try self.change { usage throws(LibraryError) in
                for photo in photos { try self.delete(photo, from: &usage) }
            }
        }
        do throws(LibraryError) {
            try deleting()
        } catch {
            guard error.isDiskFull else { throw error }
            // Deleting is how a user makes room, and even that needs some. The results are removed in any case.
            for photo in photos { folder.removeResults(of: photo.id) }
            try deleting()
        }
        removeFiles(ofDeleted: photos)
    }

    /// Deletes a photo in the trash from the index. Call it in a transaction.
    func delete(_ photo: LibraryPhoto, from usage: inout LibraryUsage) throws(LibraryError) {
        try recount(photo.original, in: &usage) { () throws(LibraryError) in
            try index.remove(photo.id)
            // The file is deleted with the last photo that has it.
            if try index.photos(of: photo.original).isEmpty { try index.noteRemoval(of: photo.original) }
        }
    }

    /// Removes the files of deleted photos. The next start retries failures.
    func removeFiles(ofDeleted photos: [LibraryPhoto]) {
        var gone: [PhotoID] = []
        for photo in photos {
            let (original, isRemoved) = (photo.original, folder.removeResults(of: photo.id))
            if let others = try? index.photos(of: original), others.isEmpty,
                (try? folder.original(original).removeFile()) != nil, isRemoved
            {
                gone.append(original)
            }
            fault(.originalRemoved)
        }
        // Once the index forgets the removal, the file must not reappear after a power cut.
        let folders = Set(gone.map { folder.original($0).parent })
        let areSynchronized = folders.allSatisfy { (try? $0.synchronizeFolder()) != nil }
        if areSynchronized { finishedRemovals += gone }
    }
}
