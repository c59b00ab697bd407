import Peel

/// Options that several commands take.
extension OptionSpec {
    static let size = OptionSpec(
        .size, letter: "s", .whole("N", 16...16000, or: ["original"]), "longest side in pixels, border included",
        default: "512", in: .result)
    static let enlarge = OptionSpec(
        .enlarge, "allow stickers above 512 with more pixels than the photo has", in: .result)
    static let quality = OptionSpec(
        .quality, .whole("N", OutputFormat.allQualities),
        "\(OutputFormat.phrase(of: OutputFormat.lossy, joinedBy: "and")) quality; lower makes smaller files",
        default: "\(OutputFormat.standardQuality)", in: .result)
    static let square = OptionSpec(.square, "pad the sticker to a square", in: .result)
    static let zip = OptionSpec(
        .zip, letter: "z", nil, "also write pack.zip; without --zip, an existing pack.zip is removed", in: .result)
    static let metadata = OptionSpec(
        .metadata, .file("FILE"), "JSON with title, author, and the photos' emoji, titles and texts",
        default: "\(PackMetadata.fileName) beside the photos", in: .result)
    static let style = OptionSpec(
        .style, .words(["die-cut", "plain"]),
        "draw a border, or leave the subject plain", default: "die-cut", in: .look)
    static let instance = OptionSpec(
        .instance, .whole("N", 1...50), "only the N-th subject, the largest first", in: .subject)
    static let split = OptionSpec(.split, "a file for each subject", in: .subject)
    static let minConfidence = OptionSpec(
        .minConfidence, .number("X", 0...1), "leave out photos with a lower confidence", default: "0, none",
        in: .subject)
    static let livingPhotos = OptionSpec(
        .living, "make animated stickers from live photos (embedded movie, or a .mov of the same name)", in: .subject)
    static let stillClips = OptionSpec(.still, "make still stickers of clips, from the best frame", in: .subject)
    static let exclude = OptionSpec(
        .exclude, .pattern, "leave out names like '*.png' or 'raw/'; may be repeated", in: .input)
    static let null = OptionSpec(.null, letter: "0", nil, "listed paths end with a zero byte", in: .input)
    static let maxBytes = OptionSpec(
        .maxBytes, .amount("N"), "largest file in bytes; suffixes K, M, G", default: "256M", in: .input)
    static let maxPixels = OptionSpec(.maxPixels, .amount("N"), "largest photo in pixels", default: "256M", in: .input)
    static let maxMemory = OptionSpec(
        .maxMemory, .amount("N"), "maximum memory for all photos in work; suffixes K, M, G",
        default: "a quarter of the machine's, at least 512M", in: .input)
    static let apodURL = OptionSpec(
        .apodURL, .text("URL"), "service for apod:, before the ?; or PEEL_APOD_URL", default: "NASA's",
        in: .web)
    static let apodKey = OptionSpec(
        .apodKey, .text("KEY"), "key for it; or PEEL_APOD_KEY", default: "DEMO_KEY", in: .web)
    static let timeout = OptionSpec(
        .timeout, .whole("SECONDS", 1...3600), "abort if the server sends nothing for SECONDS seconds", default: "15",
        in: .web)
    static let s3Endpoint = OptionSpec(
        .s3Endpoint, .text("URL"), "server for s3://; or AWS_ENDPOINT_URL_S3", default: "Amazon's",
        in: .web)
    static let jobs = OptionSpec(
        .jobs, letter: "j", .whole("N", 1...256), "photos processed at a time", default: "one a core", in: .engine)
    static let device = OptionSpec(
        .device, .text("NAME", suggestions: ["CPU", "GPU", "NPU", "AUTO"]), "runs the network: CPU, GPU, NPU or AUTO",
        default: "CPU", in: .engine)
    static let model = OptionSpec(
        .model, .file("FILE"), "other network (U2-Net, IS-Net, BiRefNet)", default: "built in", in: .engine)
    static let json = OptionSpec(.json, "one JSON object a line on standard output", in: .report)
    static let trace = OptionSpec(.trace, .file("FILE"), "write a trace for Perfetto", in: .report)
    static let quiet = OptionSpec(.quiet, letter: "q", nil, "only errors", in: .report)
    static let help = OptionSpec(.help, letter: "h", nil, "show this help", in: .report)

    /// The options of `peel` itself, before a command.
    static let ofProgram = [help, OptionSpec(.version, letter: "V", nil, "show the version", in: .report)]

    static let network = [device, model]
    static let apod = [apodURL, apodKey]
    static let limits = [maxBytes, maxPixels, maxMemory]
    static let subjects = look(.subject) + [instance, split]
    static let borders = [style] + look(.border)
    static let look = [style] + look(.border, .look)
    static let words = look(.text)
}
