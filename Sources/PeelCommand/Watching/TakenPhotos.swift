import Peel

/// Which photos of a folder were taken into a library, over starts: a photo that was deleted there does not come back,
/// and none is read twice. A file in the library's folder, with a line for each photo.
struct TakenPhotos: Sendable {
    private let path: FilePath

    /// - Parameter folder: that is watched, from the root on.
    init(of folder: FilePath, in library: FilePath) {
        path = library.appending("watched-\(SHA256Digest(of: folder.bytes).hex.prefix(16)).txt")
    }

    /// Blocks. What cannot be read is taken anew, which adds nothing that the library has.
    func read() -> [FilePath: PhotoArrivals.Stamp] {
        guard let bytes = try? path.readBytes(limit: 1 << 30) else { return [:] }
        var taken: [FilePath: PhotoArrivals.Stamp] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let size = Int(String(decoding: parts[0], as: UTF8.self)),
                let time = Int(String(decoding: parts[1], as: UTF8.self))
            else { continue }
            taken[FilePath(bytes: Array(parts[2]))] = PhotoArrivals.Stamp(size: size, modificationTime: time)
        }
        return taken
    }

    /// Blocks.
    ///
    /// - Throws: ``FileError``.
    func write(_ taken: [FilePath: PhotoArrivals.Stamp]) throws(FileError) {
        var bytes: [UInt8] = []
        // A name with a line's end in it is taken anew at the next start.
        for (path, stamp) in taken where !path.bytes.contains(UInt8(ascii: "\n")) {
            bytes += Array("\(stamp.size) \(stamp.modificationTime) ".utf8) + path.bytes + [UInt8(ascii: "\n")]
        }
        try AtomicFile.write(bytes, to: path, durability: .deferred, isPrivate: true)
    }
}
