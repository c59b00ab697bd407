public import Files
import Synchronization

extension PackWriter {
    /// The stickers of a photo, if a run before this one has made them of the same bytes with the same settings and they
    /// are still there, under whatever name: then they are part of this pack too and are not made again. A sticker
    /// that was called otherwise gets the name that the photo has now. Always `nil` unless the run resumes.
    ///
    /// - Parameters:
    ///   - source: the photo's place in the order, from 0.
    ///   - digest: of the photo's file.
    ///   - minimumConfidence: stickers that are known to be less sure are not kept.
    public func keep(
        source: Int, digest: SHA256Digest, minimumConfidence: Double = 0
    ) throws(PackError) -> [PackManifest.Entry]? {
        guard start == .resuming else { return nil }
        let content = PreviousPack.Content(sourceSHA256: digest.hex, settings: settings(ofSource: source))
        if previous.stickers(of: content).joined().contains(where: { $0.confidence ?? 1 < minimumConfidence }) {
            return nil
        }
        do throws(FileError) {
            return try take(content, for: source)
        } catch {
            throw PackError(error)
        }
    }

    /// Keeps what earlier runs made with the same settings of photos that this run did not come to, because it ends early
    /// or could not read them. A photo is told by its path, for its bytes were not read. Those of a run that resumes whose photo this run does not
    /// have stay as well: it may have another name now.
    ///
    /// - Returns: the places of the photos in the order, and their stickers. Those without a photo come last, with the
    ///   place behind the last photo.
    @discardableResult
    public func keepUnreached() -> [(source: Int, stickers: [PackManifest.Entry])] {
        let (outcomes, unread) = state.withLock { ($0.outcomes, $0.unread) }
        let isEnded = sources.indices.contains { outcomes[$0] == nil }
        let unreached = sources.indices.filter { outcomes[$0] == nil || start == .resuming && unread.contains($0) }
        guard !unreached.isEmpty || keepsAbsent else { return [] }
        var kept: [(source: Int, stickers: [PackManifest.Entry])] = []
        var contents = Set(outcomes.values.flatMap(\.stickers).map { SourceAndContent($0) })
        for source in unreached {
            guard let content = content(ofUnreached: source, except: contents),
                // A disk that is full by now takes away only what can be made again.
                let stickers = (try? take(content, for: source)) ?? nil
            else { continue }
            contents.formUnion(stickers.map { SourceAndContent($0) })
            kept.append((source, stickers))
        }
        if start == .resuming, isEnded || keepsAbsent {
            let rest = withoutPhoto(outcomes.values.flatMap(\.stickers) + kept.flatMap(\.stickers))
            state.withLock { $0.withoutPhoto = rest }
            kept.append((sources.count, rest))
        }
        return kept
    }

    private struct SourceAndContent: Hashable {
        let source: String
        let content: PreviousPack.Content

        init(_ entry: PackManifest.Entry) {
            source = entry.source
            content = entry.content
        }
    }

    /// What an earlier run made of the photo of that path. Several photos may have the same one, in several folders: then
    /// the sticker's name tells them apart, and else each gets another.
    private func content(
        ofUnreached source: Int, except taken: Set<SourceAndContent>
    ) -> PreviousPack.Content? {
        let settings = settings(ofSource: source)
        let found = previous.stickers(ofSource: sources[source].escapedText).filter { $0.settings == settings }
        let ownName = found.first { $0.fileName == naming.name(ofSource: source, instance: $0.instance) }
        return (ownName ?? found.first { !taken.contains(SourceAndContent($0)) })?.content
    }

    /// The stickers of earlier runs, made with the same settings, whose content is not among `kept`, and whose file is
    /// where it was.
    private func withoutPhoto(_ kept: [PackManifest.Entry]) -> [PackManifest.Entry] {
        let contents = Set(kept.map(\.content))
        var files = Set(kept.map { $0.file.lowercased() })
        return previous.stickers.reversed().filter { entry in
            entry.settings == run.settings.with(entry.options).description && !contents.contains(entry.content)
                && folder.holdsFile(of: entry) && files.insert(entry.file.lowercased()).inserted
        }.reversed()
    }

    /// Makes the stickers of a content those of a photo of this pack, under the photo's names.
    ///
    /// - Returns: `nil` when one of them is not there.
    private func take(
        _ content: PreviousPack.Content, for source: Int
    ) throws(FileError) -> [PackManifest.Entry]? {
        var entries: [PackManifest.Entry] = []
        var moved: [(entry: PackManifest.Entry, bytes: [UInt8])] = []
        for places in previous.stickers(of: content) {
            var entry = places[0]
            entry.file = file(ofSource: source, instance: entry.instance)
            entry.source = sources[source].escapedText
            if !origins.isEmpty { entry.origin = origins[source] }
            entry.metadata = metadata.isEmpty ? nil : metadata[source]
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
}
