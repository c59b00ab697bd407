import Peel

/// `peel cut --requests`, understood: what holds for all photos that another program sends.
struct CutSessionRequest: Equatable, Sendable {
    var limits = ImageLimits()
    var engine = EngineSettings()
    /// Photos in work at a time; `nil`: as many as cores.
    var jobs: Int?
}

extension CutSessionRequest {
    /// The options of the session; all others belong to its requests.
    private static let names: Set<OptionName> = [.requests, .jobs, .maxBytes, .maxPixels, .maxMemory, .device, .model]

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        if let operand = operands.first {
            throw UsageError("with --requests photos come on standard input: leave out '\(operand)'")
        }
        if let other = values.given.first(where: { !Self.names.contains($0.option.name) }) {
            throw UsageError("with --requests each photo has its own options: \(other.option.typed) is for a request")
        }
        self.init(limits: ImageLimits(values), engine: EngineSettings(values), jobs: values.whole(.jobs))
    }

    /// Understands the options of one request, which are those of `peel cut` but for the session's.
    func cutRequest(_ arguments: [String]) throws -> CutRequest {
        // JSON can write it; an argument of a program ends there.
        guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
            throw UsageError("an option has a zero character")
        }
        let words = arguments.map { FilePath(bytes: Array($0.utf8)) }
        let read = try readArguments(words, options: Command.cut.options)
        if let operand = read.operands.first {
            throw UsageError("a request has options and a photo's bytes, not '\(operand)'")
        }
        for given in read.options where Self.names.contains(given.option.name) || given.option.name == .output {
            throw UsageError("\(given.option.typed) cannot be given in a request")
        }
        if read.options.contains(where: { [.help, .split].contains($0.option.name) }) {
            throw UsageError("a request is answered with one sticker: leave out --split and --help")
        }
        let output = try readArguments(["--output", "-"], options: Command.cut.options)
        var request = try CutRequest(["-"], OptionValues(read.options + output.options))
        request.limits = limits
        request.engine = engine
        return request
    }
}
