import Execution
import Peel
import TelegramUploads

/// `peel upload`.
@MainActor
func upload(_ request: UploadRequest, in context: CommandContext) async -> ExitCode {
    let isTalking = !request.isQuiet
    let progress: @Sendable (TelegramUpload.Progress) -> Void = { report in
        guard isTalking, let line = report.line else { return }
        Task { @MainActor in context.errors.line(terminalText(line)) }
    }
    let work = Task {
        await Result(awaiting: { () async throws(CommandFailure) in
            try await context.backend.upload(request, progress: progress) { set in
                if request.printsJSON {
                    context.output.line(json(set).text)
                } else {
                    context.output.line(set.outcome.link)
                }
                if isTalking { context.errors.line(set.line) }
            }
        })
    }
    context.stop.beginWork { work.cancel() }
    defer { context.stop.endWork() }
    switch await work.value {
    case .success: return .done
    case .failure(let failure):
        context.complain(failure.description)
        return context.stop.isRequested ? .interrupted : .someFailed
    }
}

extension TelegramUpload.Progress {
    /// What a person is told; `nil` for what is not worth a line.
    fileprivate var line: String? {
        switch self {
        case .found(let count, let total): "\(count) of \(total) are there already"
        case .sent(let count, let total): count % 10 == 0 || count == total ? "\(count) of \(total) sent" : nil
        case .waiting(let time, let reason): "waiting for \(time.components.seconds) s: \(reason)"
        }
    }
}

extension UploadedSet {
    fileprivate var line: String {
        let count = outcome.stickerCount == 1 ? "1 sticker" : "\(outcome.stickerCount) stickers"
        return "\(outcome.name): \(count), \(outcome.addedCount) of them new"
    }
}

/// The line that `--json` prints for a set.
func json(_ set: UploadedSet) -> JSONText {
    .object([
        "pack": .string(set.folder.escapedText), "set": .string(set.outcome.name), "link": .string(set.outcome.link),
        "stickerCount": .int(set.outcome.stickerCount), "added": .int(set.outcome.addedCount),
    ])
}
