import Catalog
import Peel

/// `peel make`, understood.
struct MakeRequest: Equatable, Sendable {
    /// Photos and folders; `-` stands for paths on standard input.
    var sources: [FilePath]
    var output: FilePath
    /// What is left out of the sources.
    var excluded: [PathPattern] = []
    var options = ProcessingOptions()
    /// A picture that stands behind the stickers.
    var background: FilePath?
    var encoding = StickerEncoding(format: .webp, quality: OutputFormat.standardQuality)
    /// Whether a pack that is resumed keeps the format of its stickers.
    var keepsFormat = false
    var limits = ImageLimits()
    var engine = EngineSettings()
    var web = WebSettings()
    /// Where photos and what is made of them may be in storage, how that is reached; `nil`: files alone are taken.
    var storage: StorageSettings?
    /// Whether a sticker above 512 pixels may have more of them than the photo.
    var enlarges = false
    /// The platforms that get a pack of their own.
    var targets: [PackTarget] = []
    /// Whether platforms get as many of the best stickers as they take.
    var keepsBest = false
    /// `nil`: the folder's name.
    var title: String?
    /// `nil`: this program.
    var author: String?
    /// `nil`: a smile.
    var emoji: [String]?
    /// What is said of the photos. `nil`: what files beside them say.
    var metadata: FilePath?
    /// `nil`: as many as cores.
    var jobs: Int?
    /// 0…1; photos that the network is less sure of are left out.
    var minimumConfidence = 0.0
    var motion = MotionChoice.asGiven
    var writesZIP = false
    var resumes = false
    /// Whether photos are taken as they arrive, until the program is told to stop.
    var watches = false
    var forces = false
    /// Whether the photos are only listed.
    var isDryRun = false
    /// Whether stickers of photos that are not given stay in a pack that is resumed: unless forced, or some sources
    /// could not be read.
    var keepsAbsent = false
    var pathsEndWithZero = false
    var printsJSON = false
    var isQuiet = false
    /// `nil`: nothing is recorded.
    var trace: FilePath?
}

extension OptionName {
    static let emoji = Self("emoji")
    static let author = Self("author")
    static let dryRun = Self("dry-run")
}

extension MakeRequest {
    static let options: [OptionSpec] =
        [
            OptionSpec(
                .output, letter: "o", .folder("DIR"), "folder for the pack; created if missing", in: .result),
            .size, .enlarge,
            OptionSpec(
                .format, letter: "f", .words(OutputFormat.allCases.map(\.pathExtension)), "file format of the stickers",
                default: "\(OutputFormat.webp.pathExtension); \(OutputFormat.png.pathExtension) with --for", in: .result
            ),
            .quality, .square, .zip,
            OptionSpec(.resume, "keep what earlier runs made, and make only what is missing", in: .result),
            OptionSpec(
                .force,
                "write into a folder that is not a pack, or replace a pack of other photos; with --resume: remove "
                    + "stickers of photos that are not given; with --for: write a pack that breaks a rule",
                in: .result),
            OptionSpec(
                .targets, .list("TARGET,...", of: PackTarget.allCases.map(\.rawValue)),
                "also write packs for platforms: \(PackTarget.allCases.map(\.rawValue).joined(separator: ", "))",
                in: .result),
            OptionSpec(
                .count, letter: "n", .words(["best"]),
                "with --for: leave out the least certain stickers, down to a number that the platform accepts",
                in: .result),
            OptionSpec(
                .emoji, .text("EMOJI"), "with --for: the emoji of every sticker",
                default: "a smile, U+1F642", in: .result),
            OptionSpec(
                .title, .text("TEXT"), "with --for: the pack's title",
                default: "the name of the folder", in: .result),
            OptionSpec(.author, .text("TEXT"), "with --for: who made the pack", default: "Peel", in: .result),
            .metadata,
        ] + OptionSpec.look + OptionSpec.subjects + [
            .minConfidence, .livingPhotos, .stillClips, .exclude,
            OptionSpec(
                .watch,
                "add photos as they arrive in the folder, until Ctrl-C; keeps existing stickers, as --resume does",
                in: .input),
            OptionSpec(.dryRun, "list the photos that would be processed, and stop", in: .input),
            .null,
        ] + KeptPackRequest.options + OptionSpec.limits + OptionSpec.apod + [.timeout, .jobs] + OptionSpec.network + [
            .json, .trace, .quiet, .help,
        ] + OptionSpec.words

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        guard !operands.isEmpty else {
            throw UsageError("name photos or folders, or - to read their names from standard input")
        }
        guard let output = values.path(.output) else { throw UsageError("say where the pack goes: -o DIR") }
        if output == "-" || StorageSettings.isMeant(by: output) {
            throw UsageError("a pack is a folder: -o \(output) does not work here")
        }
        if let operand = operands.first(where: StorageSettings.isMeant) {
            throw UsageError("photos in storage are processed in parts: peel split \(operand)")
        }
        self.init(sources: operands, output: output)
        excluded = values.patterns
        targets = values.words(.targets).compactMap(PackTarget.init(rawValue:))
        // Stickers for platforms are encoded again, so the pack is made without loss.
        try takeMaking(values, fallback: targets.isEmpty ? .webp : .png)
        watches = values.has(.watch)
        resumes = values.has(.resume) || watches
        keepsFormat = resumes && !values.has(.format) && !values.has(.quality)
        keepsBest = values.word(.count) == "best"
        title = values.word(.title)
        author = values.word(.author)
        metadata = values.path(.metadata)
        emoji = try values.emoji()
        if targets.isEmpty, let name = [OptionName.title, .author, .emoji, .count].first(where: values.has) {
            throw UsageError("--\(name.rawValue) is for packs of a platform: add --for whatsapp")
        }
        for operand in operands {
            let source = try CatalogSource(operand: operand)
            if let source, source.isRandom, values.has(.resume) {
                throw UsageError("\(operand) selects different days on each run; to resume a pack, give explicit dates")
            }
        }
        writesZIP = values.has(.zip)
        forces = values.has(.force)
        isDryRun = values.has(.dryRun)
        if watches {
            guard !isDryRun else { throw UsageError("--dry-run lists photos and ends: leave out --watch") }
            let isCatalog = try CatalogSource(operand: operands[0]) != nil
            let isFolder = operands[0] != "-" && !operands[0].isPathList && !isCatalog
            guard operands.count == 1, isFolder else {
                throw UsageError("--watch watches one folder and all in it: peel make FOLDER --watch -o DIR")
            }
        }
        pathsEndWithZero = values.has(.null)
        if pathsEndWithZero, !operands.contains(where: { $0 == "-" || $0.isPathList }) {
            throw UsageError("--null applies only to a list on standard input: add -")
        }
    }

    /// What a worker takes, too: how stickers are made and what is told.
    mutating func takeMaking(_ values: OptionValues, fallback: OutputFormat) throws {
        options = try ProcessingOptions(values)
        background = values.path(.background)
        encoding = try StickerEncoding(values, fallback: fallback)
        limits = ImageLimits(values)
        engine = EngineSettings(values)
        web = try WebSettings(values)
        enlarges = values.has(.enlarge)
        jobs = values.whole(.jobs)
        minimumConfidence = values.number(.minConfidence) ?? 0
        try values.requireAtMostOne(of: [.living, .still], because: "one makes animated stickers, the other not")
        motion = values.has(.living) ? .living : values.has(.still) ? .still : .asGiven
        printsJSON = values.has(.json)
        isQuiet = values.has(.quiet)
        trace = values.path(.trace)
    }
}
