/// Reads an event stream as its bytes come (WHATWG HTML, section 9.2.6), within a limit for each event.
public struct ServerSentEventParser: Sendable {
    /// Why a stream can't be read on.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// A line, or an event's data, is longer than allowed.
        case tooLarge

        /// One line that is safe to log.
        public var description: String { "an event of the stream is too large" }
    }

    /// The last id that the stream gave, for `Last-Event-ID` when it is opened again; empty when there was none.
    public private(set) var lastEventID: String
    /// The time to wait before the stream is opened again, when it said one; in milliseconds.
    public private(set) var retryMilliseconds: Int?

    private let limit: Int
    private var line: [UInt8] = []
    private var skipsLineFeed = false
    private var isAtStart = true
    private var event = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var pendingID: String

    /// Makes a parser for a stream from its begin.
    ///
    /// - Parameters:
    ///   - lastEventID: what was given as `Last-Event-ID`.
    ///   - maximumEventBytes: the most bytes of one line, and of one event's data; 256 KiB by default.
    public init(lastEventID: String = "", maximumEventBytes: Int = 262_144) {
        self.lastEventID = lastEventID
        pendingID = lastEventID
        limit = maximumEventBytes
    }

    /// Takes the next bytes.
    ///
    /// - Parameter bytes: a piece of the stream, cut anywhere.
    /// - Returns: the events that ended within these bytes, in order.
    /// - Throws: `Failure.tooLarge`; the parser must not be fed again then.
    public mutating func feed(_ bytes: [UInt8]) throws(Failure) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            if skipsLineFeed {
                skipsLineFeed = false
                if byte == 0x0A { continue }
            }
            guard byte == 0x0A || byte == 0x0D else {
                line.append(byte)
                if line.count > limit { throw .tooLarge }
                continue
            }
            skipsLineFeed = byte == 0x0D
            if let event = try endLine() { events.append(event) }
        }
        return events
    }

    private mutating func endLine() throws(Failure) -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        var content = line[...]
        if isAtStart, content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
        isAtStart = false
        if content.isEmpty { return dispatched() }
        let colon = content.firstIndex(of: 0x3A)
        let name = content[..<(colon ?? content.endIndex)]
        var value = colon.map { content[($0 + 1)...] } ?? []
        if value.first == 0x20 { value = value.dropFirst() }
        try take(field: String(decoding: name, as: UTF8.self), value)
        return nil
    }

    /// A field of an unknown name, and a comment (its name is empty), is left out.
    private mutating func take(field: String, _ value: ArraySlice<UInt8>) throws(Failure) {
        switch field {
        case "event": event = String(decoding: value, as: UTF8.self)
        case "data":
            if hasData { data.append(0x0A) }
            hasData = true
            data.append(contentsOf: value)
            if data.count > limit { throw .tooLarge }
        case "id" where !value.contains(0): pendingID = String(decoding: value, as: UTF8.self)
        case "retry" where !value.isEmpty && value.allSatisfy({ (0x30...0x39).contains($0) }):
            retryMilliseconds = Int(String(decoding: value, as: UTF8.self)) ?? retryMilliseconds
        default: break
        }
    }

    private mutating func dispatched() -> ServerSentEvent? {
        lastEventID = pendingID
        defer {
            event = ""
            data.removeAll(keepingCapacity: true)
            hasData = false
        }
        guard hasData else { return nil }
        return ServerSentEvent(
            id: lastEventID, event: event.isEmpty ? "message" : event, data: String(decoding: data, as: UTF8.self))
    }
}
