import Files
import FoundationEssentials

/// The index: the photos, their order, and their files. It touches no other file than its own.
///
/// Not Sendable; every call blocks. Calls that change something belong into ``transaction(_:)``.
final class LibraryIndex {
    private let database: Database
    private let fault: FaultPoint.Handler
    let packs: PackIndex

    private let selectPhotos: Statement
    private let selectPhoto: Statement
    private let selectPhotosOfOriginal: Statement
    private let selectBlobs: Statement
    private let selectBlobsOfPhoto: Statement
    private let selectTrash: Statement
    private let selectLeastUsed: Statement
    private let selectOldestResultInTrash: Statement
    private let selectOldestInTrash: Statement
    private let selectRemovals: Statement
    private let selectLastPosition: Statement
    private let selectPosition: Statement
    private let selectIsJSON: Statement
    private let insertPhoto: Statement
    private let insertBlob: Statement
    private let insertRemoval: Statement
    private let updatePhoto: Statement
    private let updatePosition: Statement
    private let updateLaterPositions: Statement
    private let updateUse: Statement
    private let updateRemoved: Statement
    private let updateRestored: Statement
    private let deletePhoto: Statement
    private let deleteBlobs: Statement
    private let deleteRemoval: Statement

    private static let columns = "id, name, bytes, state, details, revision, added, used, removed, original"

    /// Opens the index, or creates an empty one, and migrates it to the newest version.
    ///
    /// - Throws: ``LibraryError/Code/damaged`` when it makes no sense; then it can be set aside.
    init(at path: FilePath, fault: @escaping FaultPoint.Handler) throws(LibraryError) {
        self.fault = fault
        let database = try Database(at: path)
        _ = try Schema.migrate(database, fault: fault)
        guard try database.text("PRAGMA quick_check(1)") == "ok" else { throw LibraryError(damaged: path) }
        do {
            packs = try PackIndex(database)
            let columns = Self.columns
            selectPhotos = try database.prepare(
                "SELECT \(columns) FROM photos WHERE removed IS NULL ORDER BY position, id")
            selectTrash = try database.prepare(
                "SELECT \(columns) FROM photos WHERE removed IS NOT NULL ORDER BY removed DESC, position, id")
            selectPhoto = try database.prepare("SELECT \(columns) FROM photos WHERE id = ?")
            selectPhotosOfOriginal = try database.prepare(
                """
                SELECT \(columns) FROM photos WHERE id = ?1 OR original = ?1
                ORDER BY original IS NOT NULL, position, id
                """)
            selectBlobs = try database.prepare("SELECT photo, name, bytes FROM blobs")
            selectBlobsOfPhoto = try database.prepare("SELECT photo, name, bytes FROM blobs WHERE photo = ?")
            selectLeastUsed = try database.prepare(
                """
                SELECT id FROM photos
                WHERE id <> ? AND removed IS NULL AND EXISTS (SELECT 1 FROM blobs WHERE photo = photos.id)
                ORDER BY used, position LIMIT 1
                """)
            selectOldestResultInTrash = try database.prepare(
                """
                SELECT id FROM photos
                WHERE removed IS NOT NULL AND EXISTS (SELECT 1 FROM blobs WHERE photo = photos.id)
                ORDER BY removed, position LIMIT 1
                """)
            selectOldestInTrash = try database.prepare(
                "SELECT id FROM photos WHERE removed IS NOT NULL ORDER BY removed, position LIMIT 1")
            selectRemovals = try database.prepare("SELECT id FROM removals")
            selectLastPosition = try database.prepare("SELECT coalesce(max(position), 0) FROM photos")
            selectPosition = try database.prepare("SELECT position FROM photos WHERE id = ?")
            selectIsJSON = try database.prepare("SELECT json_valid(?)")
            insertPhoto = try database.prepare(
                """
                INSERT INTO photos (id, name, bytes, state, details, revision, added, used, position, original)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''))
                """)
            insertBlob = try database.prepare("INSERT INTO blobs (photo, name, bytes) VALUES (?, ?, ?)")
            insertRemoval = try database.prepare("INSERT OR IGNORE INTO removals (id) VALUES (?)")
            updatePhoto = try database.prepare("UPDATE photos SET state = ?, details = ?, revision = ? WHERE id = ?")
            updatePosition = try database.prepare("UPDATE photos SET position = ? WHERE id = ?")
            updateLaterPositions = try database.prepare("UPDATE photos SET position = position + 1 WHERE position > ?")
            updateUse = try database.prepare("UPDATE photos SET used = ? WHERE id = ?")
            updateRemoved = try database.prepare("UPDATE photos SET removed = ? WHERE id = ?")
            updateRestored = try database.prepare("UPDATE photos SET removed = NULL WHERE id = ?")
            deletePhoto = try database.prepare("DELETE FROM photos WHERE id = ?")
            deleteBlobs = try database.prepare("DELETE FROM blobs WHERE photo = ?")
            deleteRemoval = try database.prepare("DELETE FROM removals WHERE id = ?")
        } catch let error where error.isAboutTables {
            throw LibraryError(damaged: path, because: error)
        }
        database.takeOverLogAtClose()
        self.database = database
    }

    /// Keeps all changes of `body`, or none.
    func transaction<Result>(_ body: () throws(LibraryError) -> Result) throws(LibraryError) -> Result {
        let result = try database.transaction { () throws(LibraryError) in
            let result = try body()
            fault(.insideTransaction)
            return result
        }
        fault(.committed)
        return result
    }

    // MARK: Reading

    /// Returns the photos in the order of the selection.
    func photos() throws(LibraryError) -> [LibraryPhoto] { try photos(selectPhotos) }

    /// Returns the photos in the trash, the last removed first.
    func trash() throws(LibraryError) -> [LibraryPhoto] { try photos(selectTrash) }

    private func photos(_ statement: borrowing Statement) throws(LibraryError) -> [LibraryPhoto] {
        var blobs: [String: [String: Int]] = [:]
        try selectBlobs.rows { row in blobs[row.text(0), default: [:]][row.text(1)] = row.integer(2) }
        var photos: [LibraryPhoto] = []
        try statement.rows { row in
            guard var photo = LibraryPhoto(row) else { return }
            photo.blobs = blobs[photo.id.text] ?? [:]
            photos.append(photo)
        }
        return photos
    }

    /// Returns a photo of the selection or in the trash.
    func photo(_ id: PhotoID) throws(LibraryError) -> LibraryPhoto? {
        var photo: LibraryPhoto?
        try selectPhoto.rows(.text(id.text)) { photo = LibraryPhoto($0) }
        guard photo != nil else { return nil }
        try selectBlobsOfPhoto.rows(.text(id.text)) { photo?.blobs[$0.text(1)] = $0.integer(2) }
        return photo
    }

    /// Returns the photos of an original, in the selection and in the trash: the one that was added, then duplicates.
    func photos(of original: PhotoID) throws(LibraryError) -> [LibraryPhoto] {
        var photos: [LibraryPhoto] = []
        try selectPhotosOfOriginal.rows(.text(original.text)) { row in
            if let photo = LibraryPhoto(row) { photos.append(photo) }
        }
        for index in photos.indices {
            try selectBlobsOfPhoto.rows(.text(photos[index].id.text)) {
                photos[index].blobs[$0.text(1)] = $0.integer(2)
            }
        }
        return photos
    }

    /// Returns the photo of the selection whose result was used least recently, except `kept`.
    func leastRecentlyUsed(except kept: PhotoID?) throws(LibraryError) -> PhotoID? {
        var id: PhotoID?
        try selectLeastUsed.rows(.text(kept?.text ?? "")) { id = PhotoID($0.text(0)) }
        return id
    }

    /// Returns the photo in the trash with a result that was removed first.
    func oldestResultInTrash() throws(LibraryError) -> PhotoID? {
        var id: PhotoID?
        try selectOldestResultInTrash.rows { id = PhotoID($0.text(0)) }
        return id
    }

    /// Returns the photo in the trash that was removed first.
    func oldestInTrash() throws(LibraryError) -> PhotoID? {
        var id: PhotoID?
        try selectOldestInTrash.rows { id = PhotoID($0.text(0)) }
        return id
    }

    func lastPosition() throws(LibraryError) -> Int {
        var position = 0
        try selectLastPosition.rows { position = $0.integer(0) }
        return position
    }

    /// Returns deleted photos whose files may still exist.
    func removals() throws(LibraryError) -> Set<PhotoID> {
        var ids: Set<PhotoID> = []
        try selectRemovals.rows { row in
            if let id = PhotoID(row.text(0)) { ids.insert(id) }
        }
        return ids
    }

    /// Whether the text is JSON (RFC 8259), as SQLite reads it.
    func isJSON(_ text: String) throws(LibraryError) -> Bool {
        var isJSON = false
        try selectIsJSON.rows(.text(text)) { isJSON = $0.integer(0) == 1 }
        return isJSON
    }

    // MARK: Changing

    func insert(_ photo: LibraryPhoto, position: Int) throws(LibraryError) {
        try insertPhoto.run(
            .text(photo.id.text), .text(photo.name), .integer(photo.byteCount), .text(photo.state),
            .text(photo.details), .integer(photo.revision), .integer(photo.added.milliseconds),
            .integer(photo.lastUsed.milliseconds), .integer(position), .text(photo.duplicated?.text ?? ""))
        try setBlobs(of: photo)
        if let removed = photo.removed { try setRemoved(removed, of: photo.id) }
        try deleteRemoval.run(.text(photo.original.text))
    }

    /// Adds a photo behind another one.
    func insert(_ photo: LibraryPhoto, behind id: PhotoID) throws(LibraryError) {
        var position = 0
        try selectPosition.rows(.text(id.text)) { position = $0.integer(0) }
        try updateLaterPositions.run(.integer(position))
        try insert(photo, position: position + 1)
    }

    /// Writes a photo's record, except its blobs and position.
    func update(_ photo: LibraryPhoto) throws(LibraryError) {
        try updatePhoto.run(
            .text(photo.state), .text(photo.details), .integer(photo.revision), .text(photo.id.text))
    }

    func setBlobs(of photo: LibraryPhoto) throws(LibraryError) {
        try deleteBlobs.run(.text(photo.id.text))
        for (name, bytes) in photo.blobs.sorted(by: { $0.key < $1.key }) {
            try insertBlob.run(.text(photo.id.text), .text(name), .integer(bytes))
        }
    }

    func removeBlobs(of id: PhotoID) throws(LibraryError) {
        try deleteBlobs.run(.text(id.text))
    }

    func setPosition(_ position: Int, of id: PhotoID) throws(LibraryError) {
        try updatePosition.run(.integer(position), .text(id.text))
    }

    func setLastUsed(_ date: Date, of id: PhotoID) throws(LibraryError) {
        try updateUse.run(.integer(date.milliseconds), .text(id.text))
    }

    /// Moves a photo to the trash, or without a date back to its place in the selection.
    func setRemoved(_ date: Date?, of id: PhotoID) throws(LibraryError) {
        if let date {
            try updateRemoved.run(.integer(date.milliseconds), .text(id.text))
        } else {
            try updateRestored.run(.text(id.text))
        }
    }

    func remove(_ id: PhotoID) throws(LibraryError) {
        try deletePhoto.run(.text(id.text))
        try packs.forget(id)
    }

    func noteRemoval(of id: PhotoID) throws(LibraryError) {
        try insertRemoval.run(.text(id.text))
    }

    func forgetRemoval(of id: PhotoID) throws(LibraryError) {
        try deleteRemoval.run(.text(id.text))
    }
}

extension LibraryPhoto {
    /// - Parameter row: the columns id, name, bytes, state, details, revision, added, used, removed.
    /// - Returns: `nil` when the id is none.
    init?(_ row: borrowing Statement.Row) {
        guard let id = PhotoID(row.text(0)) else { return nil }
        self.init(
            id: id, name: row.text(1), byteCount: row.integer(2), state: row.text(3), details: row.text(4),
            revision: row.integer(5), blobs: [:], added: Date(milliseconds: row.integer(6)),
            lastUsed: Date(milliseconds: row.integer(7)),
            removed: row.integer(8) > 0 ? Date(milliseconds: row.integer(8)) : nil, duplicated: PhotoID(row.text(9)))
    }
}

extension LibraryError {
    /// Whether a table or a column is missing.
    fileprivate var isAboutTables: Bool {
        if case .database = code { true } else { false }
    }
}
