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

extension WorkerRequest {
    init(_ operands: [FilePath], _ values: OptionValues) throws {
        if let operand = operands.first {
            throw UsageError("photos come from the manifest: --manifest \(operand)?")
        }
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
