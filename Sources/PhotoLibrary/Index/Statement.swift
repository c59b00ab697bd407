import CSQLite
import Files
import Glibc

/// A value of a statement.
enum SQLValue {
    case integer(Int)
    case text(String)
}

/// The owner of a prepared statement.
///
/// Not Sendable, like the connection: one thread at a time.
struct Statement: ~Copyable {
    private let handle: OpaquePointer
    private let path: FilePath

    /// - Parameter database: the connection, which must be closed with `sqlite3_close_v2`.
    init(_ database: OpaquePointer, _ sql: String, path: FilePath) throws(LibraryError) {
        var handle: OpaquePointer?
        let result = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard result == SQLITE_OK, let handle else { throw LibraryError(result, of: database, path) }
        self.handle = handle
        self.path = path
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs the statement to its end.
    func run(_ values: SQLValue...) throws(LibraryError) {
        try run(values) { _ in }
    }

    /// Runs the statement and passes each row on. `receive` may not run the same statement.
    func rows(_ values: SQLValue..., receive: (borrowing Row) -> Void) throws(LibraryError) {
        try run(values, receive: receive)
    }

    private func run(_ values: [SQLValue], receive: (borrowing Row) -> Void) throws(LibraryError) {
        defer { sqlite3_reset(handle) }
        for (index, value) in values.enumerated() {
            let result =
                switch value {
                case .integer(let number): sqlite3_bind_int64(handle, CInt(index + 1), Int64(number))
                case .text(let text): peel_sqlite_bind_text(handle, CInt(index + 1), text, CInt(text.utf8.count))
                }
            guard result == SQLITE_OK else { throw LibraryError(result, of: sqlite3_db_handle(handle), path) }
        }
        while true {
            let result = sqlite3_step(handle)
            if result == SQLITE_DONE { return }
            guard result == SQLITE_ROW else { throw LibraryError(result, of: sqlite3_db_handle(handle), path) }
            receive(Row(handle: handle))
        }
    }

    /// A row of a result, valid while the statement is at it. Columns count from 0.
    struct Row: ~Copyable {
        fileprivate let handle: OpaquePointer

        func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, CInt(column))) }

        func text(_ column: Int) -> String {
            guard let bytes = sqlite3_column_text(handle, CInt(column)) else { return "" }
            let count = Int(sqlite3_column_bytes(handle, CInt(column)))
            return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        }
    }
}

extension LibraryError {
    /// Converts SQLite's error.
    init(_ result: CInt, of database: OpaquePointer?, _ path: FilePath) {
        let systemError = sqlite3_system_errno(database)
        let primary = result & 0xff
        switch primary {
        case SQLITE_FULL:
            self.init(FileError("write", path, errorNumber: ENOSPC))
        case _ where systemError != 0 && [SQLITE_IOERR, SQLITE_CANTOPEN].contains(primary):
            self.init(FileError("write", path, errorNumber: systemError))
        case SQLITE_READONLY, SQLITE_PERM:
            self.init(FileError("write", path, errorNumber: EACCES))
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            self.init(
                .damaged, path, "the library's index \(path) is damaged; start again, and it is rebuilt from the photos"
            )
        case SQLITE_BUSY, SQLITE_LOCKED:
            self.init(.inUse, path, "another program has the library's index \(path) open; close it there")
        default:
            let reason = database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(result))
            self.init(.database(result), path, "the library's index \(path) refuses: \(reason)")
        }
    }
}
