import Peel
import Studio

/// `peel make --pack`, understood: packs for platforms, of a pack that a person has in the studio.
struct KeptPackRequest: Equatable, Sendable {
    /// Its name, or its id.
    var pack: String
    /// `nil` is the standard one.
    var library: FilePath?
    var output: FilePath
    var targets: [PackTarget]
    /// `nil`: the pack's name.
    var title: String?
    var author: String?
    var emoji: [String]?
    var keepsBest = false
    var forces = false
    var printsJSON = false
    var isQuiet = false
}

extension OptionName {
    static let pack = Self("pack")
}

extension KeptPackRequest {
    static let options: [OptionSpec] = [
        OptionSpec(
            .pack, .text("NAME"), "write this pack of the studio's library, without photos; needs --for",
            in: .input),
        OptionSpec(
            .library, letter: "l", .folder("DIR"), "with --pack: the library of peel serve",
            default: "~/.local/share/peel",
            in: .input),
    ]

    /// The options of `peel make` that say something of stickers that are made already.
    private static let known: Set<OptionName> = [
        .pack, .library, .output, .targets, .title, .author, .emoji, .count, .force, .json, .quiet,
    ]

    static func isMeant(by values: OptionValues) -> Bool { values.has(.pack) || values.has(.library) }

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        guard let pack = values.word(.pack) else {
            throw UsageError("--library is for packs that the studio keeps: add --pack NAME")
        }
        guard operands.isEmpty else {
            throw UsageError("--pack takes the stickers of a library: leave out the photos")
        }
        guard let output = values.path(.output) else { throw UsageError("say where the pack goes: -o DIR") }
        if output == "-" || StorageSettings.isMeant(by: output) {
            throw UsageError("a pack is a folder: -o \(output) does not work here")
        }
        if let name = values.names.map(\.rawValue).filter({ !Self.known.contains(OptionName($0)) }).min() {
            throw UsageError("--\(name) cannot be used with --pack, which uses the library's stickers unchanged")
        }
        targets = values.words(.targets).compactMap(PackTarget.init(rawValue:))
        guard !targets.isEmpty else {
            throw UsageError("name the platforms of the pack: --pack \(pack) --for whatsapp")
        }
        self.pack = pack
        self.output = output
        library = values.path(.library)
        title = values.word(.title)
        author = values.word(.author)
        emoji = try values.emoji()
        keepsBest = values.word(.count) == "best"
        forces = values.has(.force)
        printsJSON = values.has(.json)
        isQuiet = values.has(.quiet)
    }
}

extension OptionValues {
    /// Of `--emoji`; `nil` where it is not given.
    func emoji() throws -> [String]? {
        guard let text = word(.emoji) else { return nil }
        guard let list = PackExport.emoji(in: text) else {
            throw UsageError("--emoji takes only emoji, not '\(text)'")
        }
        return list
    }
}

extension KeptPackRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        let folders = NewFolders(output)
        defer { folders.removeEmpty() }
        let folder = try (library ?? Studio.Settings.standardLibrary()).absolute
        let pack = try await LibraryPackStickers.read(pack, in: folder)
        for photo in pack.unfinished {
            let why =
                photo.failure.map { " is left out: \($0)" }
                ?? " has no sticker yet and is left out: make it in the studio"
            context.complain(photo.name + why)
        }
        guard !pack.stickers.isEmpty else {
            throw CommandFailure("the pack '\(pack.name)' has no stickers: add some in the studio")
        }
        let details = PackExport.Details(
            title: title ?? pack.name, author: author ?? "Peel", emoji: emoji ?? ["🙂"], force: forces,
            keepsBest: keepsBest, shortensTitle: title == nil, cover: pack.cover)
        let pictures = EncodedPictures()
        let packs = PlatformPacks(targets: targets, printsJSON: printsJSON, isQuiet: isQuiet, context: context)
        let status = await packs.make { [context, output] target, progress in
            var export = PackExport(pack.stickers, in: output, details)
            export.pictures = pictures
            export.progress = progress
            return try await export.run(for: target, isStopped: { context.stop.isRequested })
        }
        if context.stop.isRequested { return .interrupted }
        return status == .done && !pack.unfinished.isEmpty ? .someFailed : status
    }
}
