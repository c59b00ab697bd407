package import Files

/// The photos of a part as JSON Lines: a `PartPhoto` a line.
package enum PartManifest {
    /// More than this is not a part: a million photos have fewer.
    static let maximumBytes = 1 << 30

    /// Reads a manifest. Empty lines are passed over. Blocks.
    ///
    /// - Throws: ``PackError/Code/damagedManifest`` with the number of the first line that is not a photo, or
    ///   ``PackError/Code/file(_:)``.
    package static func read(_ path: FilePath) throws(PackError) -> [PartPhoto] {
        let bytes = try asPackError { () throws(FileError) in
            try path.readBytes(limit: maximumBytes, allowsEmpty: true)
        }
        return try photos(in: bytes, of: path)
    }

    /// - Parameter path: what an error names.
    static func photos(in bytes: [UInt8], of path: FilePath) throws(PackError) -> [PartPhoto] {
        var photos: [PartPhoto] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where !line.isBlankLine {
            guard let photo = try? CheckedJSON.decode(PartPhoto.self, from: line) else {
                throw PackError(
                    .damagedManifest, path,
                    "\(path), line \(index + 1): not a photo; a line is an object such as {\"photo\":\"cat.jpg\"}")
            }
            if let name = (try? CheckedJSON.decode(UnknownMember.self, from: line))?.name {
                throw PackError(
                    .damagedManifest, path,
                    "\(path), line \(index + 1): '\(name.prefix(80))' is not a known name; expected "
                        + "\(PartPhoto.memberNames.joined(separator: ", ")), and in options "
                        + PhotoOptions.memberNames.joined(separator: ", "))
            }
            photos.append(photo)
        }
        return photos
    }

    /// A member of a line, or of its options, that no photo has: one that is passed over would be an option that the
    /// user counts on.
    private struct UnknownMember: Decodable {
        let name: String?

        init(from decoder: any Decoder) throws {
            let line = try decoder.container(keyedBy: AnyKey.self)
            let options = try? line.nestedContainer(keyedBy: AnyKey.self, forKey: "options")
            name =
                unknownName(among: line.names, known: PartPhoto.memberNames)
                ?? unknownName(among: options?.names ?? [], known: PhotoOptions.memberNames)
        }
    }

    /// The lines of a manifest, in the order of the pack.
    package static func bytes(of photos: [PartPhoto]) -> [UInt8] {
        photos.sorted(by: PartPhoto.precedes).flatMap { PackManifest.json($0, []) }
    }
}
