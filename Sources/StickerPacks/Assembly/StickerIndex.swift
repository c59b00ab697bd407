/// The stickers that earlier runs left in a pack's folder, found by photo, settings and file. In memory, as the whole
/// list is.
struct StickerIndex: Sendable {
    /// What a sticker's bytes depend on.
    struct Content: Hashable {
        /// Of the photo's file.
        let sourceSHA256: String
        let settings: String
    }

    /// Of the manifest, then of the journal, each in its order. A file that was written several times is there as
    /// often.
    let stickers: [PackManifest.Entry]
    private var byContent: [Content: [Int]] = [:]
    private var bySource: [String: [Int]] = [:]
    private var byFile: [String: [Int]] = [:]
    private let otherFiles: [String]

    init(_ previous: PreviousPack) throws(PackError) {
        var stickers: [PackManifest.Entry] = []
        try previous.forEachSticker { stickers.append($0) }
        self.init(stickers, otherFiles: previous.otherFiles)
    }

    init(_ stickers: [PackManifest.Entry], otherFiles: [String] = []) {
        self.otherFiles = otherFiles
        self.stickers = stickers
        for (index, entry) in stickers.enumerated() {
            byContent[entry.content, default: []].append(index)
            bySource[entry.source, default: []].append(index)
            byFile[entry.file, default: []].append(index)
        }
    }

    /// How many stickers there are.
    var count: Int { byFile.count }

    /// How many photos, by their bytes, had that path.
    func photoCount(ofSource source: String) -> Int { Set(stickers(ofSource: source).map(\.sourceSHA256)).count }

    /// The stickers of a content, by rising instance: for each all places where it may be, the latest first. Numbers
    /// may be missing: of a subject of which refining leaves nothing there is no sticker.
    func stickers(of content: Content) -> [[PackManifest.Entry]] {
        let all = byContent[content, default: []].reversed().map { stickers[$0] }
        return Dictionary(grouping: all) { $0.instance ?? 0 }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The stickers of photos with that path, the latest first.
    func stickers(ofSource source: String) -> [PackManifest.Entry] {
        bySource[source, default: []].reversed().map { stickers[$0] }
    }

    /// What a sticker's file may hold, by its path from the pack's folder on.
    func stickers(inFile file: String) -> [PackManifest.Entry] {
        byFile[file, default: []].map { stickers[$0] }
    }

    /// What was part of the pack and no longer is, as paths from the pack's folder on.
    func files(notIn manifest: PackManifest) -> [String] {
        let kept = Set(manifest.files)
        return Set(byFile.keys).union(otherFiles).subtracting(kept).sorted()
    }
}

extension PackManifest.Entry {
    var content: StickerIndex.Content { StickerIndex.Content(sourceSHA256: sourceSHA256, settings: settings) }
}
