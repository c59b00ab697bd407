import Files

/// The migrations of the index, a step for each version.
enum Schema {
    /// The steps, each from the version before to its own. Released steps never change: a new version is a new step.
    static let steps = [
        """
        CREATE TABLE photos (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 64),
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            bytes INTEGER NOT NULL CHECK (bytes > 0),
            state TEXT NOT NULL,
            details TEXT NOT NULL,
            revision INTEGER NOT NULL CHECK (revision >= 0),
            added INTEGER NOT NULL,
            used INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE blobs (
            photo TEXT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            bytes INTEGER NOT NULL CHECK (bytes >= 0),
            PRIMARY KEY (photo, name)
        ) STRICT, WITHOUT ROWID;
        """,
        // Removed photos whose files may still exist: unknown originals are added again, but not these. And the order
        // in which results are cleaned up.
        """
        CREATE TABLE removals (id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE INDEX photos_by_use ON photos (used, position);
        """,
        // The trash: the time of removal in milliseconds since 1970; null for photos of the selection.
        """
        ALTER TABLE photos ADD COLUMN removed INTEGER;
        CREATE INDEX photos_by_removal ON photos (removed) WHERE removed IS NOT NULL;
        """,
        // Packs, and the photos in them. A photo that the index has lost keeps its places until it is found again, so
        // that they do not refer to it.
        """
        CREATE TABLE packs (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            cover TEXT NOT NULL,
            removed INTEGER
        ) STRICT;
        CREATE TABLE members (
            pack TEXT NOT NULL REFERENCES packs (id) ON DELETE CASCADE,
            photo TEXT NOT NULL,
            position INTEGER NOT NULL,
            PRIMARY KEY (pack, photo)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX members_by_photo ON members (photo);
        """,
        // Duplicates: the id of the original that one shares; null for photos whose id is that of their original.
        """
        ALTER TABLE photos ADD COLUMN original TEXT;
        CREATE INDEX photos_by_original ON photos (original) WHERE original IS NOT NULL;
        """,
    ]

    static var newest: Int { steps.count }

    /// Migrates the file to the newest version, each step whole or not at all.
    ///
    /// - Returns: the version that was found.
    /// - Throws: ``LibraryError/Code/newerVersion(found:known:)``; then nothing was changed.
    static func migrate(
        _ database: borrowing Database, to newest: Int = newest, fault: FaultPoint.Handler = { _ in }
    ) throws(LibraryError) -> Int {
        let found = try database.integer("PRAGMA user_version")
        guard found <= newest else {
            throw LibraryError(
                .newerVersion(found: found, known: newest), database.path,
                "the library's index \(database.path) was written by a later version of Peel (its format is \(found), "
                    + "this version knows up to \(newest)); use that version, or another folder")
        }
        guard found >= 0 else { throw LibraryError(damaged: database.path) }
        try database.configure()
        for version in found..<newest {
            let path = database.path
            do throws(LibraryError) {
                try database.run("BEGIN IMMEDIATE")
                try database.run(steps[version])
                fault(.insideMigration)
                try database.run("PRAGMA user_version = \(version + 1)")
                try database.run("COMMIT")
            } catch {
                try? database.run("ROLLBACK")
                // If tables exist already, or are missing, it is not our index, or not a complete one.
                if case .database = error.code { throw LibraryError(damaged: path, because: error) }
                throw error
            }
        }
        return found
    }
}

extension LibraryError {
    /// Creates an error for a damaged index.
    init(damaged path: FilePath, because reason: LibraryError? = nil) {
        let words = reason.map { " (\($0.description))" } ?? ""
        self.init(.damaged, path, "the library's index \(path) is damaged\(words)")
    }
}
