import Execution
import Peel

/// `peel colors`.
@MainActor
func colors(_ request: ColorsRequest, in context: CommandContext) async -> ExitCode {
    let reading: any ColorReading
    do throws(CommandFailure) {
        reading = try await context.backend.startColors(request)
    } catch {
        context.complain(error.description)
        return .someFailed
    }
    let printsJSON = request.printsJSON || !context.terminal.outputIsTerminal
    let showsSwatches = context.terminal.showsColor
    let readInput = context.readInput
    var status = ExitCode.done
    await forEachInOrder(request.photos, atOnce: 2 * PhotoExecutor.shared.threadCount) { photo in
        await Result(awaiting: { () async throws(CommandFailure) in
            try await colors(of: photo, reading, limits: request.limits, readInput: readInput)
        })
    } consume: { photo, result in
        let name = photo?.description ?? "-"
        switch result {
        case .success(let scheme):
            if printsJSON {
                context.output.line(json(scheme, photo: photo ?? "-").text)
            } else {
                context.output.write(showsSwatches ? swatches(scheme, name: name) : plainColors(scheme, name: name))
            }
        case .failure(let failure):
            status = .someFailed
            context.complain(failure.description)
            if printsJSON { context.output.line(json(failure, photo: photo ?? "-").text) }
        }
        // Ends when the reader has closed the pipe (`| head`).
        return context.output.isOpen
    }
    return status
}

@concurrent
private func colors(
    of photo: FilePath?, _ reading: any ColorReading, limits: ImageLimits,
    readInput: @Sendable (Int) throws(FileError) -> [UInt8]
) async throws(CommandFailure) -> PhotoColorScheme {
    let bytes = try await readPhoto(photo, limits: limits, readInput: readInput)
    return try await naming(photo) { () async throws(CommandFailure) in try await reading.colors(of: bytes) }
}

private func json(_ scheme: PhotoColorScheme, photo: FilePath) -> JSONText {
    .object(["photo": .string(photo.escapedText), "status": "done", "colors": json(scheme)])
}

private func json(_ failure: CommandFailure, photo: FilePath) -> JSONText {
    .object(["photo": .string(photo.escapedText), "status": "failed", "reason": .string(failure.description)])
}
