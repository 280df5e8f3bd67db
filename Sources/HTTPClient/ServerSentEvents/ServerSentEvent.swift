/// One event of an event stream (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Sendable, Equatable {
    /// The last id that the stream gave, with this event or before; empty when there was none.
    public let id: String
    /// The type; `message` when the stream named none.
    public let event: String
    /// The data, its lines joined by line feeds.
    public let data: String

    /// Makes an event.
    public init(id: String, event: String, data: String) {
        self.id = id
        self.event = event
        self.data = data
    }
}
