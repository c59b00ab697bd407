import Files

/// A pack as the output of a worker: the stickers where they stay, the rest in a hidden folder.
///
/// Beside the records by the photos' names lie the same by their bytes, so that a photo is known under another name.
struct PackWorkStore: WorkStore {
    private static let contents = "contents"

    private let folder: PackFolder
    private let stickers: FolderWorkStore
    private let rest: FolderWorkStore

    init(_ folder: PackFolder) {
        self.folder = folder
        stickers = FolderWorkStore(folder.path)
        rest = FolderWorkStore(folder.records)
    }

    var path: FilePath { stickers.path }

    private func place(_ name: String) -> FolderWorkStore {
        name.rest(after: "\(PackFolder.stickersName)/") == nil ? rest : stickers
    }

    func write(_ bytes: [UInt8], to name: String) async throws(PackError) {
        if name.hasPrefix("records/"), let record = PhotoRecord(reading: bytes), record.status == .made,
            let content = record.photoSHA256
        {
            try await rest.write(bytes, to: Self.name(ofContent: content))
        }
        try await place(name).write(bytes, to: name)
    }

    func read(_ name: String, limit: Int) async throws(PackError) -> [UInt8]? {
        try await place(name).read(name, limit: limit)
    }

    func byteCount(of name: String) async throws(PackError) -> Int? {
        try await place(name).byteCount(of: name)
    }

    func names(in folder: String) async throws(PackError) -> [String] {
        try await place(folder).names(in: folder)
    }

    func remove(_ name: String) async throws(PackError) {
        try await place(name).remove(name)
    }
}

extension PackWorkStore {
    private static func name(ofContent sha256: String) -> String { "\(contents)/\(sha256.prefix(2))/\(sha256).json" }

    /// What was recorded last of a photo of these bytes.
    func record(ofContent sha256: String) async throws(PackError) -> PhotoRecord? {
        try await record(Self.name(ofContent: sha256))
    }

    private func record(_ name: String) async throws(PackError) -> PhotoRecord? {
        try await rest.read(name, limit: PhotoRecord.maximumBytes).flatMap { PhotoRecord(reading: $0) }
    }

    /// What earlier runs recorded of photos that this run does not have.
    struct Others: Sendable {
        var kept: [PartPhoto] = []
        var keptStickers = 0
        /// Records that the pack is made without: of photos that are recorded anew, under another name, or of which
        /// there is no sticker, and of those that keep what there is under another name. They stay until the pack is
        /// there.
        var replaced: [String] = []
        var gone: [PhotoRecord] = []
    }

    /// - Parameters:
    ///   - isKept: whether their stickers stay.
    ///   - keepsUnread: whether photos that could not be read, or decoded, keep what there is of their paths.
    ///   - contents: SHA-256 of the photos that this run has read: under another name they are recorded anew.
    func others(
        than photos: [PartPhoto], isKept: Bool, keepsUnread: Bool, _ contents: Set<String>
    ) async throws(PackError) -> Others {
        let listed = Set(photos.map { PhotoRecord.name(of: $0) })
        var places = Dictionary(grouping: photos.indices) { photos[$0].source }
        var others = Others()
        var seen: Set<[String]> = []
        for folder in try await names(in: "records").sorted() {
            for file in try await names(in: "records/\(folder)").sorted() {
                let name = "records/\(folder)/\(file)"
                guard file.first != ".", !listed.contains(name) else { continue }
                let record = try await record(name)
                guard var photo = record?.photo, let record, record.status == .made, let content = record.photoSHA256,
                    !contents.contains(content), seen.insert([photo.source.escapedText, content]).inserted,
                    try await hasFiles(of: record), try await !isRecorded(content, underOneOf: listed)
                else {
                    others.replaced.append(name)
                    continue
                }
                let namesakes = places[photo.source, default: []].map { photos[$0] }
                if let waiting = try await firstWaiting(namesakes, keepsUnread: keepsUnread) {
                    places[photo.source]?.removeAll { photos[$0].key == waiting.key }
                    // It only says that the photo could not be read.
                    others.replaced.append(PhotoRecord.name(of: waiting))
                    photo.order = waiting.order
                    others.kept.append(photo)
                } else if isKept {
                    photo.order = .max
                    others.kept.append(photo)
                    others.keptStickers += record.stickers.count
                } else {
                    others.gone.append(record)
                }
            }
        }
        return others
    }

    /// Whether a photo of this run has these bytes, and stickers. A run that was killed may have recorded it anew and
    /// not removed the record under its earlier name.
    ///
    /// - Parameter listed: the records' names of the photos that this run has.
    private func isRecorded(_ content: String, underOneOf listed: Set<String>) async throws(PackError) -> Bool {
        guard let newest = try await record(ofContent: content), listed.contains(PhotoRecord.name(of: newest.photo)),
            let named = try await record(PhotoRecord.name(of: newest.photo)), named.status == .made,
            named.photoSHA256 == content
        else { return false }
        return try await hasFiles(of: named, byContent: true)
    }

    /// The first photo of which nothing is made: it was not reached, or could not be read or decoded.
    private func firstWaiting(_ photos: [PartPhoto], keepsUnread: Bool) async throws(PackError) -> PartPhoto? {
        for photo in photos {
            let status = try await record(PhotoRecord.name(of: photo))?.status
            if status == nil || keepsUnread && status == .unread { return photo }
        }
        return nil
    }

    /// Removes a record.
    func remove(_ record: PhotoRecord) async throws(PackError) {
        try await remove(PhotoRecord.name(of: record.photo))
        if let content = record.photoSHA256 { try await rest.remove(Self.name(ofContent: content)) }
    }

    /// Takes the stickers of a pack whose list is in its manifest, and those that a killed run has noted, as if they
    /// had been made here.
    ///
    /// - Parameter contents: SHA-256 of the photos that this run has read already: what it recorded stays.
    func adopt(_ previous: PreviousPack, except contents: Set<String> = []) async throws(PackError) {
        let listed = previous.manifest?.lists == nil ? previous.manifest?.stickers ?? [] : []
        var photos: [[String]] = []
        var stickers: [[String]: [PackManifest.Entry]] = [:]
        for entry in listed + previous.journal.stickers where !contents.contains(entry.sourceSHA256) {
            let photo = [entry.source, entry.sourceSHA256, entry.settings]
            if stickers[photo] == nil { photos.append(photo) }
            stickers[photo, default: []].append(entry)
        }
        for photo in photos { try await adopt(StickerIndex(stickers[photo] ?? []), except: contents) }
    }

    /// - Parameters:
    ///   - index: of one photo and its settings.
    ///   - contents: what this run recorded of them stays.
    private func adopt(_ index: StickerIndex, except contents: Set<String>) async throws(PackError) {
        guard let content = index.stickers.first?.content else { return }
        let all = index.stickers(of: content)
        let found = all.compactMap { places in
            places.lazy.compactMap { entry in folder.bytes(of: entry).map { (entry: entry, bytes: $0) } }.first
        }
        guard found.count == all.count, var record = PhotoRecord(adopting: found.map(\.entry)) else { return }
        if let known = try await self.record(ofContent: content.sourceSHA256),
            known.photo.source == record.photo.source
        {
            // Under its name there may be a photo by now that was edited.
            let newest = try await self.record(PhotoRecord.name(of: known.photo))?.photoSHA256
            if !contents.contains(newest ?? "") { record.photo = known.photo }
        }
        for (sticker, file) in zip(record.stickers, found) { try await write(file.bytes, to: sticker.file) }
        try await write(record.bytes, to: PhotoRecord.name(of: record.photo))
    }
}
