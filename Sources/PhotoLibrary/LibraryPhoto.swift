public import FoundationEssentials

/// What the library knows of a photo. Its bytes, and those of its result, are read on their own.
public struct LibraryPhoto: Hashable, Sendable, Identifiable {
    public let id: PhotoID
    /// Text for display; no name of a file.
    public internal(set) var name: String
    /// Of the original.
    public let byteCount: Int
    /// The owner's word for how far the photo is; empty for one that was just added.
    public internal(set) var state: String
    /// The owner's JSON text; `{}` for one that was just added.
    public internal(set) var details: String
    /// That of the last result, also when it was cleaned up since; 0 before the first.
    public internal(set) var revision: Int
    /// The parts of the result with their bytes; empty when there is none, or none any more: then it is to be made again.
    public internal(set) var blobs: [String: Int]
    public let added: Date
    /// When its result was last made or read. To the millisecond.
    public internal(set) var lastUsed: Date
    /// When it was moved to the trash; `nil` for a photo of the selection. To the millisecond.
    public internal(set) var removed: Date?

    public var hasResult: Bool { !blobs.isEmpty }

    /// In bytes; 0 without one.
    public var resultByteCount: Int { blobs.values.reduce(0, +) }
}

/// How much of the disk the library takes, in bytes. `originals` and `results` are those of the selection. The index, a few kilobytes a photo, is not counted.
public struct LibraryUsage: Hashable, Sendable {
    public internal(set) var originals: Int
    public internal(set) var results: Int
    /// Originals and results of the photos in the trash.
    public internal(set) var trash = 0
    /// How many photos are in the trash.
    public internal(set) var trashCount = 0
    public let limit: Int

    public var total: Int { originals + results + trash }

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
public struct LibraryAddition: Hashable, Sendable {
    public let photo: LibraryPhoto
    /// Whether it was not there before.
    public let isNew: Bool
    /// Photos whose results were cleaned up to make room, longest unused first.
    public let cleanedUp: [PhotoID]
    /// Whether it was in the trash: it has its details again.
    public var isRestored = false
}

/// What came of storing a result.
public struct StoredResult: Hashable, Sendable {
    public let photo: LibraryPhoto
    /// Photos whose results were cleaned up to make room, longest unused first.
    public let cleanedUp: [PhotoID]
}
