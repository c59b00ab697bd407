import Execution
import Peel

extension SplitRequest: CommandRequest {
    /// A scheduler does not try it again.
    static var failing: ExitCode { .wrongUsage }

    func run(in context: CommandContext) async throws -> ExitCode {
        let (found, metadata) = try await findPhotos(search, readInput: context.readInput)
        found.report(metadata, of: search, in: context) { problem in
            .object([
                "photo": .string(problem.path.escapedText), "status": "failed", "reason": .string(problem.failure),
            ])
        }
        if found.photos.isEmpty { throw nothingFound(found, search) }
        try requireMatches(metadata, found, search)
        let parts = try await PhotoExecutor.shared.run { try await PartSplitting(self, found.photos).write() }
        if search.printsJSON { for part in parts { context.output.line(json(part).text) } }
        if !search.isQuiet, !search.printsJSON {
            let photos = found.photos.count == 1 ? "1 photo" : "\(found.photos.count) photos"
            let sizes = parts.map(\.byteCount)
            context.errors.line(
                "\(photos) in \(parts.count == 1 ? "1 part" : "\(parts.count) parts") of \(sizes.min() ?? 0) to "
                    + "\(sizes.max() ?? 0) bytes: \(output)")
        }
        return found.failures.isEmpty ? .done : .badPhotos
    }
}

/// A part that `peel split` has written.
struct SplitPart: Equatable, Sendable {
    /// From 0.
    var number: Int
    var manifest: FilePath
    var photoCount: Int
    var byteCount: Int
}

/// The line that `--json` prints for a part.
private func json(_ part: SplitPart) -> JSONText {
    .object([
        "part": .int(part.number), "manifest": .string(part.manifest.escapedText), "photos": .int(part.photoCount),
        "bytes": .int(part.byteCount),
    ])
}

extension JSONRecord {
    static let splitPart = JSONRecord(
        "For each part",
        [
            "part": "its number, from 0",
            "manifest": "path",
            "photos": "number",
            "bytes": "of all photos of the part, without those of unknown size",
        ])

    static let unreadSource = JSONRecord(
        "For what could not be read",
        [
            "photo": "path", "status": "failed", "reason": "why",
        ])
}
