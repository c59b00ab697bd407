import Peel
import TelegramUploads

/// Every option there is: parsing, help, man page and completions all come from these rows.
let optionTable: [OptionSpec] = mostOptions + textOptions

/// All but those for words on stickers.
private let mostOptions: [OptionSpec] = [
    OptionSpec(
        .port, "p", .whole("N", 0...65535), "port to listen on; 0 for any that is free", default: "4747",
        in: .serving, of: [.serve]),
    OptionSpec(
        .host, nil, .text("ADDRESS", suggestions: ["127.0.0.1", "0.0.0.0"]), "address to listen on",
        default: "127.0.0.1, this machine alone", in: .serving, of: [.serve]),
    OptionSpec(
        .library, "l", .folder("DIR"), "where photos and stickers are kept", default: "~/.local/share/peel",
        in: .serving, of: [.serve]),
    OptionSpec(
        .limit, nil, .amount("N"), "most bytes that the library may take; K, M, G: times 1024", default: "20G",
        in: .serving, of: [.serve]),
    OptionSpec(.open, nil, nil, "open the studio in the browser", in: .serving, of: [.serve]),
    OptionSpec(
        .tlsCertificate, nil, .file("FILE"), "certificate in PEM form, with its chain", in: .serving, of: [.serve]),
    OptionSpec(.tlsKey, nil, .file("FILE"), "the certificate's key in PEM form", in: .serving, of: [.serve]),
    OptionSpec(
        .allowHost, nil, .texts("NAME"), "a name under which a proxy shows the studio; may be repeated", in: .serving,
        of: [.serve]),
    OptionSpec(
        .trustProxy, nil, .texts("ADDRESS"), "believe X-Forwarded-Host, -Proto and -Prefix from there; may be repeated",
        in: .serving, of: [.serve]),
    OptionSpec(
        .basePath, nil, .text("PATH", suggestions: []), "the folder of the proxy in which the studio lies: /peel",
        in: .serving, of: [.serve]),

    OptionSpec(
        .output, "o", .folder("DIR"), "folder for the pack; made when there is none", in: .result, of: [.make]),
    OptionSpec(
        .output, "o", .folder("DIR"), "folder for the parts; photos that it has in parts stay there", in: .result,
        of: [.split]),
    OptionSpec(
        .parts, nil, .whole("N", 1...PartsFolder.mostParts), "how many parts, balanced by bytes", in: .result,
        of: [.split]),
    OptionSpec(
        .photosPerPart, nil, .whole("N", 1...1_000_000_000), "as many parts as that takes, balanced by bytes",
        in: .result, of: [.split]),
    OptionSpec(
        .manifest, nil, .file("FILE|DIR"), "the part's manifest, or the folder of all parts", in: .input,
        of: [.worker]),
    OptionSpec(
        .part, nil, .text("K/N|auto", suggestions: ["auto"]), "which part, from 0; auto: the job's number in its array",
        default: "all", in: .input, of: [.worker]),
    OptionSpec(
        .output, "o", .folder("DIR"),
        "folder for stickers and records, the same for all parts; made when there is none",
        in: .result, of: [.worker]),
    OptionSpec(
        .enlarge, nil, nil, "also stickers with fewer than 100 pixels an inch", in: .result, of: [.sheet]),
    OptionSpec(
        .format, "f", .words(OutputFormat.allCases.map(\.pathExtension)), "file format of the stickers",
        default: OutputFormat.webp.pathExtension, in: .result, of: [.worker]),
    OptionSpec(.resume, nil, nil, "pass over photos that are recorded already", in: .result, of: [.worker]),
    OptionSpec(
        .force, nil, nil, "also where \(PackMetadata.fileName) names photos that are not there", in: .result,
        of: [.split]),
    OptionSpec(
        .output, "o", .folder("PACK"), "folder for the pack; made when there is none", in: .result, of: [.merge]),
    OptionSpec(
        .manifest, nil, .file("FILE|DIR"), "the photos of the pack: a manifest, or the folder of all parts",
        default: "all that have a record", in: .input, of: [.merge]),
    OptionSpec(
        .force, nil, nil, "write into a folder that is not a pack, or over a pack of other photos", in: .result,
        of: [.merge]),
    OptionSpec(
        .output, "o", .folder("DIR"), "folder for the pictures; made when there is none", in: .result, of: [.catalog]),
    OptionSpec(
        .output, "o", .file("FILE"), "PNG file for the picture", in: .result, of: [.scan]),
    OptionSpec(
        .record, "r", .file("FILE"), "movie of the scan, too: .mp4 or .webm", in: .result, of: [.scan]),
    OptionSpec(
        .audio, nil, .text("SOUND", suggestions: ["none", "own"]),
        "the movie's sound: none, own, alsa:NAME, pulse:NAME or lavfi:SOURCE", default: "own", in: .result,
        of: [.scan]),
    OptionSpec(
        .output, "o", .file("FILE|-"), "file for the sticker, or for the movie: .webm, .mp4; - is standard output",
        in: .result, of: [.cut]),
    OptionSpec(
        .output, "o", .folder("DIR"), "folder for the files; made when there is none", in: .result, of: [.sheet]),
    OptionSpec(
        .size, "s", .whole("N", 16...16000, or: ["original"]),
        "longest side in pixels, border included", default: "512", in: .result, of: [.make, .worker, .cut]),
    OptionSpec(
        .enlarge, nil, nil, "also stickers above 512 with more pixels than the photo has", in: .result,
        of: [.make, .worker]),
    OptionSpec(
        .format, "f", .words(OutputFormat.allCases.map(\.pathExtension)), "file format of the stickers",
        default: "\(OutputFormat.webp.pathExtension); \(OutputFormat.png.pathExtension) with --for", in: .result,
        of: [.make]),
    OptionSpec(
        .format, "f", .words(OutputFormat.allCases.map(\.pathExtension)), "file format of the sticker",
        default: "as FILE ends, or \(OutputFormat.png.pathExtension)", in: .result, of: [.cut]),
    OptionSpec(
        .quality, nil, .whole("N", OutputFormat.allQualities),
        "\(OutputFormat.phrase(of: OutputFormat.lossy, joinedBy: "and")) quality; lower makes smaller files",
        default: "\(OutputFormat.standardQuality)",
        in: .result, of: [.make, .worker, .cut]),
    OptionSpec(.square, nil, nil, "pad the sticker to a square", in: .result, of: [.make, .worker, .cut]),
    OptionSpec(
        .fullFrame, nil, nil, "keep the photo's canvas and, without --size, its size", in: .result,
        of: [.cut]),
    OptionSpec(
        .mask, nil, nil, "write the matte in the sticker's size: white is subject", in: .result, of: [.cut]),
    OptionSpec(.noSound, nil, nil, "leave out the movie's sound", in: .result, of: [.cut]),
    OptionSpec(
        .zip, "z", nil, "write the pack as a ZIP file, too; without it, one of before is removed", in: .result,
        of: [.make, .merge]),
    OptionSpec(
        .resume, nil, nil, "keep what earlier runs made, and make only what is missing", in: .result, of: [.make]),
    OptionSpec(
        .force, nil, nil,
        "write into a folder that is not a pack, replace a pack of other photos (with --resume, remove only stickers of photos "
            + "that are not given), or with --for write a pack that breaks a rule",
        in: .result,
        of: [.make]),

    OptionSpec(
        .targets, nil, .list("TARGET,...", of: PackTarget.allCases.map(\.rawValue)),
        "packs for platforms, too: \(PackTarget.allCases.map(\.rawValue).joined(separator: ", "))", in: .result,
        of: [.make]),
    OptionSpec(
        .targets, nil, .list("TARGET,...", of: PackTarget.allCases.map(\.rawValue)),
        "check for these: \(PackTarget.allCases.map(\.rawValue).joined(separator: ", "))",
        default: "what the files are laid out for", in: .result, of: [.check]),
    OptionSpec(
        .count, "n", .words(["best"]),
        "with --for: leave out the most doubtful stickers, down to a number that the platform takes", in: .result,
        of: [.make]),
    OptionSpec(
        .emoji, nil, .text("EMOJI", suggestions: []), "with --for: the emoji that every sticker stands for",
        default: "a smile, U+1F642", in: .result, of: [.make]),
    OptionSpec(
        .title, nil, .text("TEXT", suggestions: []), "with --for: the pack's title", default: "the name of the folder",
        in: .result, of: [.make]),
    OptionSpec(
        .author, nil, .text("TEXT", suggestions: []), "with --for: who made the pack", default: "Peel", in: .result,
        of: [.make]),
    OptionSpec(
        .metadata, nil, .file("FILE"), "JSON with title, author, and the photos' emoji, titles and texts",
        default: "\(PackMetadata.fileName) beside the photos", in: .result, of: [.make, .split]),

    OptionSpec(
        .user, nil, .whole("ID", 1...(1 << 52)), "number of the Telegram account that owns the set", in: .result,
        of: [.upload]),
    OptionSpec(
        .name, nil, .text("NAME", suggestions: []), "of the set's address: a to z, digits and _", in: .result,
        of: [.upload]),
    OptionSpec(
        .title, nil, .text("TEXT", suggestions: []), "the set's title, at most 64 letters", default: "the pack's",
        in: .result, of: [.upload]),
    OptionSpec(
        .tokenFile, nil, .file("FILE"), "the bot's token; or PEEL_TELEGRAM_TOKEN", in: .web, of: [.upload]),
    OptionSpec(
        .api, nil, .text("URL", suggestions: []), "a Bot API server; or PEEL_TELEGRAM_API",
        default: BotAPI.standardAddress, in: .web, of: [.upload]),

    OptionSpec(
        .formats, nil, .list("FORMAT,...", of: SheetMaker.Format.allCases.map(\.rawValue)),
        "what is written: \(SheetMaker.Format.allCases.map(\.rawValue).joined(separator: ", "))", default: "pdf",
        in: .result, of: [.sheet]),
    OptionSpec(
        .page, nil, .words(SheetSettings.Page.allCases.map(\.rawValue)), "size of a page; own: one for each sticker",
        default: "a4", in: .page, of: [.sheet]),
    OptionSpec(.landscape, nil, nil, "pages are wider than high", in: .page, of: [.sheet]),
    OptionSpec(
        .size, "s", .number("MM", 5...1_000), "longest side of each sticker along its cut line", default: "50",
        in: .page, of: [.sheet]),
    OptionSpec(
        .copies, "n", .whole("N", 1...SheetSettings.mostStickers), "how many of each sticker", default: "1", in: .page,
        of: [.sheet]),
    OptionSpec(
        .margin, nil, .number("MM", 0...100), "free of lines on each side of a page", default: "10; 3 with --page own",
        in: .page, of: [.sheet]),
    OptionSpec(
        .gap, nil, .number("MM", 0...100), "between the lines of two stickers", default: "4", in: .page, of: [.sheet]),
    OptionSpec(
        .turn, nil, .words(SheetSettings.Turning.allCases.map(\.rawValue)), "how stickers may be turned to fit",
        default: "any", in: .page, of: [.sheet]),
    OptionSpec(
        .marks, nil, nil, "registration marks in three corners of the margin", in: .page, of: [.sheet]),
    OptionSpec(
        .dpi, nil, .whole("N", 36...1_200), "dots an inch of PNG, the most of pictures in PDF and SVG", default: "300",
        in: .page, of: [.sheet]),

    OptionSpec(
        .offset, nil, .number("MM", 0...50), "from the sticker's edge out to the cut line", default: "0", in: .lines,
        of: [.sheet]),
    OptionSpec(
        .bleed, nil, .number("MM", 0...20), "how far colours go beyond the cut line",
        default: "2, at most half the gap; 0 with --offset", in: .lines, of: [.sheet]),
    OptionSpec(
        .smooth, nil, .number("MM", 0...20), "radius of the finest detail that is cut", default: "0, all", in: .lines,
        of: [.sheet]),
    OptionSpec(
        .backing, nil, .words(SheetSettings.Backing.allCases.map(\.rawValue)), "a line through the backing, too",
        default: "none", in: .lines, of: [.sheet]),
    OptionSpec(
        .backingOffset, nil, .number("MM", 0...50), "from the cut line out to it", default: "3", in: .lines,
        of: [.sheet]),

    OptionSpec(
        .mode, "m", .words(["strip", "sweep", "delay", "map"]), "how frames become a picture", default: "strip",
        in: .scan, of: [.scan]),
    OptionSpec(
        .axis, nil, .words(["columns", "rows"]), "which lines of a frame are slices", default: "columns", in: .scan,
        of: [.scan]),
    OptionSpec(
        .direction, nil, .words(["forward", "backward"]), "where time goes: right or down, or left or up",
        default: "forward", in: .scan, of: [.scan]),
    OptionSpec(
        .slit, nil, .number("X", 0...1), "place of the strip's slit, 0 left or top to 1", default: "0.5", in: .scan,
        of: [.scan]),
    OptionSpec(
        .width, "w", .whole("N", 1...4096), "pixels in a slice", default: "1", in: .scan, of: [.scan]),
    OptionSpec(
        .speed, nil, .number("X", 0.015625...64), "slices a frame; in strip at most 1", default: "1", in: .scan,
        of: [.scan]),
    OptionSpec(
        .length, nil, .whole("N", 1...1_000_000), "pixels of a strip; frames that delay and map reach back", in: .scan,
        of: [.scan]),
    OptionSpec(
        .map, nil, .file("FILE"), "picture of the delays for map: white is now", default: "rings", in: .scan,
        of: [.scan]),
    OptionSpec(.sharp, nil, nil, "mix no frames in delay and map", in: .scan, of: [.scan]),
    OptionSpec(.mirror, nil, nil, "mirror each frame left to right", in: .scan, of: [.scan]),
    OptionSpec(
        .history, nil, .amount("N"), "most bytes of history for delay and map; K, M, G: times 1024", default: "1G",
        in: .scan, of: [.scan]),
    OptionSpec(
        .frames, "n", .whole("N", 1...1_000_000_000), "end after so many frames", in: .scan, of: [.scan]),
    OptionSpec(
        .seconds, "t", .number("S", 0.001...86_400), "end after so many seconds of the source", in: .scan, of: [.scan]),
    OptionSpec(.list, nil, nil, "list the cameras and microphones of this machine", in: .scan, of: [.scan]),

    OptionSpec(
        .style, nil, .words(["die-cut", "plain"]), "with a border or the bare subject", default: "die-cut",
        in: .look, of: [.make, .worker, .cut, .sheet]),
    OptionSpec(
        .border, "b", .number("PERCENT", 0...20),
        "border width in percent of the long side, with --outline tight of the short one", default: "3",
        in: .look, of: [.make, .worker, .cut, .sheet]),
    OptionSpec(
        .borderColor, nil, .color(), "colour of the border, as CSS writes it: red, #f80", default: "white", in: .look,
        of: [.make, .worker, .cut, .sheet]),
    OptionSpec(
        .outline, nil, .words(StickerStyle.Outline.allCases.map(\.rawValue)),
        "border with a smooth edge, or tight along every hair", default: StickerStyle.Outline.smooth.rawValue,
        in: .look,
        of: [.make, .worker, .cut, .sheet]),
    OptionSpec(.shadow, nil, nil, "a soft shadow below the border", in: .look, of: [.make, .worker, .cut]),
    OptionSpec(
        .margin, nil, .number("PERCENT", 0...20), "space around in percent of the long side", default: "1",
        in: .look, of: [.make, .worker, .cut]),
    OptionSpec(
        .mirror, nil, nil, "exchange left and right of the subject, not of the words", in: .look,
        of: [.make, .worker, .cut]),
    OptionSpec(
        .background, nil, .color(or: ["gradient"], orFile: true), "what lies behind; FILE is a picture that fills it",
        default: "transparent", in: .look, of: [.make, .worker, .cut]),

    OptionSpec(
        .strength, nil, .number("X", -1...1, or: ["cautious": -1, "normal": 0, "greedy": 1]),
        "how much is taken, -1 cautious to 1 greedy", default: "0", in: .subject, of: [.make, .worker, .cut]),
    OptionSpec(
        .instance, nil, .whole("N", 1...50), "only the N-th subject, the largest first", in: .subject,
        of: [.make, .worker, .cut]),
    OptionSpec(.split, nil, nil, "a file for each subject", in: .subject, of: [.make, .worker, .cut]),
    OptionSpec(
        .at, nil, .point, "only the subject at that pixel of the photo; again for more", in: .subject, of: [.cut]),
    OptionSpec(
        .notAt, nil, .point, "without the one at that pixel, also where it touches another", in: .subject, of: [.cut]),
    OptionSpec(.box, nil, .box, "what is in that box of the photo, found or not", in: .subject, of: [.cut]),
    OptionSpec(
        .minConfidence, nil, .number("X", 0...1), "leave out photos that the network is less sure of",
        default: "0, none", in: .subject, of: [.make, .worker]),
    OptionSpec(
        .count, "n", .whole("N", 1...16), "how many colours", default: "4", in: .subject, of: [.colors]),
    OptionSpec(
        .even, nil, nil, "the whole photo counts, not the subject alone", in: .subject, of: [.colors]),

    OptionSpec(
        .exclude, nil, .pattern, "leave out names like '*.png' or 'raw/'; may be repeated", in: .input,
        of: [.make, .split]),
    OptionSpec(.dryRun, nil, nil, "list the photos that would be worked on, and stop", in: .input, of: [.make]),
    OptionSpec(
        .null, "0", nil, "paths on standard input end with a zero byte", in: .input, of: [.make, .split]),
    OptionSpec(
        .requests, nil, nil, "photos and their options come on standard input, for another program", in: .input,
        of: [.cut]),
    OptionSpec(
        .maxBytes, nil, .amount("N"), "largest file in bytes; K, M, G: times 1024", default: "256M",
        in: .input, of: [.make, .worker, .cut, .sheet, .colors, .catalog, .serve]),
    OptionSpec(
        .maxPixels, nil, .amount("N"), "largest photo in pixels", default: "256M", in: .input,
        of: [.make, .worker, .cut, .sheet, .colors, .serve]),

    OptionSpec(
        .maxMemory, nil, .amount("N"), "most memory for all photos in work; K, M, G: times 1024",
        default: "a quarter of the machine's, at least 512M", in: .input,
        of: [.make, .worker, .cut, .sheet, .colors, .serve]),

    OptionSpec(
        .apodURL, nil, .text("URL", suggestions: []), "service for apod:, before the ?; or PEEL_APOD_URL",
        default: "NASA's", in: .web, of: [.make, .split, .catalog, .serve]),
    OptionSpec(
        .apodKey, nil, .text("KEY", suggestions: []), "key for it; or PEEL_APOD_KEY", default: "DEMO_KEY", in: .web,
        of: [.make, .split, .catalog, .serve]),
    OptionSpec(
        .album, nil, .text("URL", suggestions: []), "list of pictures that the catalog shows too", in: .web,
        of: [.serve]),
    OptionSpec(
        .timeout, nil, .whole("SECONDS", 1...3600), "give up after a server's silence of so many seconds",
        default: "15", in: .web, of: [.make, .split, .worker, .merge, .catalog, .serve]),
    OptionSpec(
        .s3Endpoint, nil, .text("URL", suggestions: []), "server for s3://; or AWS_ENDPOINT_URL_S3",
        default: "Amazon's",
        in: .web, of: [.split, .worker, .merge]),

    OptionSpec(
        .jobs, "j", .whole("N", 1...256), "photos in work at a time", default: "one a core", in: .engine,
        of: [.make, .worker]),
    OptionSpec(
        .jobs, "j", .whole("N", 1...256), "with --requests: photos in work at a time", default: "one a core",
        in: .engine, of: [.cut]),
    OptionSpec(
        .device, nil, .text("NAME", suggestions: ["CPU", "GPU", "NPU", "AUTO"]),
        "runs the network: CPU, GPU, NPU or AUTO", default: "CPU", in: .engine,
        of: [.make, .worker, .cut, .sheet, .colors, .serve, .doctor]),
    OptionSpec(
        .model, nil, .file("FILE"), "other network (U2-Net, IS-Net, BiRefNet)", default: "built in",
        in: .engine, of: [.make, .worker, .cut, .sheet, .colors, .serve, .doctor]),

    OptionSpec(
        .json, nil, nil, "one JSON object a line on standard output", in: .report,
        of: [.make, .split, .worker, .merge, .check, .upload, .sheet, .scan, .colors, .catalog, .doctor]),
    OptionSpec(
        .trace, nil, .file("FILE"), "record what ran when, to look at in Perfetto", in: .report,
        of: [.make, .worker, .serve]),
    OptionSpec(
        .metrics, nil, .text("ADDRESS:PORT", suggestions: []),
        "serve counts for Prometheus there, at /metrics; port 0 takes any", in: .report, of: [.worker]),
    OptionSpec(
        .log, nil, .words(["text", "json"]), "how standard error says what happens; json is an object a line",
        default: "text", in: .report, of: [.worker]),
    OptionSpec(
        .strict, nil, nil, "a movie that is cut short or damaged is an error", in: .report, of: [.scan]),
    OptionSpec(
        .quiet, "q", nil, "only errors", in: .report,
        of: [.make, .split, .worker, .merge, .upload, .cut, .sheet, .scan, .catalog]),
    OptionSpec(.man, nil, nil, "print the man page", in: .report, of: [.help]),
    OptionSpec(
        .completions, nil, .words(["bash", "zsh", "fish"]), "print what completes commands and options",
        in: .report, of: [.help]),
    OptionSpec(
        .help, "h", nil, "show this help", in: .report, of: Command.allCases),

    OptionSpec(.help, "h", nil, "show this help", in: .report, of: []),
    OptionSpec(.version, "V", nil, "show the version", in: .report, of: []),
]

extension Command {
    /// The options it takes, in the order of the table.
    var options: [OptionSpec] { optionTable.filter { $0.commands.contains(self) } }
}

/// The options of `peel` itself, before a command.
var programOptions: [OptionSpec] { optionTable.filter(\.commands.isEmpty) }
