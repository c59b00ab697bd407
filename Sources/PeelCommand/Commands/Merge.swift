import Peel

/// `peel merge`.
@MainActor
func merge(_ request: MergeRequest, in context: CommandContext) async -> ExitCode {
    context.stop.beginWork { [context] in
        Task { @MainActor in context.complain("stopping; Ctrl-C once more ends at once") }
    }
    defer { context.stop.endWork() }
    let folders = NewFolders(request.pack)
    defer { folders.removeEmpty() }
    do throws(CommandFailure) {
        guard let merged = try await context.backend.merge(request, stop: context.stop) else { return .tryAgain }
        if request.printsJSON { context.output.line(json(merged).text) }
        if !request.isQuiet, !request.printsJSON { tell(merged, in: context) }
        if merged.pack.stickerCount == 0 {
            context.complain("no photo has a sticker: no pack was made")
            return .badPhotos
        }
        return merged.failures.isEmpty ? .done : .badPhotos
    } catch {
        context.complain(error.description)
        return ExitCode(of: error)
    }
}

@MainActor
private func tell(_ merged: PartMerger.Merged, in context: CommandContext) {
    let stickers = merged.pack.stickerCount == 1 ? "1 sticker" : "\(merged.pack.stickerCount) stickers"
    let photos = merged.photoCount == 1 ? "1 photo" : "\(merged.photoCount) photos"
    let without = merged.failures.isEmpty ? "" : "; \(merged.failures.count) have none, see pack.json"
    context.errors.line("\(stickers) of \(photos) in \(merged.pack.folder)\(without)")
    for sheet in merged.pack.contactSheets { context.errors.line("look at \(sheet)") }
    if let archive = merged.pack.archive { context.errors.line("as one file: \(archive)") }
}

/// The line that `--json` prints for a pack that was merged.
private func json(_ merged: PartMerger.Merged) -> JSONText {
    .object([
        "status": "finished", "pack": .string(merged.pack.folder.escapedText), "photos": .int(merged.photoCount),
        "stickerCount": .int(merged.pack.stickerCount),
        "failures": .array(
            merged.failures.map { .object(["source": .string($0.source), "reason": .string($0.reason)]) }),
        "contactSheets": .array(merged.pack.contactSheets.map { .string($0.escapedText) }),
        "archive": merged.pack.archive.map { .string($0.escapedText) } ?? .null,
    ])
}
