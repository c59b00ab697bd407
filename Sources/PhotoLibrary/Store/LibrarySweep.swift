import Files
import FoundationEssentials

/// Makes files and index consistent when the library is opened, after a kill or when files were moved by hand.
///
/// Originals are removed only if a user has begun their removal. Unknown ones are added, and those with other bytes
/// than their name says are set aside. Results that the index does not name are removed, since they can be made again.
struct LibrarySweep {
    let folder: LibraryFolder
    let index: LibraryIndex
    let now: Date
    private(set) var notes: [RecoveryNote] = []

    /// The resulting selection and trash.
    private var photos: [PhotoID: LibraryPhoto] = [:]
    private var changes: [Change] = []
    private var leftovers = 0

    private enum Change {
        case insert(LibraryPhoto)
        case remove(PhotoID)
        case removeBlobs(PhotoID)
        case forgetRemoval(PhotoID)
    }

    init(folder: LibraryFolder, index: LibraryIndex, now: Date) {
        self.folder = folder
        self.index = index
        self.now = now.roundedToMilliseconds
    }

    /// Makes the index and the files agree, and returns what the library takes.
    mutating func run(limit: Int) throws(LibraryError) -> LibraryUsage {
        let indexed = try index.photos() + index.trash()
        try prepareFolders(isEmpty: indexed.isEmpty)
        let removals = try index.removals()
        var sizes = try asLibraryError { () throws(FileError) in
            for id in removals { try finishRemoval(of: id) }
            return try originals()
        }
        // A disk that is not mounted, or a copy that has just begun: a person removes one, and not all of several.
        if sizes.isEmpty, Set(indexed.map(\.original)).count > 1 {
            throw originalsMissing("the folder \(folder.originals) is empty; put them back")
        }
        try asLibraryError { () throws(FileError) in
            for id in removals { sizes[id] = nil }
            for photo in indexed { try keepOrDrop(photo, &sizes) }
            for photo in indexed { sizes[photo.original] = nil }
            try adopt(sizes)
            try sweepResults()
        }
        if leftovers > 0 { notes.append(RecoveryNote(.leftoversRemoved(leftovers))) }
        try writeChanges()
        var usage = LibraryUsage(originals: 0, results: 0, limit: limit)
        for photos in Dictionary(grouping: photos.values, by: \.original).values { usage.add(photos) }
        return usage
    }

    private func prepareFolders(isEmpty: Bool) throws(LibraryError) {
        guard isEmpty || folder.originals.exists else {
            throw originalsMissing("there is no folder \(folder.originals); put it back")
        }
        try asLibraryError { () throws(FileError) in
            try folder.originals.createFolderDurably()
            try folder.results.createFolderDurably()
        }
    }

    private func originalsMissing(_ reason: String) -> LibraryError {
        LibraryError(
            .originalsMissing, folder.originals,
            "the photos of the library \(folder.path) are missing: \(reason), or remove \(folder.index) to start with "
                + "an empty library")
    }

    // MARK: Originals

    private mutating func finishRemoval(of id: PhotoID) throws(FileError) {
        let file = folder.original(id)
        guard (try? file.removeFile()) != nil, folder.removeResults(of: id) else { return }
        // Once the index forgets the removal, the file must not reappear after a power cut.
        if file.parent.exists { try file.parent.synchronizeFolder() }
        changes.append(.forgetRemoval(id))
    }

    /// Returns the originals on disk, with their sizes.
    private mutating func originals() throws(FileError) -> [PhotoID: Int] {
        var sizes: [PhotoID: Int] = [:]
        for shard in try folder.originals.names() where shard.hexDigits(count: 2) != nil {
            let place = folder.originals.appending(shard)
            let names = try place.names()
            if names.first?.bytes.first == UInt8(ascii: ".") { leftovers += try AtomicFile.removeLeftovers(in: place) }
            for name in names {
                guard let id = PhotoID(shard: shard, rest: name) else { continue }
                let status = try place.appending(name).status()
                if status.kind == .regular { sizes[id] = status.size }
            }
        }
        return sizes
    }

    /// Keeps a photo whose original has the right size, and drops others.
    private mutating func keepOrDrop(_ photo: LibraryPhoto, _ sizes: inout [PhotoID: Int]) throws(FileError) {
        let size = sizes[photo.original]
        if size == photo.byteCount {
            photos[photo.id] = photo
            return
        }
        changes.append(.remove(photo.id))
        if size == nil {
            notes.append(RecoveryNote(.originalMissing(photo.id)))
        } else {
            try setAside(photo.original)
            sizes[photo.original] = nil
        }
    }

    /// Adds originals that the index does not know, in the order in which they were written.
    private mutating func adopt(_ sizes: [PhotoID: Int]) throws(FileError) {
        let found = sizes.map { id, size in
            let status = try? folder.original(id).status(followingLinks: false)
            return (id: id, size: size, time: status?.modificationTime ?? 0)
        }
        for (id, size, time) in found.sorted(by: { ($0.time, $0.id.text) < ($1.time, $1.id.text) }) {
            let path = folder.original(id)
            guard size > 0, PhotoID(try SHA256Digest(ofFileAt: path)) == id else {
                try setAside(id)
                continue
            }
            let photo = LibraryPhoto(
                id: id, name: OriginalFile.name(at: path, id: id), byteCount: size, state: "", details: "{}",
                revision: 0, blobs: [:], added: Date(milliseconds: time / 1_000_000), lastUsed: now)
            photos[id] = photo
            changes.append(.insert(photo))
            notes.append(RecoveryNote(.originalAdopted(id)))
        }
    }

    private mutating func setAside(_ id: PhotoID) throws(FileError) {
        try folder.damaged.createFolderDurably()
        var place = folder.damaged.appending(id.text)
        while place.exists { place = place.appendingSuffix("-again") }
        try folder.original(id).move(to: place)
        notes.append(RecoveryNote(.originalDamaged(id, setAside: place)))
    }

    // MARK: Results

    private mutating func sweepResults() throws(FileError) {
        var complete: Set<PhotoID> = []
        for shard in try folder.results.names() where shard.hexDigits(count: 2) != nil {
            let place = folder.results.appending(shard)
            for name in try place.names() {
                guard let id = PhotoID(shard: shard, rest: name) else { continue }
                if let photo = photos[id], photo.hasResult {
                    if try isComplete(photo) { complete.insert(id) }
                } else {
                    removeLeftover(place.appending(name))
                }
            }
        }
        for photo in photos.values.sorted(by: { $0.id.text < $1.id.text })
        where photo.hasResult && !complete.contains(photo.id) {
            folder.removeResults(of: photo.id)
            photos[photo.id]?.blobs = [:]
            changes.append(.removeBlobs(photo.id))
            notes.append(RecoveryNote(.resultIncomplete(photo.id)))
        }
    }

    /// Whether all parts are there. It removes other files.
    private mutating func isComplete(_ photo: LibraryPhoto) throws(FileError) -> Bool {
        let current = FilePath(String(photo.revision))
        let place = folder.results(of: photo.id)
        var found = 0
        for revision in try place.names() {
            guard revision == current else {
                removeLeftover(place.appending(revision))
                continue
            }
            let files = place.appending(current)
            for name in try files.names() {
                let text = String(decoding: name.bytes, as: UTF8.self)
                if let size = photo.blobs[text], (try? files.appending(name).status().size) == size {
                    found += 1
                } else {
                    removeLeftover(files.appending(name))
                }
            }
        }
        return found == photo.blobs.count
    }

    private mutating func removeLeftover(_ path: FilePath) {
        if (try? path.removeTree()) != nil { leftovers += 1 }
    }

    // MARK: The index

    private func writeChanges() throws(LibraryError) {
        guard !changes.isEmpty else { return }
        try index.transaction { () throws(LibraryError) in
            var position = try index.lastPosition()
            for change in changes {
                switch change {
                case .insert(let photo):
                    position += 1
                    try index.insert(photo, position: position)
                case .remove(let id): try index.remove(id)
                case .removeBlobs(let id): try index.removeBlobs(of: id)
                case .forgetRemoval(let id): try index.forgetRemoval(of: id)
                }
            }
        }
    }
}
