import Peel

/// `peel check`, understood.
struct CheckRequest: Equatable, Sendable {
    /// Folders and ZIPs.
    var packs: [FilePath]
    /// Empty: those that a pack is laid out for.
    var targets: [PackTarget] = []
    var printsJSON = false
}

extension CheckRequest {
    static let options: [OptionSpec] = [
        OptionSpec(
            .targets, .list("TARGET,...", of: PackTarget.allCases.map(\.rawValue)),
            "platforms to check for: \(PackTarget.allCases.map(\.rawValue).joined(separator: ", "))",
            default: "what the files are laid out for", in: .result),
        .json, .help,
    ]

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        guard !operands.isEmpty else { throw UsageError("name the folder of a pack, or a ZIP") }
        self.init(packs: operands)
        targets = values.words(.targets).compactMap(PackTarget.init(rawValue:))
        printsJSON = values.has(.json)
    }
}
