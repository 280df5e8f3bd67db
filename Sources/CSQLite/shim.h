#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast, which is not imported. The copy that it asks for lets the caller's buffer go at once.
static inline int postern_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 size) {
    return sqlite3_bind_text64(statement, index, text ? text : "", size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// As above; a null pointer would bind NULL where an empty blob is meant.
static inline int postern_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 size) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", size, SQLITE_TRANSIENT);
}

// sqlite3_db_config is variadic.
static inline int postern_sqlite3_db_config_flag(sqlite3 *database, int option, int on) {
    return sqlite3_db_config(database, option, on, (int *)0);
}
