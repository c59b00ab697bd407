package import Files

/// Stickers that are made already, as one ZIP: named as a pack of the same photos would name them.
package struct StickerArchive: Hashable, Sendable {
    /// A sticker's file and the photo that it is of.
    package struct Sticker: Hashable, Sendable {
        /// The photo's path or name: it names the sticker.
        package var source: FilePath
        /// The sticker's file.
        package var file: FilePath
        /// What its name ends with, without a dot; `nil` as the others'.
        package var pathExtension: String?

        /// A sticker and the name of its photo.
        package init(source: FilePath, file: FilePath, pathExtension: String? = nil) {
            self.source = source
            self.file = file
            self.pathExtension = pathExtension
        }
    }

    private let entries: [ZipArchive.Entry]

    /// - Parameters:
    ///   - stickers: in the order in which they are named; the first of two of the same name keeps it.
    ///   - fileExtension: of the stickers, without a dot.
    package init(_ stickers: [Sticker], fileExtension: String) {
        let naming = StickerNaming(sources: stickers.map(\.source), fileExtension: fileExtension)
        entries = stickers.enumerated().map {
            ZipArchive.Entry(name: naming.name(ofSource: $0, pathExtension: $1.pathExtension), file: $1.file)
        }
    }

    /// The stickers' names in the ZIP, in their order.
    package var names: [String] { entries.map(\.name) }

    /// Writes the ZIP: as `ZipArchive.write(_:to:durability:isStopped:)`. Blocks.
    package func write(to path: FilePath) throws(PackError) {
        try ZipArchive.write(entries, to: path)
    }
}
