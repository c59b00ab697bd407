import Peel

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

extension MergeRequest {
    static let options: [OptionSpec] = [
        OptionSpec(.output, letter: "o", .folder("PACK"), "folder for the pack; created if missing", in: .result),
        OptionSpec(
            .manifest, .file("FILE|DIR"), "the photos of the pack: a manifest, or the folder of all parts",
            default: "all that have a record", in: .input),
        OptionSpec(.force, "write into a folder that is not a pack, or over a pack of other photos", in: .result),
        .zip, .timeout, .s3Endpoint, .json, .quiet, .help,
    ]

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        guard !operands.isEmpty else { throw UsageError("name what workers wrote: the folders of their -o") }
        guard let pack = values.path(.output), pack != "-" else {
            throw UsageError("say where the pack goes: -o PACK")
        }
        self.init(outputs: operands, pack: pack)
        manifest = values.path(.manifest)
        storage = try StorageSettings(values)
        try StorageSettings.check(operands + [manifest].compactMap(\.self))
        if StorageSettings.isMeant(by: pack) { throw UsageError("a pack is a folder: -o \(pack) does not work here") }
        forces = values.has(.force)
        writesZIP = values.has(.zip)
        printsJSON = values.has(.json)
        isQuiet = values.has(.quiet)
    }
}
