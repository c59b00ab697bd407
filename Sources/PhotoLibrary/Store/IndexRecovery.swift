import Files
import Glibc

/// Opens the index. A damaged one is set aside and replaced by a new one with its readable parts; the sweep then adds
/// missing originals.
enum IndexRecovery {
    static func open(
        in folder: LibraryFolder, notes: inout [RecoveryNote], fault: @escaping FaultPoint.Handler
    ) throws(LibraryError) -> LibraryIndex {
        if let place = try finishInterruptedRebuild(in: folder) {
            notes.append(RecoveryNote(.indexRebuilt(setAside: place)))
        }
        do throws(LibraryError) {
            return try LibraryIndex(at: folder.index, fault: fault)
        } catch {
            guard error.code == .damaged else { throw error }
        }
        let salvage = IndexSalvage(of: folder.index)
        try removeRebuilt(in: folder)
        try write(salvage, to: folder.rebuiltIndex, fault: fault)
        fault(.rebuiltIndexWritten)
        let place = try asLibraryError { () throws(FileError) in try replaceIndex(in: folder, fault: fault) }
        notes.append(RecoveryNote(.indexRebuilt(setAside: place)))
        return try LibraryIndex(at: folder.index, fault: fault)
    }

    private static func write(
        _ salvage: IndexSalvage, to path: FilePath, fault: @escaping FaultPoint.Handler
    ) throws(LibraryError) {
        do {
            let index = try LibraryIndex(at: path, fault: fault)
            try index.transaction { () throws(LibraryError) in
                for id in salvage.removals { try index.noteRemoval(of: id) }
                for (position, photo) in salvage.photos.enumerated() {
                    var photo = photo
                    if try !index.isJSON(photo.details) { photo.details = "{}" }
                    try index.insert(photo, position: position + 1)
                }
                for pack in salvage.packs { try index.packs.insert(pack) }
            }
        }
        // Once closed, it has no log and can be moved.
        let log = path.appendingSuffix("-wal")
        guard !log.exists else { throw LibraryError(FileError("write", log, cause: .system(ENOSPC))) }
    }

    /// Moves the damaged index aside, and the new one to its place. The index itself moves first: after a kill here,
    /// the next start must not mistake an index without its log for a whole one.
    private static func replaceIndex(
        in folder: LibraryFolder, fault: FaultPoint.Handler
    ) throws(FileError) -> FilePath {
        var number = 1
        while folder.damagedIndex(number).exists || folder.damagedIndex(number).appendingSuffix("-wal").exists {
            number += 1
        }
        let place = folder.damagedIndex(number)
        try folder.index.move(to: place)
        try folder.path.synchronizeFolder()
        fault(.damagedIndexSetAside)
        try setLogAside(in: folder, beside: place)
        fault(.damagedLogSetAside)
        try folder.rebuiltIndex.move(to: folder.index)
        try folder.path.synchronizeFolder()
        fault(.rebuiltIndexNamed)
        return place
    }

    private static func setLogAside(in folder: LibraryFolder, beside place: FilePath) throws(FileError) {
        let log = folder.index.appendingSuffix("-wal")
        if log.exists { try log.move(to: place.appendingSuffix("-wal")) }
        try folder.index.appendingSuffix("-shm").removeFile()
        try folder.path.synchronizeFolder()
    }

    /// - Returns: where the damaged index stands if a run was killed between setting it aside and putting the new one
    ///   in its place.
    private static func finishInterruptedRebuild(in folder: LibraryFolder) throws(LibraryError) -> FilePath? {
        if folder.index.exists {
            try removeRebuilt(in: folder)
            return nil
        }
        return try asLibraryError { () throws(FileError) in
            var number = 1
            while folder.damagedIndex(number + 1).exists || folder.damagedIndex(number).appendingSuffix("-wal").exists {
                number += 1
            }
            let place = folder.damagedIndex(number)
            try setLogAside(in: folder, beside: place)
            guard folder.rebuiltIndex.exists else { return nil }
            try folder.rebuiltIndex.move(to: folder.index)
            try folder.path.synchronizeFolder()
            return place
        }
    }

    private static func removeRebuilt(in folder: LibraryFolder) throws(LibraryError) {
        try asLibraryError { () throws(FileError) in
            for suffix in ["", "-wal", "-shm"] { try folder.rebuiltIndex.appendingSuffix(suffix).removeFile() }
        }
    }
}

/// The readable parts of a damaged index.
struct IndexSalvage {
    /// The photos in the order of the selection, including those in the trash.
    private(set) var photos: [LibraryPhoto] = []
    private(set) var removals: Set<PhotoID> = []
    /// With their photos, also those that are not among ``photos``: their files may be found.
    private(set) var packs: [LibraryPack] = []

    private static let columns = "id, name, bytes, state, details, revision, added, used"

    /// Reads from both ends until a page makes no sense. The file stays unchanged.
    init(of path: FilePath) {
        guard let database = try? Database(at: path) else { return }
        // Libraries of earlier versions have no trash, and no duplicates.
        func column(_ name: String) -> String {
            let count = "SELECT count(*) FROM pragma_table_info('photos') WHERE name = '\(name)'"
            return (try? database.integer(count)) == 1 ? name : "NULL"
        }
        let columns = [Self.columns, column("removed"), column("original"), "position"].joined(separator: ", ")
        var found: [PhotoID: (photo: LibraryPhoto, position: Int)] = [:]
        for direction in ["ASC", "DESC"] {
            try? database.prepare("SELECT \(columns) FROM photos ORDER BY rowid \(direction)").rows { row in
                guard let photo = LibraryPhoto(row), photo.byteCount > 0, photo.revision >= 0 else { return }
                found[photo.id] = (photo, row.integer(10))
            }
        }
        for direction in ["ASC", "DESC"] {
            try? database.prepare("SELECT photo, name, bytes FROM blobs ORDER BY photo \(direction)").rows { row in
                guard let id = PhotoID(row.text(0)), ResultFiles.isName(row.text(1)), row.integer(2) >= 0 else {
                    return
                }
                found[id]?.photo.blobs[row.text(1)] = row.integer(2)
            }
        }
        var removals: Set<PhotoID> = []
        try? database.prepare("SELECT id FROM removals").rows { row in
            if let id = PhotoID(row.text(0)) { removals.insert(id) }
        }
        self.removals = removals.subtracting(found.values.map(\.photo.original))
        photos = found.values.sorted { ($0.position, $0.photo.id.text) < ($1.position, $1.photo.id.text) }.map(\.photo)
        packs = Self.packs(in: database)
    }

    private static func packs(in database: borrowing Database) -> [LibraryPack] {
        var found: [PackID: (pack: LibraryPack, position: Int)] = [:]
        var members: [PackID: [PhotoID: Int]] = [:]
        for direction in ["ASC", "DESC"] {
            let packs = "SELECT id, name, cover, position FROM packs WHERE removed IS NULL ORDER BY rowid \(direction)"
            try? database.prepare(packs).rows { row in
                if let pack = LibraryPack(row) { found[pack.id] = (pack, row.integer(3)) }
            }
            try? database.prepare("SELECT pack, photo, position FROM members ORDER BY pack \(direction)").rows { row in
                guard let id = PackID(row.text(0)), let photo = PhotoID(row.text(1)) else { return }
                members[id, default: [:]][photo] = row.integer(2)
            }
        }
        return found.values.sorted { ($0.position, $0.pack.id.text) < ($1.position, $1.pack.id.text) }.map { found in
            var pack = found.pack
            pack.photos = (members[pack.id] ?? [:]).sorted { ($0.value, $0.key.text) < ($1.value, $1.key.text) }.map(
                \.key)
            return pack
        }
    }
}
