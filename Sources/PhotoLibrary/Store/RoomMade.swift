import Files

/// What must be removed to bring a library within its limit.
struct RoomMade {
    /// The photos of the selection whose results were removed, the least recently used first.
    var results: [PhotoID] = []
    /// The photos in the trash whose results were removed.
    var trashedResults: [PhotoID] = []
    /// The photos that were deleted from the trash, the first removed first.
    var deleted: [LibraryPhoto] = []
}

extension LibraryStore {
    /// Makes room until the library is within its limit. First go the results of photos in the trash, then the photos
    /// in the trash, the first removed first, then results of the selection, the least recently used first. Call it in
    /// a transaction.
    ///
    /// - Parameter kept: a photo whose result stays.
    /// - Returns: photos whose files are to be removed once the transaction has ended.
    func makeRoom(in usage: inout LibraryUsage, except kept: PhotoID?) throws(LibraryError) -> RoomMade {
        var room = RoomMade()
        while usage.isAboveLimit, let id = try index.oldestResultInTrash() {
            usage.trash -= try index.photo(id)?.resultByteCount ?? 0
            try index.removeBlobs(of: id)
            room.trashedResults.append(id)
        }
        while usage.isAboveLimit, let id = try index.oldestInTrash(), let photo = try index.photo(id) {
            try delete(photo, from: &usage)
            room.deleted.append(photo)
        }
        while usage.isAboveLimit, let id = try index.leastRecentlyUsed(except: kept) {
            usage.results -= try index.photo(id)?.resultByteCount ?? 0
            try index.removeBlobs(of: id)
            room.results.append(id)
        }
        return room
    }

    /// Removes files that are not referred to any more.
    func removeFiles(of room: RoomMade) {
        removeFiles(ofResults: room.results + room.trashedResults)
        removeFiles(ofDeleted: room.deleted)
    }

    /// Runs `body`. If the disk is full, it deletes photos in the trash, the first removed first, and runs `body`
    /// again; not where all of the trash would not be enough.
    ///
    /// - Parameter byteCount: what `body` writes, in bytes.
    func makingRoomOnDisk<Result>(
        for byteCount: Int = 0, _ body: () throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        // One photo, then two, then four, so that few are deleted and few writes fail.
        var count = 1
        while true {
            do {
                return try body()
            } catch {
                guard error.isDiskFull, byteCount <= freeByteCount + usage.trash,
                    (try? deleteOldestInTrash(count)) ?? false
                else { throw error }
                count *= 2
            }
        }
    }

    private var freeByteCount: Int { (try? folder.path.freeByteCount()) ?? .max / 2 }
}
