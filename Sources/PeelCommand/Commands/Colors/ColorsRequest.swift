import Peel

/// `peel colors`, understood.
struct ColorsRequest: Equatable, Sendable {
    /// `nil` is standard input.
    var photos: [FilePath?]
    var count = 4
    /// Whether the whole photo counts, not the subject alone.
    var isEven = false
    var limits = ImageLimits()
    var engine = EngineSettings()
    var printsJSON = false
}

extension OptionName {
    static let even = Self("even")
}

extension ColorsRequest {
    static let options: [OptionSpec] =
        [
            OptionSpec(.count, letter: "n", .whole("N", 1...16), "how many colours", default: "4", in: .subject),
            OptionSpec(.even, "weight all parts of the photo evenly", in: .subject),
        ] + OptionSpec.limits + OptionSpec.network + [.json, .help]

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        guard !operands.isEmpty else { throw UsageError("name photos, or - to read one from standard input") }
        guard operands.count(where: { $0 == "-" }) <= 1 else {
            throw UsageError("standard input is one photo: give - once")
        }
        for name in [OptionName.model, .device] {
            try values.requireAtMostOne(of: [.even, name], because: "--even needs no network")
        }
        self.init(photos: operands.map { $0 == "-" ? nil : $0 })
        count = values.whole(.count) ?? count
        isEven = values.has(.even)
        limits = ImageLimits(values)
        engine = EngineSettings(values)
        printsJSON = values.has(.json)
    }
}
