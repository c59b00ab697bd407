public import Files

/// What a ``PackMaker`` left on the disk.
public struct FinishedPack: Equatable, Sendable {
    /// The pack's folder.
    public var folder: FilePath
    /// The number of stickers; 0 when there is no pack, or when the one that was there stays as it was.
    public var stickerCount: Int
    /// Stickers of photos that the pack had before and that were not given this time.
    package var removedStickerCount: Int
    /// Stickers of photos that were not given this time and that were kept.
    package var absentStickerCount: Int
    /// The files of the contact sheets.
    public var contactSheets: [FilePath]
    /// The pack as one file, where it was asked for.
    public var archive: FilePath?

    /// A pack of its parts.
    package init(
        folder: FilePath, stickerCount: Int, removedStickerCount: Int = 0, absentStickerCount: Int = 0,
        contactSheets: [FilePath] = [], archive: FilePath? = nil
    ) {
        self.folder = folder
        self.stickerCount = stickerCount
        self.removedStickerCount = removedStickerCount
        self.absentStickerCount = absentStickerCount
        self.contactSheets = contactSheets
        self.archive = archive
    }
}
