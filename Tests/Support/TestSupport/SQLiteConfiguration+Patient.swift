public import SQLDatabase

extension SQLiteConfiguration {
    /// The configuration of tests that are about something else than time: under a sanitizer and beside hundreds of other
    /// tests, what takes milliseconds may take many seconds.
    public static func patient(path: String, counters: SQLCounterTable? = nil) -> SQLiteConfiguration {
        var configuration = SQLiteConfiguration(path: path, counters: counters)
        configuration.readTimeout = .seconds(300)
        configuration.writeTimeout = .seconds(300)
        configuration.writeQueueTimeout = .seconds(300)
        configuration.lockTimeout = .seconds(300)
        return configuration
    }
}
