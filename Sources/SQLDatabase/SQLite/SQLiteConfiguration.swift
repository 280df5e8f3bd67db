/// How a SQLite database is opened and bounded.
public struct SQLiteConfiguration: Sendable {
    /// The path of the file, which is made with mode 0600 in a directory that must exist.
    public var path: String
    /// The table of counters, if writes use any.
    public var counters: SQLCounterTable?
    /// The number of threads and connections that read, at least 1.
    public var readers = 2
    /// How many reads may wait.
    public var queuedReads = 4096
    /// How many writes may wait.
    public var queuedWrites = 4096
    /// How many writes may share a transaction.
    public var writesPerCommit = 256
    /// How long a read may wait and run.
    public var readTimeout = Duration.seconds(5)
    /// How long a write may wait before it is begun.
    public var writeQueueTimeout = Duration.seconds(10)
    /// How long one write may run.
    public var writeTimeout = Duration.seconds(5)
    /// How long to wait for another process to let go of the database.
    public var lockTimeout = Duration.seconds(5)
    /// How long a migration may wait for another process; the migration itself has no limit.
    public var migrationLockTimeout = Duration.seconds(60)
    /// How many rows a statement may return.
    public var rowsPerStatement = 100_000
    /// How many prepared statements each connection keeps.
    public var preparedStatements = 256
    /// The page cache of each connection in KiB.
    public var cacheKibibytes = 4096
    /// After how many pages in the log it is copied into the database, beside the writer.
    public var checkpointPages = 1000
    /// At how many pages the log is started anew, which holds the writer up for a moment.
    public var restartPages = 8000

    /// Describes a database with the default bounds.
    public init(path: String, counters: SQLCounterTable? = nil) {
        self.path = path
        self.counters = counters
    }
}
