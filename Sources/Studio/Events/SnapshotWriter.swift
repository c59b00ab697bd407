import Synchronization

/// Writes snapshots as JSON, each photo only once for as long as it stays as it is: a state that is asked for again and
/// again costs next to nothing then, and its answer does not wait for the processor behind the photos' work.
final class SnapshotWriter: Sendable {
    private typealias Written = (photo: PhotoJSON, text: [UInt8])

    /// The photos of the last snapshot, by id.
    private let written = Mutex<[String: Written]>([:])

    /// The same as `JSONWriting.bytes(snapshot)`.
    func bytes(_ snapshot: StudioSnapshot) -> [UInt8] {
        let known = written.withLock { $0 }
        var current: [String: Written] = [:]
        current.reserveCapacity(snapshot.photos.count)
        var text = Array("{".utf8)
        if let catalog = snapshot.catalog {
            text += Array(#""catalog":"#.utf8) + JSONWriting.bytes(catalog) + Array(",".utf8)
        }
        text += Array(#""formats":"#.utf8) + JSONWriting.bytes(snapshot.formats)
        text += Array(#","library":"#.utf8) + JSONWriting.bytes(snapshot.library)
        text += #","photos":["#.utf8
        for (index, photo) in snapshot.photos.enumerated() {
            let kept = known[photo.id].flatMap { $0.photo == photo ? $0 : nil }
            let one = kept ?? (photo, JSONWriting.bytes(photo))
            current[photo.id] = one
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text += one.text
        }
        text += #"],"progress":"#.utf8
        text += JSONWriting.bytes(snapshot.progress)
        text += #","version":"#.utf8
        text += JSONWriting.bytes(snapshot.version)
        text.append(UInt8(ascii: "}"))
        written.withLock { $0 = current }
        return text
    }
}
