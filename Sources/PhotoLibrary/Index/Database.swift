import CSQLite
import Files
import Glibc

/// The owner of a connection to a file of SQLite: write-ahead log, foreign keys.
///
/// `synchronous=FULL`: once a transaction has ended, it survives a power cut. The studio tells a browser "it is here"
/// after that, and the browser may forget the photo then.
///
/// Every call blocks, and comes from one thread at a time.
struct Database: ~Copyable {
    let path: FilePath
    private let handle: OpaquePointer

    /// How long to wait for another program that looks at the index, in milliseconds.
    private static let busyTimeout: CInt = 5_000
    /// The log is cut to that many bytes when it was taken over into the file.
    private static let longestLog = 4 << 20

    /// Enough for all pages of some thousand photos: else listing them reads the file each time. In KiB.
    private static let cacheSize = 32 << 10

    /// Opens the file, or makes an empty one.
    init(at path: FilePath) throws(LibraryError) {
        // SQLite would take what starts with "file:" for a URI.
        let place = path.bytes.first == UInt8(ascii: "/") ? path : FilePath("./").appending(path)
        // SQLite gives its logs the mode of this file. To close a file that is in use would take SQLite's locks.
        _ = try? OpenFile("write", place, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var opened: OpaquePointer?
        var result = place.withCString { sqlite3_open_v2($0, &opened, flags, nil) }
        if result == SQLITE_OK { result = peel_sqlite_defend(opened) }
        guard result == SQLITE_OK, let opened else {
            let error = LibraryError(result, of: opened, path)
            sqlite3_close_v2(opened)
            throw error
        }
        _ = peel_sqlite_leave_log(opened, 1)
        sqlite3_busy_timeout(opened, Self.busyTimeout)
        self.path = path
        handle = opened
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Turns on what makes it safe to write: not before it is known that this program understands the file.
    func configure() throws(LibraryError) {
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = FULL")
        try run("PRAGMA foreign_keys = ON")
        try run("PRAGMA cache_size = -\(Self.cacheSize)")
        try run("PRAGMA journal_size_limit = \(Self.longestLog)")
    }

    /// From now on, closing takes the log over into the file. Until then it leaves both as they are: should the file
    /// turn out to be damaged, that is how it is set aside.
    func takeOverLogAtClose() {
        _ = peel_sqlite_leave_log(handle, 0)
    }

    func prepare(_ sql: String) throws(LibraryError) -> Statement {
        try Statement(handle, sql, path: path)
    }

    /// Runs statements whose rows do not matter.
    func run(_ sql: String) throws(LibraryError) {
        let result = sqlite3_exec(handle, sql, nil, nil, nil)
        guard result == SQLITE_OK else { throw LibraryError(result, of: handle, path) }
    }

    func integer(_ sql: String) throws(LibraryError) -> Int {
        var number = 0
        try prepare(sql).rows { number = $0.integer(0) }
        return number
    }

    func text(_ sql: String) throws(LibraryError) -> String {
        var text = ""
        try prepare(sql).rows { text = $0.text(0) }
        return text
    }

    /// Runs `body`, and keeps all of what it changed or, when it throws, nothing.
    func transaction<Result>(_ body: () throws(LibraryError) -> Result) throws(LibraryError) -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // After some errors SQLite has rolled back by itself.
            if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }
}

/// The library that keeps the index.
package enum DatabaseLibrary {
    /// SQLite's version, for example `3.40.1`.
    package static var version: String { String(cString: sqlite3_libversion()) }
}
