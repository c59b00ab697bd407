import Catalog
import Peel

/// `peel split`, understood.
struct SplitRequest: Equatable, Sendable {
    /// What is searched, and what is told: as `peel make` with the same sources would.
    var search: MakeRequest
    var count: PartSplitter.Count

    /// The folder of the parts.
    var output: FilePath { search.output }
}

/// Which part of several a worker takes.
enum PartChoice: Equatable, Sendable {
    /// From 0.
    case part(Int, of: Int)
    /// From 0, of as many as the folder has.
    case index(Int)
    /// What the scheduler says.
    case auto

    /// `nil` before it is known what the scheduler says.
    var number: Int? {
        switch self {
        case .part(let number, _), .index(let number): number
        case .auto: nil
        }
    }
}

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

/// `peel merge`, understood.
struct MergeRequest: Equatable, Sendable {
    /// Of workers.
    var outputs: [FilePath]
    var pack: FilePath
    /// A manifest or a folder of parts; `nil` for all photos that have a record.
    var manifest: FilePath?
    var forces = false
    var writesZIP = false
    var printsJSON = false
    var isQuiet = false
    var storage = StorageSettings()
}

extension SplitRequest {
    init(_ operands: [FilePath], _ values: OptionValues) throws(UsageError) {
        guard !operands.isEmpty else {
            throw UsageError("name photos or folders, or - to read their names from standard input", command: .split)
        }
        guard let output = values.path(.output), output != "-" else {
            throw UsageError("say where the parts go: -o DIR", command: .split)
        }
        try values.requireAtMostOne(
            of: [.parts, .photosPerPart], because: "each says how many parts there are", command: .split)
        var search = MakeRequest(sources: operands, output: output)
        search.excluded = values.patterns
        search.metadata = values.path(.metadata)
        search.web = try WebSettings(values, command: .split)
        search.storage = try StorageSettings(values, command: .split)
        try StorageSettings.check(operands + [output], command: .split)
        search.forces = values.has(.force)
        search.pathsEndWithZero = values.has(.null)
        search.printsJSON = values.has(.json)
        search.isQuiet = values.has(.quiet)
        for operand in operands {
            if try CatalogSource(operand: operand, command: .split)?.isRandom == true {
                throw UsageError("\(operand) means other days each time: name the days", command: .split)
            }
        }
        if search.pathsEndWithZero, !operands.contains("-") {
            throw UsageError("--null is about paths on standard input: add - to read them", command: .split)
        }
        if let parts = values.whole(.parts) {
            self.init(search: search, count: .parts(parts))
        } else if let limit = values.whole(.photosPerPart) {
            self.init(search: search, count: .photosPerPart(limit))
        } else {
            throw UsageError("say how many parts: --parts N or --photos-per-part N", command: .split)
        }
    }
}

extension WorkerRequest {
    init(_ operands: [FilePath], _ values: OptionValues) throws(UsageError) {
        if let operand = operands.first {
            throw UsageError("photos come from the manifest: --manifest \(operand)?", command: .worker)
        }
        guard let manifest = values.path(.manifest) else {
            throw UsageError("say which photos: --manifest FILE, or a folder of parts", command: .worker)
        }
        guard let output = values.path(.output), output != "-" else {
            throw UsageError("say where stickers and records go: -o DIR", command: .worker)
        }
        var making = MakeRequest(sources: [], output: output)
        try making.takeMaking(values, fallback: .webp, command: .worker)
        making.resumes = values.has(.resume)
        making.storage = try StorageSettings(values, command: .worker)
        try StorageSettings.check([manifest, output], command: .worker)
        self.init(making: making, manifest: manifest)
        part = try values.word(.part).map { word throws(UsageError) in
            try PartChoice(word)
        }
        metrics = try values.word(.metrics).map { word throws(UsageError) in try MetricsAddress(word) }
        logsJSON = values.word(.log) == "json"
    }
}

extension MergeRequest {
    init(_ operands: [FilePath], _ values: OptionValues) throws(UsageError) {
        guard !operands.isEmpty else {
            throw UsageError("name what workers wrote: the folders of their -o", command: .merge)
        }
        guard let pack = values.path(.output), pack != "-" else {
            throw UsageError("say where the pack goes: -o PACK", command: .merge)
        }
        self.init(outputs: operands, pack: pack)
        manifest = values.path(.manifest)
        storage = try StorageSettings(values, command: .merge)
        try StorageSettings.check(operands + [manifest].compactMap(\.self), command: .merge)
        if StorageSettings.isMeant(by: pack) {
            throw UsageError("a pack is a folder: -o \(pack) does not work here", command: .merge)
        }
        forces = values.has(.force)
        writesZIP = values.has(.zip)
        printsJSON = values.has(.json)
        isQuiet = values.has(.quiet)
    }
}

extension PartChoice {
    /// Where schedulers put a job's number in its array, counted from 0.
    static let variables = [
        "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX", "CLOUD_RUN_TASK_INDEX",
    ]

    /// The choice with what the scheduler says.
    ///
    /// - Parameter environment: variables by their names.
    func resolved(in environment: [String: String]) throws(UsageError) -> PartChoice {
        guard self == .auto else { return self }
        for name in Self.variables {
            guard let value = environment[name], !value.isEmpty else { continue }
            guard let number = Int(value), (0..<PartsFolder.mostParts).contains(number) else {
                throw UsageError("\(name) is '\(value)', not the number of a part", command: .worker)
            }
            return .index(number)
        }
        throw UsageError(
            "--part auto is for a job array, and none of \(Self.variables.joined(separator: ", ")) is set",
            command: .worker)
    }

    /// Reads `K/N` or `auto`.
    init(_ text: String) throws(UsageError) {
        if text.lowercased() == "auto" {
            self = .auto
            return
        }
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
            (1...PartsFolder.mostParts).contains(count), (0..<count).contains(number)
        else {
            throw UsageError(
                "--part takes K/N with K from 0 to N - 1, or auto, not '\(text)'", command: .worker)
        }
        self = .part(number, of: count)
    }
}
