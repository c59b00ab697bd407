// What Swift cannot import of SQLite and Linux: functions with a variable number of arguments, and a macro that casts a
// number to a function. Each returns what the function that it wraps returns.
#pragma once
#include <sqlite3.h>
#include <sys/xattr.h>

/// SQLite keeps a copy of the text.
static inline int peel_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes) {
    return sqlite3_bind_text(statement, index, text, bytes, SQLITE_TRANSIENT);
}

/// Whether closing the connection leaves the file and its log as they are, instead of copying the log into the file.
static inline int peel_sqlite_leave_log(sqlite3 *database, int leaves) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leaves, (int *) 0);
}

/// Prevents statements from writing to the file's internal pages, and a file from calling functions of its own.
static inline int peel_sqlite_defend(sqlite3 *database) {
    int result = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *) 0);
    if (result == SQLITE_OK)
        result = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *) 0);
    return result;
}
