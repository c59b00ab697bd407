public import Files

/// Where the parts of a pack stand on disk.
public struct PackFolder: Hashable, Sendable {
    /// The folder.
    package let path: FilePath

    /// The pack in a folder, which need not exist yet.
    public init(_ path: FilePath) {
        self.path = path
    }

    static let stickersName = "stickers"
    static let archiveName = "pack.zip"
    static let stickerListName = "stickers.jsonl"
    static let failureListName = "failures.jsonl"

    /// The folder of the sticker files: `stickers`.
    package var stickers: FilePath { path.appending(Self.stickersName) }
    /// `pack.json`
    package var manifest: FilePath { path.appending("pack.json") }
    /// The pack as one file: `pack.zip`.
    package var archive: FilePath { path.appending(Self.archiveName) }
    /// What is done while a run is under way, or after one that was killed.
    var journal: FilePath { path.appending(".peel-journal") }

    /// Of a pack of many photos: what became of each, for a run that resumes.
    var records: FilePath { path.appending(".peel-records") }

    /// The path of a file whose name is relative to the folder.
    package func path(of entry: PackManifest.Entry) -> FilePath {
        path.appending(entry.file)
    }

    /// `contact-sheet.png`, `contact-sheet-2.png`, …
    ///
    /// - Parameter page: from 1.
    package func contactSheet(page: Int) -> FilePath {
        path.appending(Self.contactSheetName(page: page))
    }

    static func contactSheetName(page: Int) -> String {
        page == 1 ? "contact-sheet.png" : "contact-sheet-\(page).png"
    }

    static func isContactSheetName(_ name: String) -> Bool {
        if name == contactSheetName(page: 1) { return true }
        guard name.hasPrefix("contact-sheet-"), name.hasSuffix(".png"),
            let page = Int(name.dropFirst("contact-sheet-".count).dropLast(".png".count)), page > 1
        else { return false }
        return name == contactSheetName(page: page)
    }

    /// Whether there is a manifest that can be read. Blocks.
    package var isPack: Bool { (try? PackManifest(headOf: manifest)) != nil }

    /// Reads the manifest. Blocks.
    public func readManifest() throws(PackError) -> PackManifest {
        try PackManifest(readingFrom: manifest)
    }

    /// Writes the pack as one file: everything that its manifest lists, and the manifest. Blocks.
    @discardableResult
    package func writeArchive(_ manifest: PackManifest) throws(PackError) -> FilePath {
        let names = manifest.stickers.map(\.file) + manifest.contactSheets + ["pack.json"]
        try ZipArchive.write(
            names.map { ZipArchive.Entry(name: $0, file: path.appending($0)) }, to: archive)
        return archive
    }
}
