import Files
import FoundationEssentials

/// The library on one thread: files and index, kept consistent.
///
/// A file is written before the index names it, and removed after the index has forgotten it. So a killed run leaves
/// only unnamed files, which the next start removes (results) or adds (originals).
///
/// Not Sendable; every call blocks. The actor ``PhotoLibrary`` owns it, on a thread of its own, and says what the calls
/// do that have the same name there.
final class LibraryStore {
    let folder: LibraryFolder
    let notes: [RecoveryNote]
    private(set) var usage: LibraryUsage

    // In this order, because the index must close before another program may open it.
    let index: LibraryIndex
    private let lock: LibraryLock

    let now: @Sendable () -> Date
    let fault: FaultPoint.Handler

    /// The times when results were last read, until the index has them.
    private var pendingUses: [PhotoID: Date] = [:]
    private static let maximumPendingUses = 256
    /// Deleted photos whose files are gone, so that the index may forget them.
    var finishedRemovals: [PhotoID] = []

    /// Opens the library, or creates an empty one, and repairs what an earlier run left.
    init(
        at path: FilePath, limit: Int, now: @escaping @Sendable () -> Date,
        fault: @escaping FaultPoint.Handler = { _ in }
    ) throws(LibraryError) {
        folder = LibraryFolder(path: path)
        self.now = now
        self.fault = fault
        let folder = folder
        try asLibraryError { () throws(FileError) in try folder.create() }
        lock = try LibraryLock(folder)

        var notes: [RecoveryNote] = []
        index = try IndexRecovery.open(in: folder, notes: &notes, fault: fault)
        fault(.indexOpened)
        var sweep = LibrarySweep(folder: folder, index: index, now: now())
        usage = try sweep.run(limit: limit)
        self.notes = notes + sweep.notes
        // The limit may have been lowered, or a run was killed before it cleaned up. A full disk does not keep the
        // library closed.
        do throws(LibraryError) {
            try cleanUp()
        } catch {
            guard error.isDiskFull else { throw error }
        }
    }

    private func cleanUp() throws(LibraryError) {
        try deleteOverdue()
        guard usage.isAboveLimit else { return }
        removeFiles(of: try change { usage throws(LibraryError) in try makeRoom(in: &usage, except: nil) })
    }

    func photos() throws(LibraryError) -> [LibraryPhoto] {
        try index.photos().map(withPendingUse)
    }

    func photo(_ id: PhotoID) throws(LibraryError) -> LibraryPhoto? {
        guard let photo = try index.photo(id), photo.removed == nil else { return nil }
        return withPendingUse(photo)
    }

    func knownPhoto(_ id: PhotoID) throws(LibraryError) -> LibraryPhoto {
        guard let photo = try photo(id) else {
            throw LibraryError(.unknownPhoto, folder.path, "there is no photo \(id) in the library \(folder.path)")
        }
        return photo
    }

    /// Runs `body` in a transaction: its changes of the index and of the given usage are kept all or none. Noted uses
    /// are written, too.
    func change<Result>(
        _ body: (inout LibraryUsage) throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        var usage = usage
        let result = try index.transaction { () throws(LibraryError) in
            for (id, date) in pendingUses { try index.setLastUsed(date, of: id) }
            for id in finishedRemovals { try index.forgetRemoval(of: id) }
            return try body(&usage)
        }
        pendingUses = [:]
        finishedRemovals = []
        self.usage = usage
        return result
    }

    /// Changes photos of one original in the index, and counts them anew. Call it in a transaction.
    func recount(
        _ original: PhotoID, in usage: inout LibraryUsage, _ body: () throws(LibraryError) -> Void
    ) throws(LibraryError) {
        usage.subtract(try index.photos(of: original))
        try body()
        usage.add(try index.photos(of: original))
    }

    /// Notes that a result was read. The index gets it with the next change, because each change waits for the disk.
    func noteUse(of id: PhotoID) {
        pendingUses[id] = now()
        // Losing these only makes the order of cleaning up less precise.
        if pendingUses.count >= Self.maximumPendingUses { try? flush() }
    }

    /// Writes the noted uses.
    func flush() throws(LibraryError) {
        if !pendingUses.isEmpty || !finishedRemovals.isEmpty { try change { _ in } }
    }

    func invalid(_ rule: String) -> LibraryError {
        LibraryError(.invalidValue, folder.path, "the library \(folder.path) refuses this: \(rule)")
    }

    private func withPendingUse(_ photo: LibraryPhoto) -> LibraryPhoto {
        var photo = photo
        if let date = pendingUses[photo.id] { photo.lastUsed = date.roundedToMilliseconds }
        return photo
    }
}
