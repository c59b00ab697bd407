import Files

/// The photos of a run beside those of the pack that is there: which stickers are of photos that were not given?
///
/// A photo is told by its bytes. One that was edited is told by its path, if some other photo of the pack is given as it was
/// and the pack has one photo of that path: two folders may have photos of the same names. Where the bytes are not known
/// beforehand, path or address decide.
struct GivenPhotos {
    private struct Photo: Hashable {
        let source: String
        let content: String
    }

    private let sources: [String]
    private let addresses: [String?]
    private let digest: (Int) -> SHA256Digest?
    private var stickerCounts: [Photo: Int] = [:]
    private var order: [Photo] = []
    private var contents: [String: Set<String>] = [:]
    private var isOfThese = false

    /// - Parameter digest: of the file of a photo, by its place in the order; `nil` where it is not known beforehand.
    init(_ sources: [FilePath], _ origins: [PackManifest.Origin?], digest: @escaping (Int) -> SHA256Digest?) {
        self.sources = sources.map(\.escapedText)
        addresses = origins.isEmpty ? sources.map { _ in nil } : origins.map { $0?.address }
        self.digest = digest
        known = Set(addresses.compactMap(\.self))
    }

    private let known: Set<String>

    /// Takes a sticker of the pack that is there.
    mutating func note(_ entry: PackManifest.Entry) {
        if let address = entry.origin?.address, known.contains(address) {
            isOfThese = true
            return
        }
        let photo = Photo(source: entry.source, content: entry.sourceSHA256)
        if stickerCounts.updateValue(stickerCounts[photo, default: 0] + 1, forKey: photo) == nil { order.append(photo) }
        contents[entry.source, default: []].insert(entry.sourceSHA256)
    }

    /// Ends a run that would remove stickers of photos which it does not have. Reads files of photos where names do not tell.
    ///
    /// - Throws: ``PackError/Code/otherPhotos``.
    mutating func requireAll(in folder: FilePath) throws(PackError) {
        let absent = absentPhotos()
        guard !absent.isEmpty else { return }
        throw PackError.otherPhotos(
            absent.reduce(0) { $0 + stickerCounts[$1, default: 0] }, of: absent.map(\.source), in: folder)
    }

    private mutating func absentPhotos() -> [Photo] {
        let given = Set(sources)
        var wanted = Set(
            order.filter { !given.contains($0.source) || contents[$0.source, default: []].count > 1 }.map(\.content))
        let isNamed = sources.map { contents[$0] != nil }
        let named = sources.indices.filter { isNamed[$0] }
        let others = sources.indices.filter { !isNamed[$0] }
        let all = Set(order.map(\.content))
        var unknown: Set<String> = []
        // Mostly the first of the same name is in the pack, and those of other names are what is looked for.
        for index in wanted.isEmpty ? named + others : others + named {
            if isOfThese, wanted.isEmpty { break }
            if addresses[index] != nil { continue }
            if let digest = digest(index)?.hex {
                wanted.remove(digest)
                if all.contains(digest) { isOfThese = true }
            } else if isNamed[index] {
                unknown.insert(sources[index])
                isOfThese = true
            }
        }
        guard isOfThese else { return order }
        return order.filter { wanted.contains($0.content) && !unknown.contains($0.source) }
    }
}
