import Peel

/// `peel cut` of a photo into a sticker that moves, understood: a film's light goes across it once.
struct ShinyRequest: Equatable, Sendable {
    /// Everything but where the result goes.
    var sticker: CutRequest
    var output: FilePath
    /// 0 (worst) to 100.
    var quality = 75
}

extension ShinyRequest {
    /// Whether the result is a movie by its name, and the sticker has an effect that moves.
    static func isMeant(by values: OptionValues) -> Bool {
        values.word(.effect) == StickerStyle.Effect.shiny.rawValue && ClipRequest.isMeant(by: values)
    }

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        let encoding = StickerEncoding(format: .png, quality: OutputFormat.standardQuality)
        sticker = try CutRequest(operands, values, encoding: encoding)
        guard let output = sticker.output, output.pathExtension == "webm" else {
            throw UsageError("an animated sticker is written as .webm")
        }
        self.output = output
        if let other = [OptionName.mask, .split, .format, .noSound].first(where: values.has) {
            throw UsageError("--\(other.rawValue) does not apply to an animated sticker: leave it out")
        }
        quality = values.whole(.quality) ?? quality
    }
}

extension ShinyRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        let bytes = try await readPhoto(sticker.photo, limits: sticker.limits, readInput: context.readInput)
        // A file that is begun is finished, or a killed run would leave its beginning beside it.
        context.stop.beginWork()
        defer { context.stop.endWork() }
        try await naming(sticker.photo) { try await ShinySticker(self).write(photo: bytes) }
        return context.stop.isRequested ? .interrupted : .done
    }
}
