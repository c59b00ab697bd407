import Execution
import Peel

extension CutSessionRequest: CommandRequest {
    /// Photos of another program on standard input, stickers on standard output, until the input ends.
    ///
    /// As many requests are in work as there are threads, and no further one is read meanwhile. Answers come in the
    /// order in which they are ready.
    func run(in context: CommandContext) async throws -> ExitCode {
        do {
            FreedMemory.keepForNextPhoto()
            let session = try await CutSession(self)
            let writer = CutAnswerWriter()
            _ = try await writer.write(
                .object([
                    "status": "ready", "version": .string(peelVersion),
                    "device": .string(session.segmenter.deviceDescription), "jobs": .int(session.jobs),
                ]))
            let reader = CutMessageReader(limit: limits.bytes)
            try await forEachConcurrently(0..<session.jobs, atMost: session.jobs) { _ async throws in
                while let message = try await reader.next() {
                    guard try await session.answer(message, to: writer) else { return }
                }
            } receive: { _ in
            }
            return .done
        } catch {
            return context.ended(by: error)
        }
    }
}

/// Cuts with the library: one network for all photos.
private struct CutSession: Sendable {
    private let request: CutSessionRequest
    private let executor: PhotoExecutor
    let segmenter: SubjectSegmenter

    /// Photos in work at a time.
    var jobs: Int { executor.threadCount }

    init(_ request: CutSessionRequest) async throws {
        self.request = request
        executor = request.jobs.map { PhotoExecutor(threadCount: $0) } ?? .shared
        segmenter = try await request.engine.segmenter(streams: executor.threadCount, executor: executor)
    }

    /// - Returns: `false` after the other program has closed its end.
    @concurrent
    func answer(_ message: CutMessage, to writer: CutAnswerWriter) async throws -> Bool {
        let id = ("id", JSONText.int(message.header.id))
        let line: JSONText
        var file: [UInt8] = []
        do {
            let cut = try await cut(message)
            file = cut.file
            line = .members([id] + cut.members)
        } catch {
            let failure = CutSessionFailure(error)
            line = .members([
                id, ("status", "failed"), ("bytes", 0), ("code", .string(failure.code)),
                ("reason", .string(failure.reason)),
            ])
        }
        return try await writer.write(line, file)
    }

    private func cut(_ message: CutMessage) async throws -> (file: [UInt8], members: [(String, JSONText)]) {
        let asked = try request.cutRequest(message.header.arguments ?? [])
        guard let photo = message.photo else {
            throw CutSessionFailure(
                code: "unreadable",
                reason: "it has more than the \(request.limits.bytes) bytes that are allowed (--max-bytes)")
        }
        let cut: CutRequest
        do {
            cut = try await asked.withBackground(on: executor)
        } catch {
            throw CutSessionFailure(code: "options", reason: CommandFailure(error).description)
        }
        let processor = PhotoProcessor(cut, segmenter: segmenter, executor: executor)
        let made = try await processor.process(admitting: photo)
        let sticker = made.stickers[0]
        let file = try await executor.run { try cut.file(of: sticker.bitmap) }
        let (size, box) = (sticker.bitmap.size, sticker.box)
        return (
            file,
            [
                ("status", "made"), ("bytes", .int(file.count)), ("type", .string(cut.encoding.format.mediaType)),
                ("width", .int(size.width)), ("height", .int(size.height)),
                ("photoWidth", .int(made.photoSize.width)), ("photoHeight", .int(made.photoSize.height)),
                ("box", json(box)), ("confidence", made.confidence.map { .number($0, digits: 3) } ?? .null),
                ("scale", .number(sticker.scale, digits: 4)), ("textCut", .bool(sticker.isTextCut)),
                ("colors", json(made.colorScheme)),
            ]
        )
    }
}

/// Why a request has no sticker.
private struct CutSessionFailure: Error {
    /// `options`, `unreadable`, `noSubject`, or `engine` for what is not the photo's fault.
    let code: String
    let reason: String
}

extension CutSessionFailure {
    init(_ error: any Error) {
        switch error {
        case let error as CutSessionFailure: self = error
        case let error as UsageError: self.init(code: "options", reason: error.description)
        default:
            let code =
                switch (error as? StickerError)?.code {
                case .imaging: "unreadable"
                case .noSubject, .noSuchInstance: "noSubject"
                case nil where error is ImagingError: "unreadable"
                default: "engine"
                }
            self.init(code: code, reason: CommandFailure(error).description)
        }
    }
}
