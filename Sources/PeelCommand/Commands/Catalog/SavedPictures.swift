import Catalog
import Execution
import FoundationEssentials
import ImageLoading
import Peel

/// The folder that `peel catalog save` writes: originals, and `catalog.json` with what is known of them.
struct SavedPictures: Sendable {
    /// What `catalog.json` has of a picture.
    struct Entry: Codable, Equatable, Sendable {
        var file: String
        var id: String
        var title: String
        var date: String?
        var credit: String?
        var address: String
        var description: String
    }

    private static let mostListBytes = 64 << 20
    let folder: FilePath
    let web: WebCatalog

    /// The list of what is there.
    static let listName = "catalog.json"
    private var list: FilePath { folder.appending(Self.listName) }

    /// Names for pictures, in their order: two that would have the same, up to the ending, are told apart by a number.
    /// So are pictures with a bare name, as addresses have, from what is there already and is not the same picture.
    ///
    /// - Parameters:
    ///   - listed: what the list has.
    ///   - names: of the files that are there.
    static func names(of photos: [SpacePhoto], beside listed: [Entry] = [], in names: [FilePath] = []) -> [String] {
        var taken: Set<String> = []
        var others = Set(names.map { $0.stem.description.lowercased() })
        var own = Dictionary(listed.map { ($0.id, FilePath($0.file).stem.description) }, uniquingKeysWith: { $1 })
        for photo in photos { own[photo.id].map { _ = others.remove($0.lowercased()) } }
        return photos.map { photo in
            let name = FilePath(photo.fileName)
            let isStrangers = { photo.isNamedByAddress && others.contains($0) }
            if photo.isNamedByAddress, let stem = own.removeValue(forKey: photo.id),
                taken.insert(stem.lowercased()).inserted
            {
                return "\(stem).\(name.pathExtension)"
            }
            var stem = name.stem.description
            var number = 1
            while isStrangers(stem.lowercased()) || !taken.insert(stem.lowercased()).inserted {
                number += 1
                stem = "\(name.stem) \(number)"
            }
            return "\(stem).\(name.pathExtension)"
        }
    }

    /// What is there: what the list has, and the names of all files.
    ///
    /// - Throws: for a list that is damaged, or not Peel's: it would be replaced.
    @concurrent
    func found() async throws -> (listed: [Entry], names: [FilePath]) {
        // What a killed run was just writing.
        _ = try? AtomicFile.removeLeftovers(in: folder)
        let names = (try? folder.names()) ?? []
        guard names.contains(FilePath(Self.listName)) else { return ([], names) }
        guard let bytes = try? list.readBytes(limit: Self.mostListBytes),
            let listed = try? CheckedJSON.decode([Entry].self, from: bytes)
        else {
            throw CommandFailure(
                "\(list) cannot be read as a list of saved pictures: fix it, move it away, or choose another folder")
        }
        return (listed, names)
    }

    /// Loads an original into a file, whose ending becomes that of the picture's format where it is another's.
    ///
    /// - Returns: `nil` when the task was cancelled.
    @concurrent
    func save(_ photo: SpacePhoto, as name: String) async -> Result<Entry, CommandFailure>? {
        let addresses = photo.originalURLs
        guard !addresses.isEmpty, !Task.isCancelled else { return nil }
        do {
            let (data, address) = try await web.loader.picture(
                firstOf: addresses.map { ImageRequest($0, cachePolicy: .staleIfUnreachable) })
            let bytes = data.bytes
            // What is not a picture is not kept as one, whatever the server calls it.
            guard let format = ImageFormat(signatureOf: bytes) else {
                return .failure(
                    CommandFailure("\(address) leads to no picture in a supported format"))
            }
            let given = FilePath(name)
            let isFitting = format.pathExtensions.contains(given.pathExtension)
            let name = isFitting ? name : "\(given.stem).\(format.pathExtensions[0])"
            try await Self.write(bytes, to: folder.appending(name))
            return .success(
                Entry(
                    file: name, id: photo.id, title: photo.title, date: photo.date?.description,
                    credit: photo.copyright, address: address.absoluteString, description: photo.description))
        } catch {
            return Task.isCancelled ? nil : .failure(CommandFailure(error))
        }
    }

    /// Waits for the disk, on a thread of its own.
    private static func write(_ bytes: [UInt8], to path: FilePath) async throws {
        try await OwnThread.run {
            try path.parent.createFolder()
            try AtomicFile.write(bytes, to: path)
        }
    }

    /// Writes the list: what it had of other files stays.
    ///
    /// - Parameter listed: what it had.
    @concurrent
    func writeList(_ entries: [Entry], beside listed: [Entry]) async -> CommandFailure? {
        let new = Set(entries.map(\.file))
        let all = listed.filter { !new.contains($0.file) } + entries
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try await Self.write(Array(try encoder.encode(all)) + [UInt8(ascii: "\n")], to: list)
            return nil
        } catch {
            return CommandFailure(error)
        }
    }
}
