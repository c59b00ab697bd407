import Execution
import Peel

extension ColorsRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        let reading: @Sendable ([UInt8]) async throws -> PhotoColorScheme
        do {
            reading = try await context[ColorReading.self].start(self)
        } catch {
            context.complain(error)
            return .someFailed
        }
        let printsJSON = printsJSON || !context.terminal.outputIsTerminal
        let readInput = context.readInput
        var status = ExitCode.done
        await forEachInOrder(photos, atOnce: 2 * PhotoExecutor.shared.threadCount) { photo in
            await Result(awaiting: {
                let bytes = try await readPhoto(photo, limits: limits, readInput: readInput)
                return try await naming(photo) { try await reading(bytes) }
            })
        } consume: { photo, result in
            let name = photo?.description ?? "-"
            switch result {
            case .success(let scheme):
                if printsJSON {
                    context.output.line(json(scheme, photo: photo ?? "-").text)
                } else {
                    context.output.write(
                        context.terminal.showsColor ? swatches(scheme, name: name) : plainColors(scheme, name: name))
                }
            case .failure(let failure):
                status = .someFailed
                context.complain(failure)
                if printsJSON { context.output.line(json(failure, photo: photo ?? "-").text) }
            }
            // Ends when the reader has closed the pipe (`| head`).
            return context.output.isOpen
        }
        return status
    }
}

private func json(_ scheme: PhotoColorScheme, photo: FilePath) -> JSONText {
    .object(["photo": .string(photo.escapedText), "status": "done", "colors": json(scheme)])
}

private func json(_ failure: any Error, photo: FilePath) -> JSONText {
    .object([
        "photo": .string(photo.escapedText), "status": "failed", "reason": .string(CommandFailure(failure).description),
    ])
}

extension JSONRecord {
    static let colorsOfPhoto = JSONRecord(
        "For each photo",
        [
            "photo": "its path; - for standard input",
            "status": "done or failed",
            "reason": "why it failed; present only then",
        ], .colors("; only if done"))
}
