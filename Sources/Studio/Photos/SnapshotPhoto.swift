import Synchronization

/// A photo as pages are told of it. The model has one for each photo for as long as the photo stays the same, so that
/// a snapshot of thousands copies references, is compared by them, and is written once.
package final class SnapshotPhoto: Sendable {
    let photo: PhotoJSON
    private let written = Mutex<[UInt8]?>(nil)

    init(_ photo: PhotoJSON) {
        self.photo = photo
    }

    convenience init(_ photo: SelectedPhoto) {
        self.init(PhotoJSON(photo))
    }

    var id: String { photo.id }

    /// As JSON.
    var bytes: [UInt8] {
        if let known = written.withLock({ $0 }) { return known }
        let bytes = JSONWriting.bytes(photo)
        written.withLock { $0 = bytes }
        return bytes
    }
}

extension SnapshotPhoto: Hashable, Encodable {
    package static func == (one: SnapshotPhoto, other: SnapshotPhoto) -> Bool {
        one === other || one.photo == other.photo
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(photo)
    }

    package func encode(to encoder: any Encoder) throws { try photo.encode(to: encoder) }
}
