import Files
import Synchronization

extension PackWriter {
    /// The stickers of a photo, if a run before this one has made them of the same bytes with the same settings and
    /// they are still there, under whatever name: then they are part of this pack too and are not made again. A sticker
    /// that was called otherwise gets the name that the photo has now. Always `nil` unless the run resumes.
    ///
    /// - Parameters:
    ///   - source: the photo's place in the order, from 0.
    ///   - digest: of the photo's file.
    func keep(source: Int, digest: SHA256Digest) throws(PackError) -> [PackManifest.Entry]? {
        guard start == .resuming else { return nil }
        let content = StickerIndex.Content(sourceSHA256: digest.hex, settings: run.settings(of: photos[source]))
        if previous.stickers(of: content).joined().contains(where: { $0.confidence ?? 1 < run.minimumConfidence }) {
            return nil
        }
        return try asPackError { () throws(FileError) in try take(content, for: source) }
    }

    /// Keeps what earlier runs made, with whatever settings, of photos that this run did not come to, because it ends
    /// early or could not read or decode them: what is there stays until its successor is whole. A photo is told by its
    /// path, for its bytes are not known. Where the run ends early, or keeps what is absent, stickers of photos that it
    /// does not have stay too.
    ///
    /// - Returns: the places of the photos in the order, and their stickers. Those without a photo come last, with the
    ///   place behind the last photo. Nothing the second time.
    @discardableResult
    func keepUnreached() -> [(source: Int, stickers: [PackManifest.Entry])] {
        let (outcomes, unread, isDone) = state.withLock { state in
            defer { state.hasKeptUnreached = true }
            return (state.outcomes, state.unread, state.hasKeptUnreached)
        }
        if isDone { return [] }
        let isEnded = photos.indices.contains { outcomes[$0] == nil }
        let unreached = photos.indices.filter { outcomes[$0] == nil || keepsUnread && unread.contains($0) }
        guard !unreached.isEmpty || keepsAbsent else { return [] }
        var kept: [Int: [PackManifest.Entry]] = [:]
        var contents = Set(outcomes.values.flatMap(\.stickers).map { SourceAndContent($0) })
        var names = Set(outcomes.values.flatMap(\.stickers).map { $0.file.lowercased() })
        // Those of this run's settings first: they have names of their own, and the others make room.
        for isOfThisRun in [true, false] {
            for source in unreached where kept[source] == nil {
                let candidates = candidates(ofUnreached: source, except: contents).filter {
                    ($0.settings == run.settings(of: photos[source])) == isOfThisRun
                }
                for content in candidates where kept[source] == nil {
                    // A disk that is full by now takes away only what can be made again.
                    kept[source] =
                        isOfThisRun
                        ? (try? take(content, for: source)) ?? nil
                        : (try? stay(content, photos[source].source.escapedText, for: source, &names)) ?? nil
                }
                contents.formUnion(kept[source, default: []].map { SourceAndContent($0) })
                names.formUnion(kept[source, default: []].map { $0.file.lowercased() })
            }
        }
        if isEnded || start == .resuming && keepsAbsent {
            let rest = keepAbsent(reached: Set(outcomes.keys).subtracting(unread), &names)
            state.withLock { $0.withoutPhoto = rest }
            kept[photos.count] = rest
        }
        return kept.sorted { $0.key < $1.key }.map { (source: $0.key, stickers: $0.value) }
    }

    private struct SourceAndContent: Hashable {
        let source: String
        let content: StickerIndex.Content

        init(_ entry: PackManifest.Entry) {
            source = entry.source
            content = entry.content
        }
    }

    /// What earlier runs made of the photo of that path, the likeliest first. Several photos may have the same one, in
    /// several folders: then the sticker's name tells them apart, and else each gets another.
    private func candidates(
        ofUnreached source: Int, except taken: Set<SourceAndContent>
    ) -> [StickerIndex.Content] {
        let found = previous.stickers(ofSource: photos[source].source.escapedText)
        let named = found.filter { $0.file == file(ofSource: source, instance: $0.instance, likeFile: $0.file) }
        var seen: Set<StickerIndex.Content> = []
        return (named + found.filter { !taken.contains(SourceAndContent($0)) }).map(\.content)
            .filter { seen.insert($0).inserted }
    }

    /// Keeps the stickers of photos that this run does not have, neither by their path nor by their bytes.
    ///
    /// - Parameter reached: the places of photos that were read.
    private func keepAbsent(reached: Set<Int>, _ names: inout Set<String>) -> [PackManifest.Entry] {
        let waiting = Set(photos.indices.filter { !reached.contains($0) }.map { photos[$0].source.escapedText })
        let settled = Set(reached.map { photos[$0].source.escapedText }).subtracting(waiting)
        let contents = state.withLock {
            $0.failedContents.union($0.outcomes.values.flatMap(\.stickers).map(\.sourceSHA256))
        }
        var absent: [[String]] = []
        var made: [[String]: [StickerIndex.Content]] = [:]
        let isOfThese = previous.stickers.contains { contents.contains($0.sourceSHA256) }
        for entry in previous.stickers where !contents.contains(entry.sourceSHA256) {
            // It was edited and has a successor. Two folders may have photos of the same names: see GivenPhotos.
            if isOfThese, settled.contains(entry.source), previous.photoCount(ofSource: entry.source) == 1 { continue }
            let photo = [entry.source, entry.sourceSHA256]
            if made[photo] == nil { absent.append(photo) }
            if made[photo]?.last != entry.content { made[photo, default: []].append(entry.content) }
        }
        var kept: [PackManifest.Entry] = []
        for photo in absent {
            for content in made[photo, default: []].reversed() {
                guard let stickers = (try? stay(content, photo[0], for: nil, &names)) ?? nil else { continue }
                names.formUnion(stickers.map { $0.file.lowercased() })
                kept += stickers
                break
            }
        }
        return kept
    }

    /// Makes the stickers of a content those of a photo of this pack, under the photo's names.
    ///
    /// - Returns: `nil` when one of them is not there.
    private func take(
        _ content: StickerIndex.Content, for source: Int
    ) throws(FileError) -> [PackManifest.Entry]? {
        var entries: [PackManifest.Entry] = []
        var moved: [(entry: PackManifest.Entry, bytes: [UInt8])] = []
        for places in previous.stickers(of: content) {
            var entry = described(places[0], for: source)
            entry.file = file(
                ofSource: source, instance: entry.instance, likeFile: entry.living == nil ? nil : entry.file)
            if !places.contains(where: { $0.file == entry.file && folder.holdsFile(of: $0) }) {
                guard let bytes = places.lazy.compactMap({ self.folder.bytes(of: $0) }).first else { return nil }
                moved.append((entry, bytes))
            }
            entries.append(entry)
        }
        guard !entries.isEmpty else { return nil }
        try write(entries, moved, source: source)
        return entries
    }

    /// Keeps the stickers of a content and a photo's path as they are called, unless their names are taken by now.
    ///
    /// - Parameters:
    ///   - source: the photo's place in the order; `nil` where this run does not have the photo.
    ///   - names: of the stickers of this pack, in lower case.
    /// - Returns: `nil` when one of them is not there.
    private func stay(
        _ content: StickerIndex.Content, _ path: String, for source: Int?, _ names: inout Set<String>
    ) throws(FileError) -> [PackManifest.Entry]? {
        var entries: [PackManifest.Entry] = []
        var moved: [(entry: PackManifest.Entry, bytes: [UInt8])] = []
        for places in previous.stickers(of: content).map({ $0.filter { $0.source == path } }) where !places.isEmpty {
            let place = places.first { !names.contains($0.file.lowercased()) && folder.holdsFile(of: $0) }
            var entry = place ?? places[0]
            if place == nil {
                guard let bytes = places.lazy.compactMap({ self.folder.bytes(of: $0) }).first else { return nil }
                entry.file = freeName(like: entry.file, names.union(entries.map { $0.file.lowercased() }))
                moved.append((entry, bytes))
            }
            entries.append(source.map { described(entry, for: $0) } ?? entry)
        }
        guard !entries.isEmpty else { return nil }
        try write(entries, moved, source: source)
        return entries
    }

    /// What an earlier run noted, with what this one says of the photo.
    private func described(_ sticker: PackManifest.Entry, for source: Int) -> PackManifest.Entry {
        var entry = sticker
        entry.source = photos[source].source.escapedText
        entry.origin = photos[source].origin
        entry.metadata = photos[source].metadata
        return entry
    }

    /// A file beside another, of a name that no sticker has.
    private func freeName(like file: String, _ names: Set<String>) -> String {
        let path = FilePath(file)
        let stem = String(decoding: path.stem.bytes.prefix(200), as: UTF8.self)
        let ending = path.pathExtension.isEmpty ? "" : ".\(path.pathExtension)"
        var number = 2
        while true {
            let free = "\(PackFolder.stickersName)/\(stem)-\(number)\(ending)"
            let isThere = (try? folder.path.appending(free).status(followingLinks: false)) != nil
            if !isThere, !names.contains(free.lowercased()) { return free }
            number += 1
        }
    }
}
