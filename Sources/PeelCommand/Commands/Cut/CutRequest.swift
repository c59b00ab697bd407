import Peel

/// `peel cut`, understood.
struct CutRequest: Equatable, Sendable {
    /// `nil` is standard input.
    var photo: FilePath?
    /// `nil` is standard output.
    var output: FilePath?
    var options = ProcessingOptions()
    /// A picture that stands behind the sticker.
    var background: FilePath?
    var encoding = StickerEncoding(format: .png, quality: OutputFormat.standardQuality)
    var writesMask = false
    var limits = ImageLimits()
    var engine = EngineSettings()
    var isQuiet = false
}

extension CutRequest {
    init(_ operands: [FilePath], _ values: OptionValues) throws {
        if values.has(.jobs) { throw UsageError("--jobs is for many photos: with --requests") }
        guard let photo = operands.first else {
            throw UsageError("name a photo, or - to read it from standard input")
        }
        guard operands.count == 1 else {
            throw UsageError("one photo at a time; for \(operands.count) of them: peel make")
        }
        guard let output = values.path(.output) else {
            throw UsageError("say where the sticker goes: -o FILE, or -o - for standard output")
        }
        if ClipRequest.endings.contains(photo.pathExtension) {
            throw UsageError("\(photo) is a movie by its name: name a .webm, or an .mp4 with --background or --mask")
        }
        self.init(photo: photo == "-" ? nil : photo, output: output == "-" ? nil : output)
        options = try ProcessingOptions(values, command: .make)
        background = values.path(.background)
        encoding = try StickerEncoding(values, output: self.output)
        limits = ImageLimits(values)
        engine = EngineSettings(values)
        writesMask = values.has(.mask)
        isQuiet = values.has(.quiet)
        if values.has(.split), self.output == nil {
            throw UsageError("--split writes several files, and -o - is only one: name a file")
        }
    }
}
