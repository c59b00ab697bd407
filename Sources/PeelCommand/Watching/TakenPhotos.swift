import Peel

/// Which photos of a folder were taken into a library, over starts: a photo that was deleted there does not come back,
/// and none is read twice. A file in the library's folder, with a line for each photo's bytes, which files may bring
/// again under another name, and one for each file that is there.
struct TakenPhotos: Sendable {
    private let path: FilePath

    /// - Parameter folder: that is watched, from the root on.
    init(of folder: FilePath, in library: FilePath) {
        path = library.appending("watched-\(SHA256Digest(of: folder.bytes).hex.prefix(16)).txt")
    }

    /// Blocks. What cannot be read is taken anew, which adds nothing that the library has.
    func read() -> (files: [FilePath: PhotoArrivals.Stamp], digests: Set<SHA256Digest>) {
        guard let bytes = try? path.readBytes(limit: 1 << 30) else { return ([:], []) }
        var (files, digests): ([FilePath: PhotoArrivals.Stamp], Set<SHA256Digest>) = ([:], [])
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if let digest = SHA256Digest(hex: String(decoding: line, as: UTF8.self)) { digests.insert(digest) }
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let size = Int(String(decoding: parts[0], as: UTF8.self)),
                let time = Int(String(decoding: parts[1], as: UTF8.self))
            else { continue }
            files[FilePath(bytes: Array(parts[2]))] = PhotoArrivals.Stamp(size: size, modificationTime: time)
        }
        return (files, digests)
    }

    /// Blocks.
    ///
    /// - Throws: ``FileError``.
    func write(_ files: [FilePath: PhotoArrivals.Stamp], _ digests: Set<SHA256Digest>) throws {
        var bytes = digests.flatMap { Array("\($0.hex)\n".utf8) }
        // A name with a line's end in it is taken anew at the next start.
        for (path, stamp) in files where !path.bytes.contains(UInt8(ascii: "\n")) {
            bytes += Array("\(stamp.size) \(stamp.modificationTime) ".utf8) + path.bytes + [UInt8(ascii: "\n")]
        }
        try AtomicFile.write(bytes, to: path, durability: .deferred, isPrivate: true)
    }
}
