import CSQLite

/// The library that keeps the index.
public enum DatabaseLibrary {
    /// SQLite's version, for example `3.40.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
}
