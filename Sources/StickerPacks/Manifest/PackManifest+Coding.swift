public import Files
import FoundationEssentials

extension PackManifest {
    /// More than this is not a manifest: a pack of a hundred thousand stickers has fewer.
    static let maximumBytes = 256 << 20

    /// The bytes of `pack.json`: keys in order, lines in order, a line feed at the end.
    public var jsonBytes: [UInt8] {
        Self.json(self, .prettyPrinted)
    }

    /// Reads `pack.json`. Whatever stands there, the answer is a manifest that is safe to act on or an error: files are
    /// plain names, where the pack keeps such files. Blocks.
    ///
    /// - Throws: ``PackError/Code/damagedManifest``, ``PackError/Code/newerManifest`` or
    ///   ``PackError/Code/file(_:)``.
    public init(readingFrom path: FilePath) throws(PackError) {
        let bytes = try asPackError { () throws(FileError) in
            try path.readBytes(limit: Self.maximumBytes, allowsEmpty: true)
        }
        let decoder = JSONDecoder()
        struct Header: Decodable {
            let format: String
            let version: Int
        }
        guard let header = try? decoder.decode(Header.self, from: Data(bytes)), header.format == Self.format else {
            throw PackError(.damagedManifest, path, "\(path) is not a manifest of a sticker pack, or it is damaged")
        }
        guard header.version <= Self.version else {
            throw PackError(
                .newerManifest, path,
                "\(path) has version \(header.version); this program reads version \(Self.version) and earlier")
        }
        guard let manifest = try? decoder.decode(Self.self, from: Data(bytes)), manifest.isSafe else {
            throw PackError(
                .damagedManifest, path, "\(path) is damaged: a member is missing or has an impossible value")
        }
        self = manifest
    }

    static func json(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = .prettyPrinted) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, formatting]
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("a manifest has no number that JSON cannot hold")
        }
        return Array(data) + [UInt8(ascii: "\n")]
    }

    private var isSafe: Bool {
        version >= 1 && stickers.allSatisfy(\.isSafe)
            && contactSheets.allSatisfy { PackFolder.isContactSheetName($0) }
            && (archive ?? PackFolder.archiveName) == PackFolder.archiveName
    }
}

extension PackManifest.Entry {
    /// Whether the file lies in the folder of the stickers. A manifest of a stranger must not make Peel remove or read
    /// another.
    var isSafe: Bool {
        let prefix = PackFolder.stickersName + "/"
        guard file.hasPrefix(prefix) else { return false }
        let name = file.dropFirst(prefix.count)
        return !name.isEmpty && name.first != "." && !name.utf8.contains(UInt8(ascii: "/"))
            && !name.utf8.contains(0) && name.utf8.count <= 255
    }
}
