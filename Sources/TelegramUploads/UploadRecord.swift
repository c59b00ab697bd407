import Files
import FoundationEssentials
import StickerPacks

/// The record of a set that was begun, in `upload.json` beside its files. By it a resumed upload knows that a set of
/// that name is its own. It is written before the set is created.
struct UploadRecord: Codable, Hashable {
    var format = Self.format
    var version = 1
    /// The set's whole name.
    var set: String
    /// The SHA-256 of each sticker's file, in order.
    var stickers: [String]

    static let format = "peel-upload"

    init(_ set: TelegramSet, name: String) {
        self.set = name
        stickers = set.stickers.map(\.digest.hex)
    }

    /// Reads a record; `nil` if there is none, or it cannot be read or is of a later version. Blocks.
    static func read(_ path: FilePath) -> UploadRecord? {
        guard let bytes = try? path.readBytes(limit: 1 << 20),
            let read = try? CheckedJSON.decode(Self.self, from: bytes), read.format == Self.format,
            read.version == 1
        else { return nil }
        return read
    }

    /// Writes the record. Blocks.
    func write(to path: FilePath) throws(UploadError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        guard let data = try? encoder.encode(self) else { return }
        do throws(FileError) {
            try AtomicFile.write(Array(data), to: path)
        } catch {
            throw UploadError(
                .file, "the upload's record cannot be written, so it could not resume: \(error)",
                isTemporary: error.isTemporary)
        }
    }
}
