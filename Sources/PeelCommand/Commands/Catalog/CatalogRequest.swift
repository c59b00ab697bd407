import Catalog
import Peel

/// `peel catalog`, understood.
struct CatalogRequest: Equatable, Sendable {
    var sources: [CatalogSource]
    /// Where pictures are saved; `nil` lists them.
    var output: FilePath?
    var limits = ImageLimits()
    var web = WebSettings()
    var printsJSON = false
    var isQuiet = false
}

extension CatalogRequest {
    static let options: [OptionSpec] =
        [
            OptionSpec(
                .output, letter: "o", .folder("DIR"), "folder for the pictures; created if missing", in: .result),
            .maxBytes,
        ] + OptionSpec.apod + [.timeout, .json, .quiet, .help]

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        let typed = operands.first?.description ?? ""
        let action = typed.lowercased()
        guard ["list", "save"].contains(action) else {
            let likely = nearest(to: action, among: ["list", "save"]).map { "; did you mean '\($0)'?" } ?? ""
            throw UsageError("say what to do: list or save" + (typed.isEmpty ? "" : ", not '\(typed)'\(likely)"))
        }
        var sources: [CatalogSource] = []
        for operand in operands.dropFirst() {
            guard let source = try CatalogSource(operand: operand) else {
                throw UsageError("'\(operand)' is not a source: it begins with \(CatalogSource.prefixes)")
            }
            sources.append(source)
        }
        self.init(sources: sources)
        if self.sources.isEmpty { self.sources = [try CatalogSource(word: "apod:random:10")] }
        if action == "save" {
            guard let output = values.path(.output), output != "-" else {
                throw UsageError("say where the pictures go: -o DIR")
            }
            self.output = output
        } else if values.has(.output) {
            throw UsageError("list only prints: to save pictures, peel catalog save -o DIR")
        }
        limits = ImageLimits(values)
        web = try WebSettings(values)
        printsJSON = values.has(.json)
        isQuiet = values.has(.quiet)
    }
}
