/// A named source of log lines, passed to whoever has something to say.
///
/// The message is a constant; what varies goes into metadata:
/// `logger.info("token issued", [.clientID: "\(client)"])`.
public struct Logger: Sendable {
    /// The part of the server that says it, lower-case words joined by dots.
    public let label: String
    /// The least level that is written.
    public let level: LogLevel
    private let fields: [LogField]
    private let sink: any LogSink

    /// Makes a logger.
    public init(label: StaticString, level: LogLevel, sink: any LogSink) {
        self.init(label: label.description, level: level, fields: [], sink: sink)
    }

    private init(label: String, level: LogLevel, fields: [LogField], sink: any LogSink) {
        self.label = label
        self.level = level
        self.fields = fields
        self.sink = sink
    }

    /// The same logger for another part of the server.
    public func labelled(_ label: StaticString) -> Logger {
        Logger(label: label.description, level: level, fields: fields, sink: sink)
    }

    /// The same logger with metadata that each of its lines carries.
    public func with(_ metadata: KeyValuePairs<LogKey, LogValue>) -> Logger {
        Logger(label: label, level: level, fields: fields.merging(metadata), sink: sink)
    }

    /// Whether lines of a level are written.
    public func isEnabled(_ level: LogLevel) -> Bool {
        level >= self.level
    }

    /// Writes a line; the metadata is not even computed when the level is not written.
    public func log(
        _ level: LogLevel, _ message: StaticString,
        _ metadata: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        guard isEnabled(level) else { return }
        sink.write(
            LogEntry(level: level, label: label, message: message.description, metadata: fields.merging(metadata())))
    }
}

// MARK: One method a level

extension Logger {
    /// Writes a line of level `trace`.
    public func trace(
        _ message: StaticString, _ metadata: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        log(.trace, message, metadata())
    }

    /// Writes a line of level `debug`.
    public func debug(
        _ message: StaticString, _ metadata: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        log(.debug, message, metadata())
    }

    /// Writes a line of level `info`.
    public func info(
        _ message: StaticString, _ metadata: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        log(.info, message, metadata())
    }

    /// Writes a line of level `notice`.
    public func notice(
        _ message: StaticString, _ metadata: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        log(.notice, message, metadata())
    }

    /// Writes a line of level `warning`.
    public func warning(
        _ message: StaticString, _ metadata: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        log(.warning, message, metadata())
    }

    /// Writes a line of level `error`.
    public func error(
        _ message: StaticString, _ metadata: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        log(.error, message, metadata())
    }

    /// Writes a line of level `critical`.
    public func critical(
        _ message: StaticString, _ metadata: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
    ) {
        log(.critical, message, metadata())
    }

}

extension [LogField] {
    /// The fields with others added; a key that is there already takes the new value.
    fileprivate func merging(_ metadata: KeyValuePairs<LogKey, LogValue>) -> [LogField] {
        var fields = self
        for (key, value) in metadata {
            fields.removeAll { $0.key == key }
            fields.append(LogField(key: key, value: value))
        }
        return fields
    }
}
