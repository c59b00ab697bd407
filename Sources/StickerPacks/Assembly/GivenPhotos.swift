import Files

/// The photos of a run beside those of the pack that is there: which stickers are of photos that were not given?
///
/// A photo is told by its bytes. One that was edited is told by its path, if some other photo of the pack is given as
/// it was and the pack has one photo of that path: two folders may have photos of the same names. Where the bytes are
/// not known, path or address decide. Of each photo a few numbers are held.
struct GivenPhotos {
    /// What is known of a path that the pack has.
    private struct Path {
        let content: Int
        var hasSeveralPhotos = false
        var isGiven = false
        /// Whether a photo that was given has this path and bytes that are not known.
        var isUnread = false
    }

    private let previous: PreviousPack
    private var paths: [Int: Path] = [:]
    /// Whether photos of the pack's contents were given.
    private var contents: [Int: Bool] = [:]
    private var addresses: Set<Int> = []
    private var isOfThese = false

    init(_ previous: PreviousPack) throws(PackError) {
        self.previous = previous
        try previous.forEachSticker { entry in
            let (path, content) = (entry.source.hashValue, entry.sourceSHA256.hashValue)
            contents[content] = false
            if paths[path] == nil { paths[path] = Path(content: content) }
            if paths[path]?.content != content { paths[path]?.hasSeveralPhotos = true }
        }
    }

    /// Photos whose bytes are not known yet, see ``give(content:)``.
    init(_ previous: PreviousPack, beside photos: [PartPhoto]) throws(PackError) {
        try self.init(previous)
        for photo in photos { give(photo) }
    }

    private mutating func give(_ photo: PartPhoto) {
        if let address = photo.origin?.address { addresses.insert(address.hashValue) }
        paths[photo.source.escapedText.hashValue]?.isGiven = true
    }

    /// A photo of these bytes is given, under whatever name.
    ///
    /// - Parameter content: SHA-256 of the photo's file.
    /// - Returns: whether the pack has the photo.
    @discardableResult
    mutating func give(content: String) -> Bool {
        guard contents[content.hashValue] != nil else { return false }
        contents[content.hashValue] = true
        return true
    }

    /// - Parameter content: SHA-256 of the photo's file; `nil` where it is not known.
    mutating func give(_ photo: PartPhoto, content: String?) {
        give(photo)
        let path = photo.source.escapedText.hashValue
        let isKnown: Bool
        if let content {
            isKnown = give(content: content)
        } else {
            isKnown = photo.origin?.address == nil && paths[path] != nil
            if isKnown { paths[path]?.isUnread = true }
        }
        if isKnown { isOfThese = true }
    }

    /// Reads files of photos where names do not tell.
    ///
    /// - Parameter digest: of the file of a photo, by its place in the order; `nil` where it is not known beforehand.
    init(_ previous: PreviousPack, beside photos: [PartPhoto], digest: (Int) -> SHA256Digest?) throws(PackError) {
        try self.init(previous, beside: photos)
        var wanted: Set<Int> = []
        try previous.forEachSticker { entry in
            if isOfAddress(entry) {
                isOfThese = true
            } else if !isEdited(entry) {
                wanted.insert(entry.sourceSHA256.hashValue)
            }
        }
        let isNamed = photos.map { paths[$0.source.escapedText.hashValue] != nil }
        let named = photos.indices.filter { isNamed[$0] }
        let others = photos.indices.filter { !isNamed[$0] }
        // Mostly the first of the same name is in the pack, and those of other names are what is looked for.
        for index in wanted.isEmpty ? named + others : others + named {
            if isOfThese, wanted.isEmpty { break }
            if photos[index].origin?.address != nil { continue }
            let content = digest(index)?.hex
            give(photos[index], content: content)
            if let content { wanted.remove(content.hashValue) }
        }
    }

    private func isOfAddress(_ entry: PackManifest.Entry) -> Bool {
        entry.origin.map { addresses.contains($0.address.hashValue) } ?? false
    }

    /// Whether a photo of that path was given, and the pack has no other of it.
    private func isEdited(_ entry: PackManifest.Entry) -> Bool {
        paths[entry.source.hashValue].map { $0.isGiven && !$0.hasSeveralPhotos } ?? false
    }

    /// Stickers of photos that were not given.
    struct Absent {
        private(set) var stickerCount = 0
        private(set) var photoCount = 0
        /// Paths of the first photos.
        private(set) var sources: [String] = []
        private var last: [String] = []

        fileprivate mutating func add(_ entry: PackManifest.Entry) {
            stickerCount += 1
            if last == [entry.source, entry.sourceSHA256] { return }
            last = [entry.source, entry.sourceSHA256]
            photoCount += 1
            if sources.count < 3 { sources.append(entry.source) }
        }
    }

    /// Ends a run that would remove stickers of photos which it does not have.
    ///
    /// - Throws: ``PackError/Code/otherPhotos``.
    func requireAll() throws(PackError) {
        var (absent, all) = (Absent(), Absent())
        var isOfThese = isOfThese
        try previous.forEachSticker { entry in
            if isOfAddress(entry) {
                isOfThese = true
                return
            }
            all.add(entry)
            let isGiven = contents[entry.sourceSHA256.hashValue] == true
            if !isGiven, !isEdited(entry), paths[entry.source.hashValue]?.isUnread != true { absent.add(entry) }
        }
        if !isOfThese { absent = all }
        if absent.stickerCount > 0 { throw PackError.otherPhotos(absent, in: previous.folder.path) }
    }

    /// How many stickers there are of photos that were given neither by their path nor by their bytes.
    func removedStickerCount() throws(PackError) -> Int {
        let noted = Set(previous.journal.stickers.map(\.file))
        var removed: Set<String> = []
        var count = 0
        try previous.forEachSticker { entry in
            guard contents[entry.sourceSHA256.hashValue] != true, paths[entry.source.hashValue]?.isGiven != true
            else { return }
            if noted.contains(entry.file) { removed.insert(entry.file) } else { count += 1 }
        }
        return count + removed.count
    }
}
