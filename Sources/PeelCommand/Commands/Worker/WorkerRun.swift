import HTTPServing
import Peel

extension WorkerRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        var request = self
        request.part = try part?.resolved(in: environmentVariables(PartChoice.variables))
        return await recording(to: making.trace, in: context, failing: .wrongUsage) { [request] trace in
            let monitor = ResponsivenessMonitor.started(trace)
            defer { monitor?.stop() }
            return await WorkerSession(request, context).run()
        }
    }
}

/// The part of `peel worker` that a scheduler sees.
@MainActor
private final class WorkerSession {
    private let request: WorkerRequest
    private let context: CommandContext
    private let log: WorkerLog
    private var tally = MakeTally()
    private var unrecorded = 0
    private let metrics: WorkerMetrics

    init(_ request: WorkerRequest, _ context: CommandContext) {
        self.request = request
        self.context = context
        metrics = WorkerMetrics(part: request.part?.number.map { "\($0)" })
        log = WorkerLog(
            sink: context.errors, writesJSON: request.logsJSON, isQuiet: request.making.isQuiet,
            part: request.part?.number.map { "\($0)" })
    }

    /// Serves the metrics while the work lasts.
    func run() async -> ExitCode {
        guard let address = request.metrics else { return await work() }
        do {
            let server = try await address.serve(metrics)
            log.note("metrics at \(server.address.url)metrics")
            let status = await work()
            await server.stop(grace: .seconds(1))
            return status
        } catch {
            let failure = CommandFailure(error)
            guard failure.isTemporary else { return ended(by: failure) }
            // Another task of the array on the same machine, say. The photos are worth more than their counts.
            log.error("\(failure); continuing without --metrics")
            return await work()
        }
    }

    private func work() async -> ExitCode {
        // From the start on: also before the first photo a scheduler that ends the job is to come back.
        context.stop.beginWork { [log] in
            Task { @MainActor in log.note("finishing the photos in flight; a second signal ends at once") }
        }
        defer { context.stop.endWork() }
        let part: PartRun
        do {
            part = try await PartRun(request)
        } catch {
            return ended(by: error)
        }
        metrics.begin(photoCount: part.photoCount)
        let photos = part.photoCount == 1 ? "1 photo" : "\(part.photoCount) photos"
        let name = part.part.map { "part \($0): " } ?? ""
        log.note("\(name)\(photos) to \(request.making.output), on \(part.device)")
        let start = context.now()
        var failure: (any Error)?
        do {
            try await part.process(stop: context.stop) { self.take($0) }
        } catch {
            failure = error
            log.error(CommandFailure(error).description)
        }
        tally.elapsed = start.duration(to: context.now())
        tally.isInterrupted = tally.total + unrecorded < part.photoCount
        if request.making.printsJSON { context.output.line(summary(of: part, failure).text) }
        log.note(tally.sentence + (unrecorded > 0 ? ", \(unrecorded) to be tried again" : ""))
        if let note = tally.cutTextNote { log.note(note) }
        if let failure { return ExitCode(endedBy: failure, else: .wrongUsage) }
        if tally.isInterrupted || unrecorded > 0 { return .tryAgain }
        return tally.failed > 0 ? .badPhotos : .done
    }

    private func ended(by error: any Error) -> ExitCode {
        log.error(CommandFailure(error).description)
        return ExitCode(endedBy: error, else: .wrongUsage)
    }

    private func take(_ report: PartWorker.Report) {
        // Counted before it is told: a photo that stands in the output is in the metrics.
        metrics.count(report)
        if report.isRecorded { tally.count(report.photo) } else { unrecorded += 1 }
        if request.making.printsJSON {
            var line = json(report.photo)
            if case .members(let members) = line {
                line = .members(
                    members + [
                        ("photoSHA256", report.photoSHA256.map { .string($0) } ?? .null),
                        ("seconds", .number(report.seconds, digits: 3)), ("recorded", .bool(report.isRecorded)),
                    ])
            }
            context.output.line(line.text)
        }
        log.photo(report)
    }

    /// The line that `--json` prints for the part.
    private func summary(of part: PartRun, _ failure: (any Error)?) -> JSONText {
        .object([
            "status": failure != nil ? "interrupted" : tally.isInterrupted ? "stopped" : "finished",
            "part": request.part?.number.map { .int($0) } ?? .null,
            "output": .string(request.making.output.escapedText), "device": .string(part.device),
            "photos": .int(part.photoCount), "made": .int(tally.made), "kept": .int(tally.kept),
            "leftOut": .int(tally.leftOut), "failed": .int(tally.failed), "unrecorded": .int(unrecorded),
            "stickerCount": .int(tally.stickers), "cutTexts": .int(tally.cutTexts),
            "seconds": .number(tally.elapsed / .seconds(1), digits: 3),
            "photosPerSecond": tally.rate.map { .number($0, digits: 2) } ?? .null,
        ])
    }
}

extension JSONRecord {
    static let photoOfPart = JSONRecord(
        "For each photo",
        JSONFields(madePhoto.fields.filter { $0.path != "status" }),
        [
            "status": "made, kept (by --resume), leftOut (by --min-confidence), or failed",
            "photoSHA256": "of the photo's file, in hexadecimal digits; null where it could not be read",
            "seconds": "seconds, including waits; for a kept photo, the time of the run that made it",
            "recorded": "false for a photo that could not be read because of a temporary error",
        ])

    static let workedPart = JSONRecord(
        "For the part, at the end",
        [
            "status": "finished; stopped by SIGTERM or Ctrl-C; or interrupted by an error, such as a full disk",
            "part": "its number, or null for a manifest that is processed as a whole",
            "output": "path",
            "device": "what the network ran on",
            "photos": "in the part",
            "made": "photos that have new stickers",
            "kept": "photos that have stickers from before",
            "leftOut": "photos that were left out as doubtful",
            "failed": "photos that are recorded as bad",
            "unrecorded": "photos that could not be read because of a temporary error",
            "stickerCount": "of the photos that were made or kept",
            "cutTexts": "number of new stickers with a word that was cut off",
            "seconds": "how long it took",
            "photosPerSecond": "of new photos; null if there are none",
        ])
}
