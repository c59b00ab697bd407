package import FoundationEssentials

/// The library's record of a photo. Its bytes, and those of its result, are read separately.
package struct LibraryPhoto: Hashable, Sendable, Identifiable {
    package let id: PhotoID
    /// The name for display, which is not a file's name.
    package internal(set) var name: String
    /// The size of the original in bytes.
    package let byteCount: Int
    /// The owner's word for the photo's state; empty for a new one.
    package internal(set) var state: String
    /// The owner's JSON text; `{}` for a new photo.
    package internal(set) var details: String
    /// The revision of the last result, even if it was cleaned up; 0 before the first.
    package internal(set) var revision: Int
    /// The parts of the result with their sizes in bytes; empty if it must be made, or made again.
    package internal(set) var blobs: [String: Int]
    package let added: Date
    /// The time when its result was last made or read, to the millisecond.
    package internal(set) var lastUsed: Date
    /// The time when it was moved to the trash, to the millisecond; `nil` for a photo of the selection.
    package internal(set) var removed: Date?
    /// Of a duplicate: the identifier of its bytes, which it shares with others. `nil` for a photo that was added.
    var duplicated: PhotoID?

    /// The identifier of its bytes.
    package var original: PhotoID { duplicated ?? id }

    package var hasResult: Bool { !blobs.isEmpty }

    /// The size of the result in bytes; 0 without one.
    package var resultByteCount: Int { blobs.values.reduce(0, +) }
}

/// The bytes that the library takes on disk. `originals` and `results` are those of the selection. The index, a few
/// kilobytes a photo, is not counted.
package struct LibraryUsage: Hashable, Sendable {
    package internal(set) var originals: Int
    package internal(set) var results: Int
    /// The bytes of originals and results in the trash.
    package internal(set) var trash = 0
    /// The number of photos in the trash.
    package internal(set) var trashCount = 0
    package let limit: Int

    package var total: Int { originals + results + trash }

    var isAboveLimit: Bool { total > limit }

    /// Counts all photos of one original. Its bytes count once: in the selection, if one of the photos is there.
    mutating func add(_ photos: [LibraryPhoto]) { count(photos, 1) }

    mutating func subtract(_ photos: [LibraryPhoto]) { count(photos, -1) }

    private mutating func count(_ photos: [LibraryPhoto], _ sign: Int) {
        for photo in photos {
            if photo.removed == nil {
                results += sign * photo.resultByteCount
            } else {
                trash += sign * photo.resultByteCount
                trashCount += sign
            }
        }
        let bytes = sign * (photos.first?.byteCount ?? 0)
        if photos.contains(where: { $0.removed == nil }) { originals += bytes } else { trash += bytes }
    }
}

/// The result of adding a photo.
package struct LibraryAddition: Hashable, Sendable {
    package let photo: LibraryPhoto
    /// Whether the photo is new.
    package let isNew: Bool
    /// The photos whose results were cleaned up to make room, the least recently used first.
    package let cleanedUp: [PhotoID]
    /// Whether it was in the trash, and has its details again.
    package var isRestored = false
}

/// The result of storing a result.
package struct StoredResult: Hashable, Sendable {
    package let photo: LibraryPhoto
    /// The photos whose results were cleaned up to make room, the least recently used first.
    package let cleanedUp: [PhotoID]
}
