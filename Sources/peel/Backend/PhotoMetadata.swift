import Peel

/// What is said of photos and their pack: by the file that was named, or by the files beside the photos.
nonisolated struct PhotoMetadata: Equatable, Sendable {
    private(set) var title: String?
    private(set) var author: String?
    private(set) var emoji: [String]?
    /// By the photos' places.
    private(set) var stickers: [Int: StickerMetadata] = [:]
    /// By the photos' places: what is made otherwise of them.
    private(set) var options: [Int: PhotoOptions] = [:]
    /// What a person should know of entries that are not used, one sentence each.
    private(set) var notes: [String] = []
    /// Where a photo is named: the file and the line.
    private var places: [Int: String] = [:]

    /// Most lines about photos that are not there; the rest is counted.
    private static let mostNotes = 20

    /// Reads the file that was named, else those beside the photos. Blocks.
    ///
    /// - Parameter sources: photos and folders of the disk, as they were given.
    init(of photos: [FoundPhoto], from sources: [FilePath], named file: FilePath?) throws(CommandFailure) {
        if let file {
            try take(Self.read(file), from: file, Self.placesByName(photos), photos, isBeside: nil)
        } else {
            try readFilesBeside(photos, sources)
        }
        guard notes.count > Self.mostNotes else { return }
        notes = notes.prefix(Self.mostNotes) + ["\(notes.count - Self.mostNotes) more entries like these are not used"]
    }

    private mutating func readFilesBeside(_ photos: [FoundPhoto], _ sources: [FilePath]) throws(CommandFailure) {
        var seen: Set<FilePath> = []
        var places: [FileStatus.Identity: [Int]]?
        for source in sources {
            let folder = (try? source.status().kind) == .folder ? source : source.parent
            let file = folder.appending(PackMetadata.fileName)
            guard seen.insert(folder).inserted, (try? file.status().kind) == .regular else { continue }
            let known = places ?? Self.placesByIdentity(photos)
            places = known
            try take(
                Self.read(file), from: file,
                { name in
                    guard let path = FilePath(escapedText: name), let status = try? folder.appending(path).status()
                    else { return [] }
                    return known[status.identity] ?? []
                }, photos, isBeside: folder)
        }
    }

    /// - Parameters:
    ///   - find: the places of the photos with a name.
    ///   - folder: beside whose photos the file lies: a photo that is there and is not among those of this run is not said.
    private mutating func take(
        _ metadata: PackMetadata, from file: FilePath, _ find: (String) -> [Int], _ photos: [FoundPhoto],
        isBeside folder: FilePath?
    ) throws(CommandFailure) {
        title = Self.first(title, metadata.title, "title", file, &notes)
        author = Self.first(author, metadata.author, "author", file, &notes)
        emoji = Self.first(emoji, metadata.emoji, "emoji", file, &notes)
        for photo in metadata.photos {
            let line = "\(file), line \(photo.line)"
            let found = find(photo.name)
            guard let place = found.first else {
                let isThere = folder.flatMap { folder in
                    FilePath(escapedText: photo.name).flatMap { try? folder.appending($0).status() }
                }
                if isThere == nil { notes.append(Self.unknown(photo.name, at: line, photos)) }
                continue
            }
            guard found.count == 1 else {
                let paths = found.prefix(2).map { photos[$0].path.escapedText }
                throw CommandFailure(
                    "\(line): '\(photo.name)' is \(found.count) photos, \(paths.joined(separator: " and ")): "
                        + "name each by its path as it was given")
            }
            if let other = places.updateValue(line, forKey: place) {
                throw CommandFailure("\(line): '\(photo.name)' is the photo of \(other), too: leave one out")
            }
            stickers[place] = photo.sticker
            options[place] = photo.options
        }
    }

    /// The first value holds; another is said.
    private static func first<Value: Equatable>(
        _ known: Value?, _ new: Value?, _ name: String, _ file: FilePath, _ notes: inout [String]
    ) -> Value? {
        if let known, let new, known != new {
            notes.append("the \(name) of \(file) is not used: another file has one")
        }
        return known ?? new
    }

    private static func unknown(_ name: String, at line: String, _ photos: [FoundPhoto]) -> String {
        let name = String(name.unicodeScalars.prefix(200))
        // Comparing takes as long as both names together.
        let candidates = photos.prefix(1_000).map(\.source.escapedText)
        let hint = nearest(to: name, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
        return "\(line): there is no photo '\(name)'\(hint)"
    }

    private static func placesByName(_ photos: [FoundPhoto]) -> (String) -> [Int] {
        var places: [String: Set<Int>] = [:]
        for (place, photo) in photos.enumerated() {
            places[photo.source.escapedText, default: []].insert(place)
            places[photo.path.escapedText, default: []].insert(place)
        }
        return { name in
            let found = places[name, default: []].sorted()
            // A path as it was given means one photo, also where it is the name of another.
            return found.count > 1 ? found.filter { photos[$0].path.escapedText == name }.nonEmpty ?? found : found
        }
    }

    private static func placesByIdentity(_ photos: [FoundPhoto]) -> [FileStatus.Identity: [Int]] {
        var places: [FileStatus.Identity: [Int]] = [:]
        for (place, photo) in photos.enumerated() where photo.web == nil {
            guard let identity = try? photo.path.status().identity else { continue }
            places[identity, default: []].append(place)
        }
        return places
    }

    private static func read(_ file: FilePath) throws(CommandFailure) -> PackMetadata {
        do throws(PackError) {
            return try PackMetadata(readingFrom: file)
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension Array {
    fileprivate nonisolated var nonEmpty: Self? { isEmpty ? nil : self }
}
