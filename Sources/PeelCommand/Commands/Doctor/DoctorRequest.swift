import Peel

/// `peel doctor`, understood.
struct DoctorRequest: Equatable, Sendable {
    var engine = EngineSettings()
    var printsJSON = false
}

extension DoctorRequest {
    static let options: [OptionSpec] = OptionSpec.network + [.json, .help]

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        if let operand = operands.first { throw UsageError("doctor looks at the program, not at '\(operand)'") }
        self.init(engine: EngineSettings(values), printsJSON: values.has(.json))
    }
}
