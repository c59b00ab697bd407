import Peel

extension PhotoSearch {
    /// Most lines about what is skipped; the rest is counted.
    private static let mostNotes = 20

    /// What a person should know of names that are not worked on, one sentence each.
    var notes: [String] { notes(forSheet: false) }

    /// - Parameter forSheet: without packs and movies of live photos: their stickers and photos are on the pages.
    func notes(forSheet: Bool) -> [String] {
        var notes = passedOver.prefix(Self.mostNotes).map { "skipped \($0.path): \($0.reason)" }
        if passedOver.count > Self.mostNotes {
            notes.append("skipped \(passedOver.count - Self.mostNotes) more for similar reasons")
        }
        if !hidden.isEmpty {
            let names = hidden.prefix(3).map(\.description).joined(separator: ", ")
            let more = hidden.count > 3 ? " and \(hidden.count - 3) more" : ""
            let (files, them) = hidden.count == 1 ? ("file", "it") : ("files", "them")
            notes.append("skipped hidden \(files) \(names)\(more); name \(them) explicitly to include \(them)")
        }
        if !forSheet, let first = packs.first {
            let names = packs.prefix(3).map(\.description).joined(separator: ", ")
            let more = packs.count > 3 ? " and \(packs.count - 3) more" : ""
            notes.append(
                "skipped \(names)\(more): \(packs.count == 1 ? "a sticker pack" : "sticker packs"); name \(first) "
                    + "explicitly to use its pictures")
        }
        if !forSheet, livePhotoCount > 0 {
            let movies = livePhotoCount == 1 ? "1 movie of a live photo" : "\(livePhotoCount) movies of live photos"
            notes.append("skipped \(movies): --living makes animated stickers of them")
        }
        if !forSheet, let first = unreadMetadata.first {
            let names = unreadMetadata.prefix(3).map(\.description).joined(separator: ", ")
            let more = unreadMetadata.count > 3 ? " and \(unreadMetadata.count - 3) more" : ""
            notes.append("skipped \(names)\(more): also give \(first.parent) to read \(first)")
        }
        notes += [rawFilesNote, otherFilesNote].compactMap(\.self)
        notes += idlePatterns.map { "--exclude '\($0)' matches nothing" }
        return notes
    }

    /// Most kinds that are named; the rest is counted.
    private static let mostKinds = 5

    /// `skipped 2 raw files of a camera: 2 .nef; export them as JPEG first`; `nil` for none.
    private var rawFilesNote: String? {
        let raws = otherFiles.filter { CameraRaw.pathExtensions.contains($0.key) }
        guard let (total, kinds) = Self.counted(raws) else { return nil }
        return "skipped \(total == 1 ? "1 raw file" : "\(total) raw files") of a camera: \(kinds); export "
            + "\(total == 1 ? "it" : "them") as JPEG first"
    }

    /// `skipped 12 files that are not photos: 8 .txt, 3 .mp4, 1 without an ending`; `nil` for none.
    private var otherFilesNote: String? {
        let others = otherFiles.filter { !CameraRaw.pathExtensions.contains($0.key) }
        guard let (total, kinds) = Self.counted(others) else { return nil }
        let files = total == 1 ? "1 file that is not a photo" : "\(total) files that are not photos"
        return "skipped \(files): \(kinds)"
    }

    /// How many files, and how many of each kind; `nil` for none.
    private static func counted(_ files: [String: Int]) -> (total: Int, kinds: String)? {
        let kinds = files.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }
        guard !kinds.isEmpty else { return nil }
        let total = kinds.reduce(0) { $0 + $1.value }
        var parts = kinds.prefix(mostKinds).map { kind, count in
            kind.isEmpty ? "\(count) without an ending" : "\(count) .\(kind)"
        }
        let rest = kinds.dropFirst(mostKinds).reduce(0) { $0 + $1.value }
        if rest > 0 { parts.append("\(rest) of other kinds") }
        return (total, parts.joined(separator: ", "))
    }
}
