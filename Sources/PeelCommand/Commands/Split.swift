import Peel

/// `peel split`.
@MainActor
func split(_ request: SplitRequest, in context: CommandContext) async -> ExitCode {
    do throws(CommandFailure) {
        let (search, metadata) = try await findPhotos(request.search, readInput: context.readInput)
        for problem in search.failures {
            context.complain(problem.description)
            if request.search.printsJSON {
                let line = JSONText.object([
                    "photo": .string(problem.path.escapedText), "status": "failed", "reason": .string(problem.failure),
                ])
                context.output.line(line.text)
            }
        }
        let notes = search.notes + PhotoMetadata.lines(metadata.notes)
        if !request.search.isQuiet { for line in notes { context.complain(line) } }
        for line in PhotoMetadata.lines(metadata.unmatched) { context.complain(line) }
        if search.photos.isEmpty { throw nothingFound(search, request.search) }
        try requireMatches(metadata, search, request.search)
        let parts = try await context.backend.split(request, search.photos)
        if request.search.printsJSON { for part in parts { context.output.line(json(part).text) } }
        if !request.search.isQuiet, !request.search.printsJSON {
            let photos = search.photos.count == 1 ? "1 photo" : "\(search.photos.count) photos"
            let sizes = parts.map(\.byteCount)
            context.errors.line(
                "\(photos) in \(parts.count == 1 ? "1 part" : "\(parts.count) parts") of \(sizes.min() ?? 0) to "
                    + "\(sizes.max() ?? 0) bytes: \(request.output)")
        }
        return search.failures.isEmpty ? .done : .badPhotos
    } catch {
        context.complain(error.description)
        return ExitCode(of: error)
    }
}

extension ExitCode {
    /// What a scheduler is told of a failure of `split`, `worker` and `merge`.
    init(of failure: CommandFailure) {
        self.init(endedBy: failure, else: .wrongUsage)
    }
}

/// The line that `--json` prints for a part.
private func json(_ part: SplitPart) -> JSONText {
    .object([
        "part": .int(part.number), "manifest": .string(part.manifest.escapedText), "photos": .int(part.photoCount),
        "bytes": .int(part.byteCount),
    ])
}
