import Execution
package import Files
package import FoundationEssentials
import Profiling

/// The studio's library on disk: the original photos, their results, the order of the selection, and packs of it. It
/// knows nothing of pictures: a photo is bytes, and a result is named bytes and a JSON text.
///
/// It keeps what it has confirmed: after a kill or a power cut at any moment, it opens with everything that was
/// confirmed, and with a change in progress either done or not begun. Removed photos stay in the trash for
/// ``trashDays``. Above its limit, the library deletes from the trash first, then results, the least recently used
/// first; originals of the selection always stay.
///
/// All calls run in order on a thread of the library, because SQLite and the disk block. No other thread waits, neither
/// the main actor's nor those of Swift's shared pool.
///
///     let library = try await PhotoLibrary.open(at: folder, limit: 20_000_000_000)
///     let added = try await library.add(bytes, named: "cat.jpg")
///     try await library.setResult(
///         of: added.photo.id, revision: 1, blobs: ["sticker.png": png], state: "done", details: "{}")
package actor PhotoLibrary {
    /// The days for which a removed photo can be restored, unless the library needs its room before.
    package static let trashDays = 30

    package nonisolated let folder: FilePath
    /// The most bytes of originals and results together.
    package nonisolated let limit: Int

    private let executor = SerialThreadExecutor(name: "peel-library")
    /// The store; `nil` once the library was closed.
    private var store: LibraryStore?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init(folder: FilePath, limit: Int) {
        self.folder = folder
        self.limit = limit
    }

    /// Opens the library in this folder, or creates an empty one, and repairs what an interrupted run left; see
    /// ``recovered``.
    ///
    /// - Parameters:
    ///   - limit: in bytes, of originals and results together; at least 1.
    ///   - now: the clock for when photos were added and used.
    /// - Throws: ``LibraryError`` with the code `inUse`, `newerVersion`, `originalsMissing`, or `file`. A damaged index
    ///   is no error: it is rebuilt.
    package static func open(
        at folder: FilePath, limit: Int, now: @escaping @Sendable () -> Date = { Date() }
    ) async throws(LibraryError) -> PhotoLibrary {
        try await open(at: folder, limit: limit, now: now, fault: { _ in })
    }

    static func open(
        at folder: FilePath, limit: Int, now: @escaping @Sendable () -> Date, fault: @escaping FaultPoint.Handler
    ) async throws(LibraryError) -> PhotoLibrary {
        precondition(limit >= 1, "a library's limit must be at least one byte")
        let library = PhotoLibrary(folder: folder, limit: limit)
        try await library.start(now: now, fault: fault)
        return library
    }

    private func start(now: @escaping @Sendable () -> Date, fault: @escaping FaultPoint.Handler) throws(LibraryError) {
        store = try LibraryStore(at: folder, limit: limit, now: now, fault: fault)
    }

    /// Writes pending data and releases the folder. Without it, a program's end does the same, except for the times
    /// when results were last read. Every later call but this one throws `closed`.
    package func close() throws(LibraryError) {
        defer { store = nil }
        try store?.flush()
    }

    /// What was repaired when the library was opened; empty after a run that ended normally.
    package var recovered: [RecoveryNote] {
        get throws(LibraryError) { try opened.notes }
    }

    /// The bytes that the library takes.
    package var usage: LibraryUsage {
        get throws(LibraryError) { try opened.usage }
    }

    private var opened: LibraryStore {
        get throws(LibraryError) {
            guard let store else {
                throw LibraryError(.closed, folder, "the library \(folder) is closed; open it again")
            }
            return store
        }
    }

    // MARK: The selection

    /// Returns all photos in the order of the selection: as they were added, or as ``reorder(_:)`` put them.
    package func photos() throws(LibraryError) -> [LibraryPhoto] {
        try opened.photos()
    }

    /// Returns a photo; `nil` if there is none.
    package func photo(_ id: PhotoID) throws(LibraryError) -> LibraryPhoto? {
        try opened.photo(id)
    }

    /// Adds a photo at the end of the selection. One that is there already, also as a duplicate, keeps its place and
    /// its name.
    ///
    /// - Parameters:
    ///   - name: text for display, without control characters and cut to 255 bytes.
    ///   - details: of a new photo, JSON, at most 1 MiB; `nil` stands for `{}`.
    /// - Throws: ``LibraryError`` with the code `full` when the originals, with this one, reach the limit;
    ///   `invalidValue` for no bytes; `file`. Then nothing of the photo is kept.
    package func add(
        _ bytes: [UInt8], named name: String, details: String? = nil
    ) throws(LibraryError) -> LibraryAddition {
        try opened.add(bytes, named: name, details: details)
    }

    /// Makes another photo of the same original, behind the first: with its name, state, details and result. Changes of
    /// one do not reach the other. The original is kept once, as long as one of its photos is.
    ///
    /// - Throws: ``LibraryError`` with the code `unknownPhoto`, or `file`.
    package func duplicate(_ id: PhotoID) throws(LibraryError) -> LibraryPhoto {
        try opened.duplicate(id, as: .random())
    }

    /// Moves photos to the trash, with their details, originals and results. Those that are not in the selection are
    /// ignored. It works on a full disk, too.
    ///
    /// - Returns: those that were moved.
    @discardableResult
    package func remove(_ ids: [PhotoID]) throws(LibraryError) -> [PhotoID] {
        try opened.remove(ids)
    }

    /// Returns the photos in the trash, the last removed first. They are not part of the selection: other calls do not
    /// know them.
    package func trash() throws(LibraryError) -> [LibraryPhoto] {
        try opened.trash()
    }

    /// Moves photos from the trash back to their place in the selection, with their details. Those that are not in the
    /// trash are ignored.
    ///
    /// - Returns: those that were put back.
    @discardableResult
    package func restore(_ ids: [PhotoID]) throws(LibraryError) -> [LibraryPhoto] {
        try opened.restore(ids)
    }

    /// Deletes photos in the trash for good; `nil` deletes all of them.
    ///
    /// - Returns: those that were deleted.
    @discardableResult
    package func emptyTrash(_ ids: [PhotoID]?) throws(LibraryError) -> [PhotoID] {
        try opened.emptyTrash(ids)
    }

    /// Deletes photos that have been in the trash for ``trashDays``. Every change of the trash does that, and so does
    /// opening the library; a program that runs for days calls it now and then.
    package func deleteOverdue() throws(LibraryError) {
        try opened.deleteOverdue()
    }

    /// Moves photos to the front in this order; the others follow in theirs.
    ///
    /// - Returns: the whole selection in its new order.
    /// - Throws: ``LibraryError`` with the code `unknownPhoto`, or `invalidValue` when one is named twice.
    @discardableResult
    package func reorder(_ ids: [PhotoID]) throws(LibraryError) -> [PhotoID] {
        try opened.reorder(ids)
    }

    /// Returns the bytes of a photo in the trash.
    package func removedOriginal(_ id: PhotoID) throws(LibraryError) -> [UInt8] {
        try opened.removedOriginal(id)
    }

    /// Opens the file of a photo in the trash, on the library's thread.
    package func openRemovedOriginal<Opened: Sendable>(
        _ id: PhotoID, _ open: @Sendable (FilePath) throws(FileError) -> Opened
    ) throws(LibraryError) -> Opened {
        try opened.openRemovedOriginal(id, open)
    }

    // MARK: Packs

    /// Returns all packs with their photos, in the order in which they were made.
    package func packs() throws(LibraryError) -> [LibraryPack] {
        try opened.packs()
    }

    /// Returns a pack; `nil` if there is none.
    package func pack(_ id: PackID) throws(LibraryError) -> LibraryPack? {
        try opened.pack(id)
    }

    /// Makes a pack of these photos of the selection, in this order.
    ///
    /// - Throws: ``LibraryError`` with the code `unknownPhoto`, `invalidValue` for a name without a character,
    ///   `tooManyPacks` beyond ``LibraryPack/mostPacks``, or `packTooLarge` beyond ``LibraryPack/mostPhotos``.
    package func addPack(named name: String, photos: [PhotoID]) throws(LibraryError) -> LibraryPack {
        try opened.addPack(.random(), named: name, photos: photos)
    }

    /// Changes a pack, wholly or not at all.
    ///
    /// - Throws: as ``addPack(named:photos:)``, and `unknownPack`; `unknownPhoto` for a place in the order, or a cover,
    ///   that the pack does not have.
    @discardableResult
    package func changePack(_ id: PackID, _ change: LibraryPackChange) throws(LibraryError) -> LibraryPack {
        try opened.changePack(id, change)
    }

    /// Removes a pack. Its photos stay. It can be restored for ``trashDays``.
    package func removePack(_ id: PackID) throws(LibraryError) {
        try opened.removePack(id)
    }

    /// Brings a removed pack back to its place, with its photos that are still there.
    @discardableResult
    package func restorePack(_ id: PackID) throws(LibraryError) -> LibraryPack {
        try opened.restorePack(id)
    }

    // MARK: A photo

    /// Returns the photo's bytes.
    package func original(_ id: PhotoID) throws(LibraryError) -> [UInt8] {
        try Trace.span("read photo") { () throws(LibraryError) in try opened.original(id) }
    }

    /// Stores what the owner says of a photo; `nil` changes nothing.
    ///
    /// - Parameters:
    ///   - state: at most 64 bytes.
    ///   - details: JSON, at most 1 MiB.
    @discardableResult
    package func update(
        _ id: PhotoID, state: String? = nil, details: String? = nil
    ) throws(LibraryError) -> LibraryPhoto {
        try Trace.span("write details") { () throws(LibraryError) in
            try opened.update(id, state: state, details: details)
        }
    }

    /// Replaces a photo's result, its state and its details, all of them or none.
    ///
    /// The new result always stays. Others are cleaned up, the least recently used first, if the library exceeds its
    /// limit, which it can do by one result.
    ///
    /// - Parameters:
    ///   - revision: higher than that of the result that is there; when that was cleaned up, the same will do.
    ///   - blobs: 1 to 16 parts by their names, such as `sticker.png`: up to 64 lower-case letters, digits, `.`, `-`,
    ///     `_`.
    ///   - state, details: as in ``update(_:state:details:)``.
    ///   - evicts: whether the results of other photos of the selection may go for this one.
    /// - Throws: ``LibraryError`` with the code `noRoom` when they may not and would have to, `staleRevision`,
    ///   `unknownPhoto`, `invalidValue` or `file`.
    @discardableResult
    package func setResult(
        of id: PhotoID, revision: Int, blobs: [String: [UInt8]], state: String? = nil, details: String? = nil,
        evicts: Bool = true
    ) throws(LibraryError) -> StoredResult {
        try Trace.span("write result") { () throws(LibraryError) in
            try opened.setResult(
                of: id, revision: revision, blobs: blobs, state: state, details: details, evicts: evicts)
        }
    }

    /// Returns one part of a photo's result; `nil` if there is none, or no longer. Counts as a use of the result.
    package func blob(_ name: String, of id: PhotoID) throws(LibraryError) -> [UInt8]? {
        try Trace.span("read result") { () throws(LibraryError) in try opened.blob(name, of: id) }
    }

    /// Opens the file of one part of a photo's result, on the library's thread; `nil` as in ``blob(_:of:)``. Another
    /// result removes the file, but an open one can be read to its end.
    ///
    /// - Parameter open: gets the file and the result's revision.
    package func openBlob<Opened: Sendable>(
        _ name: String, of id: PhotoID, _ open: @Sendable (FilePath, _ revision: Int) throws(FileError) -> Opened
    ) throws(LibraryError) -> Opened? {
        try opened.openBlob(name, of: id, open)
    }

    /// Opens the photo's file, on the library's thread.
    package func openOriginal<Opened: Sendable>(
        _ id: PhotoID, _ open: @Sendable (FilePath) throws(FileError) -> Opened
    ) throws(LibraryError) -> Opened {
        try opened.openOriginal(id, open)
    }
}
