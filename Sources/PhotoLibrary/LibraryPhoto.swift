package import FoundationEssentials

/// What the library knows of a photo. Its bytes, and those of its result, are read on their own.
package struct LibraryPhoto: Hashable, Sendable, Identifiable {
    package let id: PhotoID
    /// Text for display; no name of a file.
    package internal(set) var name: String
    /// The size of the original in bytes.
    package let byteCount: Int
    /// The owner's word for how far the photo is; empty for one that was just added.
    package internal(set) var state: String
    /// The owner's JSON text; `{}` for one that was just added.
    package internal(set) var details: String
    /// That of the last result, also when it was cleaned up since; 0 before the first.
    package internal(set) var revision: Int
    /// The parts of the result with their bytes; empty when there is none, or none any more: then it is to be made
    /// again.
    package internal(set) var blobs: [String: Int]
    package let added: Date
    /// When its result was last made or read. To the millisecond.
    package internal(set) var lastUsed: Date
    /// When it was moved to the trash; `nil` for a photo of the selection. To the millisecond.
    package internal(set) var removed: Date?

    package var hasResult: Bool { !blobs.isEmpty }

    /// The size of the result in bytes; 0 without one.
    package var resultByteCount: Int { blobs.values.reduce(0, +) }
}

/// How much of the disk the library takes, in bytes. `originals` and `results` are those of the selection. The index, a
/// few kilobytes a photo, is not counted.
package struct LibraryUsage: Hashable, Sendable {
    package internal(set) var originals: Int
    package internal(set) var results: Int
    /// Originals and results of the photos in the trash.
    package internal(set) var trash = 0
    /// How many photos are in the trash.
    package internal(set) var trashCount = 0
    package let limit: Int

    package var total: Int { originals + results + trash }

    var isAboveLimit: Bool { total > limit }

    /// Counts a photo where it is: in the selection or in the trash.
    mutating func add(_ photo: LibraryPhoto) {
        if photo.removed == nil {
            originals += photo.byteCount
            results += photo.resultByteCount
        } else {
            trash += photo.byteCount + photo.resultByteCount
            trashCount += 1
        }
    }

    mutating func subtract(_ photo: LibraryPhoto) {
        if photo.removed == nil {
            originals -= photo.byteCount
            results -= photo.resultByteCount
        } else {
            trash -= photo.byteCount + photo.resultByteCount
            trashCount -= 1
        }
    }
}

/// What came of adding a photo.
package struct LibraryAddition: Hashable, Sendable {
    package let photo: LibraryPhoto
    /// Whether it was not there before.
    package let isNew: Bool
    /// Photos whose results were cleaned up to make room, longest unused first.
    package let cleanedUp: [PhotoID]
    /// Whether it was in the trash: it has its details again.
    package var isRestored = false
}

/// What came of storing a result.
package struct StoredResult: Hashable, Sendable {
    package let photo: LibraryPhoto
    /// Photos whose results were cleaned up to make room, longest unused first.
    package let cleanedUp: [PhotoID]
}
