import Peel

extension MergeRequest: CommandRequest {
    /// A scheduler does not try it again.
    static var failing: ExitCode { .wrongUsage }

    func run(in context: CommandContext) async throws -> ExitCode {
        context.stop.beginWork { [context] in
            Task { @MainActor in context.complain("stopping; Ctrl-C once more ends at once") }
        }
        defer { context.stop.endWork() }
        let folders = NewFolders(pack)
        defer { folders.removeEmpty() }
        guard let merged = try await merge(stop: context.stop) else { return .tryAgain }
        if printsJSON { context.output.line(json(merged).text) }
        if !isQuiet, !printsJSON { tell(merged, in: context) }
        if merged.pack.stickerCount == 0 {
            context.complain("no photo has a sticker: no pack was made")
            return .badPhotos
        }
        return merged.failures.isEmpty ? .done : .badPhotos
    }
}

@MainActor
private func tell(_ merged: PartMerger.Merged, in context: CommandContext) {
    let stickers = merged.pack.stickerCount == 1 ? "1 sticker" : "\(merged.pack.stickerCount) stickers"
    let photos = merged.photoCount == 1 ? "1 photo" : "\(merged.photoCount) photos"
    let list = merged.photoCount > PartMerger.largestManifest ? "failures.jsonl" : "pack.json"
    let without = merged.failureCount == 0 ? "" : "; \(merged.failureCount) have none, see \(list)"
    context.errors.line("\(stickers) of \(photos) in \(merged.pack.folder)\(without)")
    for sheet in merged.pack.contactSheets { context.errors.line("look at \(sheet)") }
    if let archive = merged.pack.archive { context.errors.line("as one file: \(archive)") }
}

/// The line that `--json` prints for a pack that was merged.
private func json(_ merged: PartMerger.Merged) -> JSONText {
    .object([
        "status": "finished", "pack": .string(merged.pack.folder.escapedText), "photos": .int(merged.photoCount),
        "stickerCount": .int(merged.pack.stickerCount), "failureCount": .int(merged.failureCount),
        "failures": .array(
            merged.failures.map { .object(["source": .string($0.source), "reason": .string($0.reason)]) }),
        "contactSheets": .array(merged.pack.contactSheets.map { .string($0.escapedText) }),
        "archive": merged.pack.archive.map { .string($0.escapedText) } ?? .null,
    ])
}

extension JSONRecord {
    static let mergedPack = JSONRecord(
        "For the pack",
        [
            "status": "finished",
            "pack": "path",
            "photos": "number of photos, including those without a sticker",
            "stickerCount": "number",
            "failureCount": "photos without a sticker",
            "failures[].source":
                "path of a photo without a sticker, from the folder that was split on; at most 1,000 are listed",
            "failures[].reason": "why",
            "contactSheets[]": "paths",
            "archive": "path of the ZIP; null without --zip",
        ])
}
