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

extension OptionName {
    static let mask = Self("mask")
    static let noSound = Self("no-sound")
    static let requests = Self("requests")
}

extension CutRequest {
    static let options: [OptionSpec] =
        [
            OptionSpec(
                .output, letter: "o", .file("FILE|-"),
                "file for the sticker or the movie; its ending chooses the format; - is standard output", in: .result),
            .size,
            OptionSpec(
                .format, letter: "f", .words(OutputFormat.allCases.map(\.pathExtension)), "file format of the sticker",
                default: "as FILE ends, or \(OutputFormat.png.pathExtension)", in: .result),
            .quality, .square,
            OptionSpec(.fullFrame, "keep the photo's canvas and, without --size, its size", in: .result),
            OptionSpec(.mask, "write the matte in the sticker's size: white is subject", in: .result),
            OptionSpec(.noSound, "leave out the movie's sound", in: .result),
            OptionSpec(.start, .number("SECONDS", 0...86_400), "begin at that time of the movie", in: .result),
            OptionSpec(.end, .number("SECONDS", 0...86_400), "end before that time of the movie", in: .result),
        ] + OptionSpec.living + OptionSpec.look + OptionSpec.subjects + [
            OptionSpec(.at, .point, "only the subject at that pixel of the photo; may be repeated", in: .subject),
            OptionSpec(.notAt, .point, "without the subject at that pixel, even if it touches another", in: .subject),
            OptionSpec(
                .box, .box,
                "what is in that box of the photo, even if it is not found as a subject", in: .subject),
            OptionSpec(
                .atTime, .number("SECONDS", 0...86_400), "for a movie: the frame of --at, --not-at and --box",
                default: "the first", in: .subject),
            OptionSpec(.requests, "read photos and their options from another program on standard input", in: .input),
        ] + OptionSpec.limits + [
            OptionSpec(
                .jobs, letter: "j", .whole("N", 1...256), "with --requests: photos processed at a time",
                default: "one a core",
                in: .engine)
        ] + OptionSpec.network + [.quiet, .help] + OptionSpec.words

    /// - Parameter encoding: in place of what the options and the output's name say.
    init(_ operands: [FilePath], _ values: OptionValues, encoding given: StickerEncoding? = nil) throws {
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
            throw UsageError(
                "\(photo) is a movie by its name: name a .webm, .webp, .png, .gif, .mov or a folder/, "
                    + "or an .mp4 with --background or --mask")
        }
        self.init(photo: photo == "-" ? nil : photo, output: output == "-" ? nil : output)
        options = try ProcessingOptions(values)
        background = values.path(.background)
        encoding = try given ?? StickerEncoding(values, output: self.output)
        limits = ImageLimits(values)
        engine = EngineSettings(values)
        writesMask = values.has(.mask)
        if let other = [OptionName.start, .end, .atTime].first(where: values.has) {
            throw UsageError("--\(other.rawValue) is for a movie: leave it out")
        }
        isQuiet = values.has(.quiet)
        if values.has(.split), self.output == nil {
            throw UsageError("--split writes several files; -o - allows only one: use -o FILE")
        }
    }
}
