import Peel

/// How a sticker becomes a file.
struct StickerEncoding: Equatable, Sendable {
    var format: OutputFormat
    /// 1…100; without meaning for a format that keeps every pixel.
    var quality: Int

    var encoder: ImageEncoder { format.encoder(quality: quality) }
}

extension StickerEncoding {
    init(_ values: OptionValues, fallback: OutputFormat) throws {
        let format = values.word(.format).flatMap(OutputFormat.init(rawValue:)) ?? fallback
        if format.qualities == nil, values.has(.quality) {
            let others = OutputFormat.phrase(of: OutputFormat.lossy, joinedBy: "and")
            throw UsageError("--quality applies to \(others): \(format.name) is lossless")
        }
        self.init(format: format, quality: values.whole(.quality) ?? OutputFormat.standardQuality)
    }

    /// The encoding of a file that is named: by its ending, which must not say another format than `--format`.
    init(_ values: OptionValues, output: FilePath?) throws {
        let ending = output?.pathExtension ?? ""
        let named = OutputFormat(rawValue: ending)
        if values.word(.format) == nil, named == nil, !ending.isEmpty {
            let endings = OutputFormat.phrase(joinedBy: "or") { ".\($0.pathExtension)" }
            throw UsageError("stickers are written as \(endings), not as .\(FilePath(ending))")
        }
        if let named, let format = values.word(.format), format != named.rawValue {
            throw UsageError("--format \(format) conflicts with the file name ending .\(ending)")
        }
        try self.init(values, fallback: named ?? .png)
    }
}
