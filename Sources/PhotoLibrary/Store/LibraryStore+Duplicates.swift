import Files
import FoundationEssentials

/// Duplicates: several photos of one original, whose file is deleted with the last of them and counts once.
extension LibraryStore {
    func duplicate(_ id: PhotoID, as copy: PhotoID) throws(LibraryError) -> LibraryPhoto {
        let source = try knownPhoto(id)
        let date = now().roundedToMilliseconds
        var photo = LibraryPhoto(
            id: copy, name: source.name, byteCount: source.byteCount, state: source.state, details: source.details,
            revision: source.revision, blobs: source.blobs, added: date, lastUsed: date, duplicated: source.original)
        // A result that does not fit, or cannot be read, is made again.
        if usage.total + photo.resultByteCount > usage.limit || !copyResult(of: source, to: copy) { photo.blobs = [:] }
        do {
            try makingRoomOnDisk { [photo] () throws(LibraryError) in
                try change { usage throws(LibraryError) in
                    try recount(photo.original, in: &usage) { () throws(LibraryError) in
                        try index.insert(photo, behind: id)
                    }
                }
            }
        } catch {
            folder.removeResults(of: copy)
            throw error
        }
        return photo
    }

    /// - Returns: whether all parts were copied.
    private func copyResult(of source: LibraryPhoto, to copy: PhotoID) -> Bool {
        guard source.hasResult else { return false }
        let files = folder.blobs(of: source.id, revision: source.revision)
        do throws(FileError) {
            var blobs: [String: [UInt8]] = [:]
            for (name, count) in source.blobs {
                let bytes = try files.appending(name).readBytes(allowsEmpty: true)
                guard bytes.count == count else { return false }
                blobs[name] = bytes
            }
            try ResultFiles.write(blobs, to: folder.blobs(of: copy, revision: source.revision), fault: fault)
            return true
        } catch {
            return false
        }
    }
}
