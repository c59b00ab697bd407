import Files
import FoundationEssentials
import Glibc

extension LibraryStore {
    func setResult(
        of id: PhotoID, revision: Int, blobs: [String: [UInt8]], state: String?, details: String?, evicts: Bool = true
    ) throws(LibraryError) -> StoredResult {
        let old = try knownPhoto(id)
        var photo = old
        try check(blobs)
        try apply(state: state, details: details, to: &photo)
        guard revision >= 1, old.hasResult ? revision > old.revision : revision >= old.revision else {
            throw LibraryError(
                .staleRevision, folder.path,
                "the result \(revision) of the photo \(id) is outdated: there is \(old.revision) already")
        }
        photo.revision = revision
        photo.blobs = blobs.mapValues(\.count)
        photo.lastUsed = now().roundedToMilliseconds

        let files = folder.blobs(of: id, revision: revision)
        func write() throws(LibraryError) {
            try asLibraryError { () throws(FileError) in try ResultFiles.write(blobs, to: files, fault: fault) }
        }
        if evicts { try makingRoomOnDisk(for: photo.resultByteCount, write) } else { try write() }
        let room: RoomMade
        do {
            room = try change { usage throws(LibraryError) in
                try index.update(photo)
                try index.setBlobs(of: photo)
                try index.setLastUsed(photo.lastUsed, of: id)
                usage.results += photo.resultByteCount - old.resultByteCount
                let room = try makeRoom(in: &usage, except: id)
                // A result that was not requested by name replaces no other, and does not exceed the limit.
                guard evicts || room.results.isEmpty && !usage.isAboveLimit else { throw noRoom(for: photo) }
                return room
            }
        } catch {
            try? files.removeTree()
            throw error
        }
        if old.hasResult {
            try? folder.blobs(of: id, revision: old.revision).removeTree()
            fault(.resultFilesRemoved)
        }
        removeFiles(of: room)
        return StoredResult(photo: photo, cleanedUp: room.results)
    }

    /// Removes a photo's result, so that it is made again. Its revision stays.
    func removeResult(of id: PhotoID) throws(LibraryError) -> LibraryPhoto {
        var photo = try knownPhoto(id)
        guard photo.hasResult else { return photo }
        try change { usage throws(LibraryError) in
            try index.removeBlobs(of: id)
            usage.results -= photo.resultByteCount
        }
        removeFiles(ofResults: [id])
        photo.blobs = [:]
        return photo
    }

    func openBlob<Opened>(
        _ name: String, of id: PhotoID, _ open: (FilePath, _ revision: Int) throws(FileError) -> Opened
    ) throws(LibraryError) -> Opened? {
        let photo = try knownPhoto(id)
        guard let count = photo.blobs[name] else { return nil }
        let path = folder.blobs(of: id, revision: photo.revision).appending(name)
        guard (try? path.status().size) == count else {
            // The file was removed or changed by hand, as in ``blob(_:of:)``.
            _ = try? removeResult(of: id)
            return nil
        }
        noteUse(of: id)
        return try asLibraryError { () throws(FileError) in try open(path, photo.revision) }
    }

    func blob(_ name: String, of id: PhotoID) throws(LibraryError) -> [UInt8]? {
        let photo = try knownPhoto(id)
        guard let count = photo.blobs[name] else { return nil }
        let path = folder.blobs(of: id, revision: photo.revision).appending(name)
        do throws(FileError) {
            let bytes = try path.readBytes(allowsEmpty: true)
            if bytes.count == count {
                noteUse(of: id)
                return bytes
            }
        } catch {
            if error.cause != .system(ENOENT) { throw LibraryError(error) }
        }
        // The file was removed or changed by hand. On a full disk the index keeps naming it, and nothing is lost.
        _ = try? removeResult(of: id)
        return nil
    }

    func removeFiles(ofResults ids: [PhotoID]) {
        for id in ids {
            folder.removeResults(of: id)
            fault(.resultFilesRemoved)
        }
    }

    private func noRoom(for photo: LibraryPhoto) -> LibraryError {
        LibraryError(
            .noRoom(result: photo.resultByteCount, limit: usage.limit), folder.path,
            "the library \(folder.path) is too small: its limit is \(usage.limit) bytes, and this result of "
                + "\(photo.resultByteCount) would displace others; remove photos or raise the limit")
    }

    private func check(_ blobs: [String: [UInt8]]) throws(LibraryError) {
        guard (1...ResultFiles.maximumCount).contains(blobs.count) else {
            throw invalid("a result has 1 to \(ResultFiles.maximumCount) parts, not \(blobs.count)")
        }
        for name in blobs.keys where !ResultFiles.isName(name) {
            throw invalid(
                "a part's name has up to \(ResultFiles.maximumNameBytes) lower-case letters, digits, '.', '-' and '_'")
        }
    }
}
