public import Files
import FoundationEssentials

/// The photos of a part as JSON Lines: a ``PartPhoto`` a line.
public enum PartManifest {
    /// More than this is not a part: a million photos have fewer.
    static let maximumBytes = 1 << 30

    /// Reads a manifest. Empty lines are passed over. Blocks.
    ///
    /// - Throws: ``PackError/Code/damagedManifest`` with the number of the first line that is not a photo, or
    ///   ``PackError/Code/file(_:)``.
    public static func read(_ path: FilePath) throws(PackError) -> [PartPhoto] {
        let bytes = try asPackError { () throws(FileError) in
            try path.readBytes(limit: maximumBytes, allowsEmpty: true)
        }
        return try photos(in: bytes, of: path)
    }

    /// - Parameter path: what an error names.
    static func photos(in bytes: [UInt8], of path: FilePath) throws(PackError) -> [PartPhoto] {
        let decoder = JSONDecoder()
        var photos: [PartPhoto] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
            guard let photo = try? decoder.decode(PartPhoto.self, from: Data(line)) else {
                throw PackError(
                    .damagedManifest, path,
                    "\(path), line \(index + 1): not a photo; a line is an object such as {\"photo\":\"cat.jpg\"}")
            }
            photos.append(photo)
        }
        return photos
    }

    /// The lines of a manifest, in the order of the pack.
    public static func bytes(of photos: [PartPhoto]) -> [UInt8] {
        photos.sorted(by: PartPhoto.precedes).flatMap { PackManifest.json($0, []) }
    }
}
