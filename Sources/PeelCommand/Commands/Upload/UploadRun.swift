import Execution
import Peel
import TelegramUploads

extension UploadRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        let isTalking = !isQuiet
        let progress: @Sendable (TelegramUpload.Progress) -> Void = { report in
            guard isTalking, let line = report.line else { return }
            Task { @MainActor in context.errors.line(terminalText(line)) }
        }
        let work = Task {
            await Result(awaiting: {
                try await upload(progress: progress) { set in
                    context.output.line(printsJSON ? json(set).text : set.outcome.link)
                    if isTalking { context.errors.line(set.line) }
                }
            })
        }
        context.stop.beginWork { work.cancel() }
        defer { context.stop.endWork() }
        switch await work.value {
        case .success: return .done
        case .failure(let failure):
            let status = context.ended(by: failure)
            return context.stop.isRequested ? .interrupted : status
        }
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

extension JSONRecord {
    static let uploadedSet = JSONRecord(
        "For each set",
        [
            "pack": "the folder of its stickers",
            "set": "its name, with the bot's",
            "link": "where it can be added in Telegram",
            "stickerCount": "number in the set",
            "added": "number of this run",
        ])
}
