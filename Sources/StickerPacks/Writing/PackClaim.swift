import Files

/// A pack's folder that a run has taken: no other run writes there until this goes.
struct PackClaim: ~Copyable {
    let folder: PackFolder
    let journal: PackJournal
    let previous: PreviousPack
    /// Whether there was no folder before.
    let isNewFolder: Bool

    /// Makes the folder, or takes over the pack that is in it.
    ///
    /// - Parameter force: takes a folder that has files in it and is not a pack, or one whose manifest cannot be read.
    init(_ folder: PackFolder, force: Bool) throws(PackError) {
        let isNewFolder = (try? folder.path.status()) == nil
        try folder.claim(force: force)
        let journal = try PackJournal(in: folder)
        do throws(PackError) {
            previous = try PreviousPack(in: folder, force: force)
        } catch {
            Self.giveUp(folder, journal)
            throw error
        }
        self.folder = folder
        self.journal = journal
        self.isNewFolder = isNewFolder
    }

    /// Makes room for stickers. Nothing of an old pack is removed yet.
    func prepare() throws(PackError) {
        try asPackError { () throws(FileError) in try folder.prepare() }
    }

    /// Leaves a folder that is not taken as it was.
    func giveUp() { Self.giveUp(folder, journal) }

    private static func giveUp(_ folder: PackFolder, _ journal: borrowing PackJournal) {
        if journal.isEmpty { try? folder.journal.removeFile() }
    }
}
