import Peel

/// What is said of photos and their pack: by the file that was named, or by the files beside the photos.
struct PhotoMetadata: Equatable, Sendable {
    private(set) var title: String?
    private(set) var author: String?
    private(set) var emoji: [String]?
    /// By the photos' places.
    private(set) var stickers: [Int: StickerMetadata] = [:]
    /// By the photos' places: what is made otherwise of them.
    private(set) var options: [Int: PhotoOptions] = [:]
    /// What a person should know of entries that are not used, one sentence each.
    private(set) var notes: [String] = []
    /// The entries that name nothing at all, one sentence each.
    private(set) var unmatched: [String] = []
    /// Where a photo is named: the file and the line.
    private var places: [Int: String] = [:]

    private var names = EquivalentNames()
    /// The photos' places by their files, once they are needed.
    private var identities: [FileStatus.Identity: [Int]]?

    /// Most lines of a kind; the rest is counted.
    private static let mostNotes = 20

    /// Reads the file that was named, else those beside the photos. Blocks.
    ///
    /// - Parameter sources: photos and folders of the disk, as they were given.
    init(of photos: [FoundPhoto], from sources: [FilePath], named file: FilePath?) throws {
        var folders: [FilePath] = []
        for source in sources {
            let folder = (try? source.status().kind) == .folder ? source : source.parent
            if !folders.contains(folder) { folders.append(folder) }
        }
        if let file {
            try take(
                PackMetadata(readingFrom: file, allowsPipes: true), from: file, photos, below: folders,
                Self.placesByName(photos))
            return
        }
        for folder in folders {
            let file = folder.appending(PackMetadata.fileName)
            guard (try? file.status().kind) == .regular else { continue }
            try take(PackMetadata(readingFrom: file), from: file, photos, below: [folder])
        }
    }

    /// Why the run ends before anything is made: the person wanted something of photos that are not there.
    ///
    /// - Parameter canForce: whether `--force` goes on without them.
    func mismatch(canForce: Bool) -> CommandFailure? {
        guard !unmatched.isEmpty else { return nil }
        let (names, them) = unmatched.count == 1 ? ("1 name matches", "it") : ("\(unmatched.count) names match", "them")
        return CommandFailure(
            "\(names) no photo: fix \(them)" + (canForce ? ", or use --force to ignore \(them)" : ""))
    }

    /// At most 20 of such sentences.
    static func lines(_ sentences: [String]) -> [String] {
        guard sentences.count > mostNotes else { return sentences }
        return sentences.prefix(mostNotes) + ["\(sentences.count - mostNotes) more entries like these are not used"]
    }

    /// - Parameters:
    ///   - folders: names are paths from there on, if the names of the photos are not those.
    ///   - placesByName: the places of the photos of a name; `nil` for a file beside photos, which may name others than
    ///     those
    ///     of this run.
    private mutating func take(
        _ metadata: PackMetadata, from file: FilePath, _ photos: [FoundPhoto], below folders: [FilePath],
        _ placesByName: ((String) -> [Int])? = nil
    ) throws {
        title = Self.first(title, metadata.title, called: "title", of: file, &notes)
        author = Self.first(author, metadata.author, called: "author", of: file, &notes)
        emoji = Self.first(emoji, metadata.emoji, called: "emoji", of: file, &notes)
        for photo in metadata.photos {
            let line = "\(file), line \(photo.line)"
            var found = placesByName?(photo.name) ?? []
            var isThere = !found.isEmpty
            if !isThere {
                let files = files(of: photo.name, below: folders)
                found = files.keys.reduce(into: Set()) { $0.formUnion(placesByIdentity(photos)[$1] ?? []) }.sorted()
                isThere = !found.isEmpty || files.values.contains(true)
            }
            if !isThere {
                unmatched.append(Self.unmatched(photo.name, at: line, photos))
            } else if found.isEmpty, placesByName != nil {
                notes.append("\(line): '\(photo.name)' is not among the photos of this run")
            }
            try take(photo, at: line, found, photos)
        }
    }

    /// - Parameter found: the places of the photos that it means; one, or none.
    private mutating func take(
        _ photo: PackMetadata.Photo, at line: String, _ found: [Int], _ photos: [FoundPhoto]
    ) throws {
        guard let place = found.first else { return }
        guard found.count == 1 else {
            let paths = found.prefix(2).map { photos[$0].path.escapedText }
            throw CommandFailure(
                "\(line): '\(photo.name)' is \(found.count) photos, \(paths.joined(separator: " and ")): give the "
                    + "path of each, as on the command line")
        }
        if let other = places.updateValue(line, forKey: place) {
            throw CommandFailure("\(line): '\(photo.name)' is the photo of \(other), too: leave one out")
        }
        stickers[place] = photo.sticker
        options[place] = photo.options
    }

    /// The first value holds; another is said.
    private static func first<Value: Equatable>(
        _ known: Value?, _ new: Value?, called name: String, of file: FilePath, _ notes: inout [String]
    ) -> Value? {
        if let known, let new, known != new {
            notes.append("the \(name) of \(file) is not used: another file has one")
        }
        return known ?? new
    }

    private static func unmatched(_ name: String, at line: String, _ photos: [FoundPhoto]) -> String {
        let name = String(name.unicodeScalars.prefix(200))
        // Comparing takes as long as both names together.
        let candidates = photos.prefix(1_000).map(\.source.escapedText)
        let meant = candidates.first { $0.lowercased() == name.lowercased() } ?? nearest(to: name, among: candidates)
        return "\(line): there is no photo '\(name)'" + (meant.map { "; did you mean '\($0)'?" } ?? "")
    }

    private static func placesByName(_ photos: [FoundPhoto]) -> (String) -> [Int] {
        var places: [String: Set<Int>] = [:]
        for (place, photo) in photos.enumerated() {
            places[photo.source.escapedText, default: []].insert(place)
            places[photo.path.escapedText, default: []].insert(place)
        }
        return { name in
            // By canonical equivalence. Where that is several photos, a path as it was given means one, also where it
            // is the name of another, and then the bytes decide.
            let found = places[name, default: []].sorted()
            guard found.count > 1 else { return found }
            let given = found.filter { photos[$0].path.escapedText == name }.nonEmpty ?? found
            return given.filter { Self.isSame(photos[$0].path, name) || Self.isSame(photos[$0].source, name) }.nonEmpty
                ?? given
        }
    }

    private static func isSame(_ path: FilePath, _ name: String) -> Bool {
        path.escapedText.utf8.elementsEqual(name.utf8)
    }

    /// What a name leads to, and whether a search would take it for a photo. Blocks.
    private mutating func files(of name: String, below folders: [FilePath]) -> [FileStatus.Identity: Bool] {
        guard let path = FilePath(escapedText: name) else { return [:] }
        var files: [FileStatus.Identity: Bool] = [:]
        for folder in folders {
            guard let file = names.path(of: path, below: folder), let status = try? file.status() else { continue }
            let isPhoto = status.kind == .regular && (PhotoSearch.isPhoto(file) || Self.isPicture(file))
            files[status.identity] = isPhoto || files[status.identity] == true
        }
        return files
    }

    /// Whether a file begins as pictures do. A photo that is named may be called anything. Blocks.
    private static func isPicture(_ file: FilePath) -> Bool {
        var head = [UInt8](repeating: 0, count: 64)
        return (try? OpenFile.readingFile(file).read(into: &head)) != nil && ImageFormat(signatureOf: head) != nil
    }

    private mutating func placesByIdentity(_ photos: [FoundPhoto]) -> [FileStatus.Identity: [Int]] {
        if let identities { return identities }
        var places: [FileStatus.Identity: [Int]] = [:]
        for (place, photo) in photos.enumerated() where photo.web == nil {
            guard let identity = try? photo.path.status().identity else { continue }
            places[identity, default: []].append(place)
        }
        identities = places
        return places
    }
}

extension Array {
    fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
