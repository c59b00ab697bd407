import Peel

/// `peel worker`, understood.
struct WorkerRequest: Equatable, Sendable {
    /// How stickers are made and what is told; its output is the worker's.
    var making: MakeRequest
    /// A manifest, or a folder of parts.
    var manifest: FilePath
    /// `nil`: all of the manifest.
    var part: PartChoice?
    /// Whether standard error is JSON, an object a line.
    var logsJSON = false
    /// `nil`: no metrics are served.
    var metrics: MetricsAddress?
}

extension OptionName {
    static let part = Self("part")
    static let metrics = Self("metrics")
    static let log = Self("log")
}

extension WorkerRequest {
    static let options: [OptionSpec] =
        [
            OptionSpec(.manifest, .file("FILE|DIR"), "the part's manifest, or the folder of all parts", in: .input),
            OptionSpec(
                .part, .text("K/N|auto", suggestions: ["auto"]),
                "which part, from 0; auto: the job's number in its array", default: "all", in: .input),
            OptionSpec(
                .output, letter: "o", .folder("DIR"),
                "folder for stickers and records, the same for all parts; created if missing", in: .result),
            OptionSpec(
                .format, letter: "f", .words(OutputFormat.allCases.map(\.pathExtension)), "file format of the stickers",
                default: OutputFormat.webp.pathExtension, in: .result),
            OptionSpec(.resume, "skip photos that are already recorded", in: .result),
            .size, .enlarge, .quality, .square,
        ] + OptionSpec.look + OptionSpec.subjects + [.minConfidence, .livingPhotos, .stillClips] + OptionSpec.limits + [
            .timeout, .s3Endpoint, .jobs,
        ] + OptionSpec.network + [
            .json, .trace,
            OptionSpec(
                .metrics, .text("ADDRESS:PORT"),
                "serve metrics for Prometheus at /metrics; port 0 picks a free one", in: .report),
            OptionSpec(
                .log, .words(["text", "json"]), "format of messages on standard error; json is an object a line",
                default: "text", in: .report),
            .quiet, .help,
        ] + OptionSpec.words

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        if let operand = operands.first { throw UsageError("photos come from the manifest: --manifest \(operand)?") }
        guard let manifest = values.path(.manifest) else {
            throw UsageError("say which photos: --manifest FILE, or a folder of parts")
        }
        guard let output = values.path(.output), output != "-" else {
            throw UsageError("say where stickers and records go: -o DIR")
        }
        var making = MakeRequest(sources: [], output: output)
        try making.takeMaking(values, fallback: .webp)
        making.resumes = values.has(.resume)
        making.storage = try StorageSettings(values)
        try StorageSettings.check([manifest, output])
        self.init(making: making, manifest: manifest)
        part = try values.word(.part).map { word in
            try PartChoice(word)
        }
        metrics = try values.word(.metrics).map { word in try MetricsAddress(word) }
        logsJSON = values.word(.log) == "json"
    }
}
