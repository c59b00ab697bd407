import Execution
import Peel

/// `peel cut --requests`: photos of another program on standard input, stickers on standard output, until the input ends.
///
/// As many requests are in work as there are threads, and no further one is read meanwhile. Answers come in the order in
/// which they are ready.
@MainActor
func cutSession(_ request: CutSessionRequest, in context: CommandContext) async -> ExitCode {
    do throws(CommandFailure) {
        let session = try await context.backend.startCutSession(request)
        let writer = CutAnswerWriter()
        _ = try await writer.write(
            .object([
                "status": "ready", "version": .string(peelVersion), "device": .string(session.device),
                "jobs": .int(session.jobs),
            ]))
        let reader = CutMessageReader(limit: request.limits.bytes)
        try await forEachConcurrently(0..<session.jobs, atMost: session.jobs) { _ async throws(CommandFailure) in
            while let message = try await reader.next() {
                guard try await answer(message, request, session, to: writer) else { return }
            }
        } receive: { _ in
        }
        return .done
    } catch {
        context.complain(error.description)
        return .someFailed
    }
}

/// - Returns: `false` after the other program has closed its end.
@concurrent
private func answer(
    _ message: CutMessage, _ request: CutSessionRequest, _ session: any CutSession, to writer: CutAnswerWriter
) async throws(CommandFailure) -> Bool {
    let id = ("id", JSONText.int(message.header.id))
    let made = await Result(awaiting: { () async throws(CutSessionFailure) in
        let options = try options(message, request)
        guard let photo = message.photo else {
            throw CutSessionFailure(
                code: "unreadable",
                reason: "it has more than the \(request.limits.bytes) bytes that are allowed (--max-bytes)")
        }
        return try await session.cut(photo, options)
    })
    switch made {
    case .success(let sticker):
        return try await writer.write(.members([id] + members(sticker)), sticker.file)
    case .failure(let failure):
        return try await writer.write(
            .members([
                id, ("status", "failed"), ("bytes", 0), ("code", .string(failure.code)),
                ("reason", .string(failure.reason)),
            ]))
    }
}

private func options(
    _ message: CutMessage, _ request: CutSessionRequest
) throws(CutSessionFailure) -> CutRequest {
    do throws(UsageError) {
        return try request.cutRequest(message.header.arguments ?? [])
    } catch {
        throw CutSessionFailure(code: "options", reason: "\(error)")
    }
}

private func members(_ sticker: CutSticker) -> [(String, JSONText)] {
    [
        ("status", "made"), ("bytes", .int(sticker.file.count)), ("type", .string(sticker.format.mediaType)),
        ("width", .int(sticker.size.width)), ("height", .int(sticker.size.height)),
        ("photoWidth", .int(sticker.photoSize.width)), ("photoHeight", .int(sticker.photoSize.height)),
        (
            "box",
            .object([
                "x": .int(sticker.box.x), "y": .int(sticker.box.y), "width": .int(sticker.box.width),
                "height": .int(sticker.box.height),
            ])
        ),
        ("confidence", sticker.confidence.map { .number($0, digits: 3) } ?? .null),
        ("scale", .number(sticker.scale, digits: 4)), ("colors", json(sticker.colors)),
    ]
}
