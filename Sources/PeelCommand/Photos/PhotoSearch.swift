import Catalog
import Peel

/// A photo that `peel make` was given or found.
struct FoundPhoto: Hashable, Sendable {
    /// Where it is read from.
    var path: FilePath
    /// From the folder that was given on; the bare name of a photo that was given itself.
    var source: FilePath
    /// What it is, if it comes from the web: then it is read from its address, and ``path`` only names it.
    var web: SpacePhoto?
    /// What is said of it.
    var metadata: StickerMetadata?
    /// What is made otherwise of it.
    var options: PhotoOptions?
    /// What storage says of it, if it is there: ``path`` is its address then.
    var stored: StoredFile?
    /// What became of it before; `nil` for one that is new.
    var past: Past?

    /// What became of a photo whose file has not changed since.
    enum Past: Hashable, Sendable {
        /// It has stickers, by the SHA-256 of its file.
        case made(SHA256Digest)
        /// The reason why it has none.
        case failed(String)
    }

    /// The size and the entity tag of an object.
    struct StoredFile: Hashable, Sendable {
        var byteCount: Int
        var entityTag: String
    }
}

/// What became of something that was to be searched.
struct SearchProblem: Error, Equatable, Sendable, CustomStringConvertible {
    let path: FilePath
    /// Without the name.
    let reason: String
    /// What a photo's failure says, without the name.
    let failure: String
    /// With the name.
    let description: String

    init(_ path: FilePath, _ reason: String) {
        self.path = path
        self.reason = reason
        failure = reason
        description = "\(path): \(reason)"
    }

    init(_ error: FileError) {
        path = error.path
        reason = error.reason
        failure = CommandFailure(reading: error).description
        description = error.description
    }
}

/// What `peel make` is to work on: the photos in the order in which they were given, a folder's by their paths.
struct PhotoSearch: Equatable, Sendable {
    private(set) var photos: [FoundPhoto] = []
    /// What could not be looked at.
    private(set) var failures: [SearchProblem] = []
    /// Linked folders that are searched anyway, other names of a photo that is taken already, and films: no photo is
    /// lost.
    private(set) var passedOver: [SearchProblem] = []
    /// Photos and folders whose names begin with a dot: those are taken only if they are named.
    private(set) var hidden: [FilePath] = []
    /// How many files that are no photos the folders have, by their endings in lower case.
    private(set) var otherFiles: [String: Int] = [:]
    /// Other packs in the folders that were searched. They are passed over.
    private(set) var packs: [FilePath] = []
    private var packIdentities: Set<FileStatus.Identity> = []
    private var otherIdentities: Set<FileStatus.Identity> = []
    /// Lists of what is said of photos that lie deeper than the folders that were given: they are not read.
    var unreadMetadata: [FilePath] = []
    /// How many movies of live photos are passed over.
    private(set) var livePhotoCount = 0
    /// How many photos and folders the patterns left out.
    private(set) var excludedCount = 0
    /// Patterns that left out nothing.
    private(set) var idlePatterns: [PathPattern]
    private let patterns: [PathPattern]
    /// The path under which each file was found first.
    private var seen: [FileStatus.Identity: FilePath] = [:]
    /// What was said of already: a folder may be named twice.
    private var otherNames: Set<FilePath> = []

    /// - Parameters:
    ///   - output: the pack's folder; what lies in it is not a photo.
    ///   - patterns: name what is left out.
    ///   - catalogs: photos from sources that are not on disk.
    ///   - stored: what sources in storage have, sorted by their names.
    init(
        _ sources: [FilePath], output: FilePath, excluding patterns: [PathPattern] = [],
        catalogs: [FilePath: CatalogResult] = [:], stored: [FilePath: [FoundPhoto]] = [:]
    ) {
        self.patterns = patterns
        idlePatterns = patterns
        let pack = try? output.status().identity
        let stickers = Self.stickers(of: output)
        for source in sources {
            if let catalog = catalogs[source] {
                take(catalog, of: source)
                continue
            }
            if let photos = stored[source] {
                take(photos, of: source)
                continue
            }
            do {
                let status = try source.status()
                guard status.kind == .folder else {
                    if stickers.contains(status.identity) {
                        failures.append(SearchProblem(FileError("take", source, cause: .ownOutput)))
                    } else if !isExcluded(source, isFolder: false) {
                        take(FoundPhoto(path: source, source: source.lastComponent), status.identity)
                    }
                    continue
                }
                try search(source, pack: pack)
            } catch {
                failures.append(SearchProblem(error))
            }
        }
        forgetMetadata(beside: sources)
    }

    /// Leaves out what is not to be worked on now.
    mutating func keep(_ photo: (inout FoundPhoto) -> Bool) {
        photos = photos.compactMap { found in
            var found = found
            return photo(&found) ? found : nil
        }
    }

    mutating func take(_ metadata: PhotoMetadata) {
        for (place, sticker) in metadata.stickers { photos[place].metadata = sticker }
        for (place, options) in metadata.options { photos[place].options = options }
    }

    /// Takes one file of a live photo: iPhones write two, of one name, in one folder. With `.living` the movie is read
    /// under the photo's name, else it is passed over.
    mutating func takeOneFileOfLivePhotos(_ motion: MotionChoice) {
        func moment(_ photo: FoundPhoto) -> FilePath { photo.path.parent.appending(photo.path.stem) }
        let movies = photos.filter { $0.web == nil && $0.path.pathExtension == "mov" }
        var movie = Dictionary(movies.map { (moment($0), $0) }) { first, _ in first }
        guard !movie.isEmpty else { return }
        var taken: Set<FilePath> = []
        for place in photos.indices where Self.livePhotos.contains(photos[place].path.pathExtension) {
            guard let half = movie.removeValue(forKey: moment(photos[place])) else { continue }
            taken.insert(half.path)
            if motion == .living { (photos[place].path, photos[place].stored) = (half.path, half.stored) }
        }
        photos.removeAll { taken.contains($0.path) && $0.source.pathExtension == "mov" }
        if motion != .living { livePhotoCount = taken.count }
    }

    /// What the names of live photos end with.
    private static let livePhotos: Set<String> = ["heic", "heif", "jpg", "jpeg"]

    /// A file is taken once, however many names it has: links, hard links, folders that are named twice.
    private mutating func take(_ photo: FoundPhoto, _ identity: FileStatus.Identity) {
        guard let first = seen[identity] else {
            seen[identity] = photo.path
            photos.append(photo)
            return
        }
        if first != photo.path, otherNames.insert(photo.path).inserted {
            passedOver.append(SearchProblem(photo.path, "it is the same file as \(first)"))
        }
    }

    private mutating func isExcluded(_ path: FilePath, isFolder: Bool) -> Bool {
        guard let pattern = patterns.first(where: { $0.matches(path, isFolder: isFolder) }) else { return false }
        excludedCount += 1
        idlePatterns.removeAll { $0 == pattern || $0.matches(path, isFolder: isFolder) }
        return true
    }

    private mutating func take(_ catalog: CatalogResult, of source: FilePath) {
        failures += catalog.failures.map { SearchProblem(source, CommandFailure($0).description) }
        for photo in catalog.photos {
            let other = "\(source)" == photo.id ? photo.id : "\(source)#\(photo.id)"
            let name = FilePath(photo.date.map { "apod:\($0)" } ?? other)
            if let reason = photo.unsavableReason {
                passedOver.append(SearchProblem(name, "\(photo.title) \(reason)"))
                continue
            }
            if photos.contains(where: { $0.web?.originalURL == photo.originalURL }) { continue }
            photos.append(FoundPhoto(path: name, source: FilePath(photo.fileName), web: photo))
        }
    }

    /// By the rules of folders.
    private mutating func take(_ stored: [FoundPhoto], of source: FilePath) {
        var addresses = Set(photos.lazy.filter { $0.stored != nil }.map(\.path))
        for photo in stored where Self.isPhoto(photo.source) {
            var folders: [FilePath] = []
            var folder = photo.source.parent
            while folder != ".", folder != "/", folders.count < 200 {
                folders.append(folder)
                folder = folder.parent
            }
            if folders.contains(where: { isExcluded($0, isFolder: true) }) || isExcluded(photo.source, isFolder: false)
            {
                continue
            }
            if ([photo.source] + folders).contains(where: { $0.lastComponent.bytes.first == UInt8(ascii: ".") }) {
                hidden.append(photo.path)
            } else if addresses.insert(photo.path).inserted {
                photos.append(photo)
            } else {
                passedOver.append(SearchProblem(photo.path, "it is given twice"))
            }
        }
    }

    /// What lies in the folder of the pack's stickers: a photo that is named there would be written over.
    private static func stickers(of pack: FilePath) -> Set<FileStatus.Identity> {
        let folder = PackFolder(pack).stickers
        let names = (try? folder.names()) ?? []
        return Set(names.compactMap { try? folder.appending($0).status().identity })
    }

    private mutating func search(_ folder: FilePath, pack: FileStatus.Identity?) throws(FileError) {
        let walk = try FolderWalk(folder) { path, isFolder in
            // Only photos count, so that the number of files left out means something.
            (isFolder || Self.isPhoto(path)) && isExcluded(path, isFolder: isFolder)
        }
        for problem in walk.problems {
            let isSearchedAnyway = problem.cause == .folderSeenBefore
            if isSearchedAnyway {
                passedOver.append(SearchProblem(problem))
            } else {
                failures.append(SearchProblem(problem))
            }
        }
        var isInPack: [FilePath: Bool] = [:]
        for path in Self.packs(among: walk.files) where !isWithin(pack, path, of: folder, &isInPack) {
            isInPack[path] = true
            let other = folder.appending(path)
            if let identity = try? other.status().identity, packIdentities.insert(identity).inserted {
                packs.append(other)
            }
        }
        hidden += (walk.hiddenFiles.filter(Self.isPhoto) + walk.hiddenFolders).filter {
            !isWithin(pack, $0.parent, of: folder, &isInPack)
        }.map { folder.appending($0) }
        for file in walk.files {
            if isWithin(pack, file.relativePath.parent, of: folder, &isInPack) { continue }
            guard Self.isPhoto(file.relativePath) else {
                count(file)
                continue
            }
            guard let identity = try? file.path.status().identity else { continue }
            take(FoundPhoto(path: file.path, source: file.relativePath), identity)
        }
    }

    /// Folders below the searched one that are sticker packs: their pictures are of photos already.
    private static func packs(among files: [FolderWalk.File]) -> [FilePath] {
        files.filter { file in
            file.relativePath.parent != "." && file.path == PackFolder(file.path.parent).manifest
                && PackFolder(file.path.parent).isPack
        }.map(\.relativePath.parent)
    }

    private mutating func count(_ other: FolderWalk.File) {
        // Peel's own lists, and what systems leave in folders.
        let name = other.relativePath.lastComponent.description.lowercased()
        if "\(other.relativePath.lastComponent)" == PackMetadata.fileName, other.relativePath.parent != ".",
            !patterns.contains(where: { $0.matches(other.relativePath, isFolder: false) })
        {
            unreadMetadata.append(other.path)
        }
        guard ![PackMetadata.fileName, SavedPictures.listName, "thumbs.db", "desktop.ini"].contains(name),
            !patterns.contains(where: { $0.matches(other.relativePath, isFolder: false) }),
            let identity = try? other.path.status().identity, otherIdentities.insert(identity).inserted
        else { return }
        otherFiles[other.relativePath.pathExtension, default: 0] += 1
    }

    /// What lies in a folder that was given, too, or beside a photo that was, is read.
    private mutating func forgetMetadata(beside sources: [FilePath]) {
        guard !unreadMetadata.isEmpty else { return }
        let folders = sources.map { (try? $0.status().kind) == .folder ? $0 : $0.parent }
        var known = Set(folders.compactMap { try? $0.status().identity })
        unreadMetadata = unreadMetadata.filter { file in
            (try? file.parent.status().identity).map { known.insert($0).inserted } == true
        }
    }

    /// In a folder other files are passed over; a photo that is named may be called anything.
    static func isPhoto(_ path: FilePath) -> Bool { PackPhoto.pathExtensions.contains(path.pathExtension) }

    /// Whether a folder below `root` is a pack's or lies in it.
    ///
    /// - Parameter known: what was found before, and the folders of other packs.
    private func isWithin(
        _ pack: FileStatus.Identity?, _ folder: FilePath, of root: FilePath, _ known: inout [FilePath: Bool]
    ) -> Bool {
        if let answer = known[folder] { return answer }
        let isRoot = folder == "."
        let path = isRoot ? root : root.appending(folder)
        let answer =
            (pack != nil && (try? path.status().identity) == pack)
            || (!isRoot && isWithin(pack, folder.parent, of: root, &known))
        known[folder] = answer
        return answer
    }
}
