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

extension OptionName {
    static let parts = Self("parts")
    static let photosPerPart = Self("photos-per-part")
}

extension SplitRequest {
    static let options: [OptionSpec] =
        [
            OptionSpec(
                .output, letter: "o", .folder("DIR"), "folder for the parts; photos that are in a part stay there",
                in: .result),
            OptionSpec(
                .parts, .whole("N", 1...PartsFolder.mostParts), "how many parts, balanced by bytes", in: .result),
            OptionSpec(
                .photosPerPart, .whole("N", 1...1_000_000_000), "most photos a part; parts are balanced by bytes",
                in: .result),
            OptionSpec(.force, "ignore entries of \(PackMetadata.fileName) that match no photo", in: .result),
            .metadata, .livingPhotos, .exclude, .null,
        ] + OptionSpec.apod + [.timeout, .s3Endpoint, .json, .quiet, .help]

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        guard !operands.isEmpty else {
            throw UsageError("name photos or folders, or - to read their names from standard input")
        }
        guard let output = values.path(.output), output != "-" else {
            throw UsageError("say where the parts go: -o DIR")
        }
        try values.requireAtMostOne(of: [.parts, .photosPerPart], because: "each says how many parts there are")
        var search = MakeRequest(sources: operands, output: output)
        search.excluded = values.patterns
        search.metadata = values.path(.metadata)
        search.web = try WebSettings(values)
        search.storage = try StorageSettings(values)
        try StorageSettings.check(operands + [output])
        if values.has(.living) { search.motion = .living }
        search.forces = values.has(.force)
        search.pathsEndWithZero = values.has(.null)
        search.printsJSON = values.has(.json)
        search.isQuiet = values.has(.quiet)
        for operand in operands {
            if try CatalogSource(operand: operand)?.isRandom == true {
                throw UsageError("\(operand) selects different days on each run: give explicit dates")
            }
        }
        if search.pathsEndWithZero, !operands.contains(where: { $0 == "-" || $0.isPathList }) {
            throw UsageError("--null applies only to a list on standard input: add -")
        }
        if let parts = values.whole(.parts) {
            self.init(search: search, count: .parts(parts))
        } else if let limit = values.whole(.photosPerPart) {
            self.init(search: search, count: .photosPerPart(limit))
        } else {
            throw UsageError("say how many parts: --parts N or --photos-per-part N")
        }
    }
}
