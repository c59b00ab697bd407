/// Writes snapshots as JSON, each photo only once for as long as it stays as it is (``SnapshotPhoto``): a state that is
/// asked for again and again costs next to nothing then, and its answer does not wait for the processor behind the
/// photos' work.
enum SnapshotWriter {
    /// The same as `JSONWriting.bytes(snapshot)`.
    static func bytes(_ snapshot: StudioSnapshot) -> [UInt8] {
        var text = Array("{".utf8)
        if let catalog = snapshot.catalog {
            text += Array(#""catalog":"#.utf8) + JSONWriting.bytes(catalog) + Array(",".utf8)
        }
        text += Array(#""formats":"#.utf8) + JSONWriting.bytes(snapshot.formats)
        text += Array(#","library":"#.utf8) + JSONWriting.bytes(snapshot.library)
        text += #","packs":"#.utf8
        text += JSONWriting.bytes(snapshot.packs)
        text += #","photos":["#.utf8
        for (index, photo) in snapshot.photos.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text += photo.bytes
        }
        text += #"],"progress":"#.utf8
        text += JSONWriting.bytes(snapshot.progress)
        text += #","version":"#.utf8
        text += JSONWriting.bytes(snapshot.version)
        text.append(UInt8(ascii: "}"))
        return text
    }
}
