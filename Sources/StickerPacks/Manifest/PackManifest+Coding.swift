package import Files
import FoundationEssentials

extension PackManifest {
    /// More than this is not a manifest: a pack of a hundred thousand stickers has fewer.
    static let maximumBytes = 256 << 20

    /// The bytes of `pack.json`: keys in order, lines in order, a line feed at the end.
    package var jsonBytes: [UInt8] {
        Self.json(self, .prettyPrinted)
    }

    /// Reads `pack.json`. Whatever stands there, the answer is a manifest that is safe to act on or an error: files are
    /// plain names, where the pack keeps such files. Blocks.
    ///
    /// - Throws: ``PackError/Code/damagedManifest``, ``PackError/Code/newerManifest`` or
    ///   ``PackError/Code/file(_:)``.
    package init(readingFrom path: FilePath) throws(PackError) {
        var manifest = try Self(headOf: path)
        if let lists = manifest.lists {
            manifest.stickers = try Self.list(path.parent.appending(lists.stickers), lists.stickerCount)
            manifest.failures = try Self.list(path.parent.appending(lists.failures), lists.failureCount)
            guard manifest.stickers.allSatisfy(\.isSafe) else {
                throw PackError(
                    .damagedManifest, path,
                    "\(path.parent.appending(lists.stickers)) is damaged: a file's name is impossible")
            }
        }
        self = manifest
    }

    /// Reads `pack.json` and no lists beside it.
    init(headOf path: FilePath) throws(PackError) {
        let bytes = try asPackError { () throws(FileError) in
            try path.readBytes(limit: Self.maximumBytes, allowsEmpty: true)
        }
        struct Header: Decodable {
            let format: String
            let version: Int
        }
        guard let header = try? CheckedJSON.decode(Header.self, from: bytes), header.format == Self.format else {
            throw PackError(.damagedManifest, path, "\(path) is not a manifest of a sticker pack, or it is damaged")
        }
        guard header.version <= Self.versionWithLists else {
            throw PackError(
                .newerManifest, path,
                "\(path) has version \(header.version); this program reads version \(Self.versionWithLists) and earlier"
            )
        }
        guard let manifest = try? CheckedJSON.decode(Self.self, from: bytes), manifest.isSafe else {
            throw PackError(
                .damagedManifest, path, "\(path) is damaged: a member is missing or has an impossible value")
        }
        self = manifest
    }

    /// Reads a list that stands beside the manifest.
    private static func list<Line: Decodable>(_ path: FilePath, _ count: Int) throws(PackError) -> [Line] {
        var lines = try JSONLines<Line>(reading: path)
        var list: [Line] = []
        while let line = try lines.next() { list.append(line) }
        guard list.count == count else {
            throw PackError(.damagedManifest, path, "\(path) has \(list.count) lines, and pack.json says \(count)")
        }
        return list
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
        version >= 1 && (version == Self.versionWithLists) == (lists != nil) && (lists == nil || stickers.isEmpty)
            && lists.map { $0.stickers == PackFolder.stickerListName && $0.failures == PackFolder.failureListName }
                ?? true
            && stickers.allSatisfy(\.isSafe)
            && contactSheets.allSatisfy { PackFolder.isContactSheetName($0) }
            && (archive ?? PackFolder.archiveName) == PackFolder.archiveName
    }
}

extension PackManifest.Entry {
    /// Whether the file lies in the folder of the stickers. A manifest of a stranger must not make Peel remove or read
    /// another.
    var isSafe: Bool { Self.isSafe(file) && confidence.map((0...1).contains) ?? true }

    static func isSafe(_ file: String) -> Bool {
        guard let name = file.rest(after: PackFolder.stickersName + "/") else { return false }
        if name.utf8.count > 67, name.utf8.dropFirst(2).first == UInt8(ascii: "/") {
            // Of a pack of many photos: stickers/ab/abcd….webp
            let file = name.dropFirst(3)
            return SHA256Digest(hex: String(file.prefix(64))) != nil && file.hasPrefix(name.prefix(2))
                && file.dropFirst(64).allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-")
                }
                && name.utf8.count <= 255
        }
        return !name.isEmpty && name.utf8.first != UInt8(ascii: ".") && !name.utf8.contains(UInt8(ascii: "/"))
            && !name.utf8.contains(0) && name.utf8.count <= 255
    }
}
