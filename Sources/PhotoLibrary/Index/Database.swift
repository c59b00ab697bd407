import CSQLite
import Files
import Glibc

/// The owner of a connection to an SQLite file, with write-ahead log and foreign keys.
///
/// With `synchronous=FULL`, a finished transaction survives a power cut. Only then the studio confirms a photo to the
/// browser, which may forget it.
///
/// Every call blocks, and comes from one thread at a time.
struct Database: ~Copyable {
    let path: FilePath
    private let handle: OpaquePointer

    /// The wait for another program that reads the index, in milliseconds.
    private static let busyTimeout: CInt = 5_000
    /// The bytes to which the log is cut after a checkpoint.
    private static let longestLog = 4 << 20

    /// The size of the page cache in KiB: enough for some thousand photos, so that listing them does not read the file
    /// each time.
    private static let cacheSize = 32 << 10

    /// Opens the file, or creates an empty one.
    init(at path: FilePath) throws(LibraryError) {
        // SQLite would take what starts with "file:" for a URI.
        let place = path.bytes.first == UInt8(ascii: "/") ? path : FilePath("./").appending(path)
        // SQLite gives its logs the mode of this file. Closing a file that is in use would release SQLite's locks.
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

    /// Turns on what makes writing safe, once it is known that this program understands the file.
    func configure() throws(LibraryError) {
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = FULL")
        try run("PRAGMA foreign_keys = ON")
        try run("PRAGMA cache_size = -\(Self.cacheSize)")
        try run("PRAGMA journal_size_limit = \(Self.longestLog)")
    }

    /// Makes closing checkpoint the log from now on. Until then closing changes nothing, so that a damaged file can be
    /// set aside unchanged.
    func takeOverLogAtClose() {
        _ = peel_sqlite_leave_log(handle, 0)
    }

    func prepare(_ sql: String) throws(LibraryError) -> Statement {
        try Statement(handle, sql, path: path)
    }

    /// Runs statements without reading rows.
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

    /// Runs `body`, and keeps all of its changes, or none if it throws.
    func transaction<Result>(_ body: () throws(LibraryError) -> Result) throws(LibraryError) -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // After some errors, SQLite has already rolled back.
            if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }
}
