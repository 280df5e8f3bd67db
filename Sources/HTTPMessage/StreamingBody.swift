/// A response body that is sent piece by piece for as long as the client stays, such as server-sent events.
///
/// No task waits for it: the server keeps a record, calls `opened` once with the handle to send through, and `closed` once when the
/// client has left, fell too far behind, or the server drains. All are called on the connection's event loop and must not block.
public struct StreamingBody: Sendable {
    /// Bytes sent whenever nothing else was sent for a while, so that a dead peer is noticed.
    public struct Heartbeat: Sendable {
        /// What is sent, for example `":\n\n"`.
        public var bytes: [UInt8]
        /// The silence after which it is sent; at least one second.
        public var interval: Duration

        /// Makes a heartbeat.
        public init(bytes: [UInt8], interval: Duration) {
            self.bytes = bytes
            self.interval = max(interval, .seconds(1))
        }
    }

    /// The heartbeat, if any.
    public var heartbeat: Heartbeat?
    /// Called once when the headers are on their way.
    public var opened: @Sendable (any EventStream) -> Void
    /// Called when all that waited has left for the client after an ``EventStream/offer(_:)`` found the stream full.
    public var drained: @Sendable () -> Void
    /// Called once after the stream has ended, whatever the cause.
    public var closed: @Sendable () -> Void

    /// Makes a streaming body.
    public init(
        heartbeat: Heartbeat? = nil, opened: @escaping @Sendable (any EventStream) -> Void,
        drained: @escaping @Sendable () -> Void = {}, closed: @escaping @Sendable () -> Void = {}
    ) {
        self.heartbeat = heartbeat
        self.opened = opened
        self.drained = drained
        self.closed = closed
    }
}

/// The sending end of an open response; may be used from any thread.
public protocol EventStream: AnyObject, Sendable {
    /// Hands over bytes without waiting.
    ///
    /// - Returns: `.overflowed` when the client is so far behind that the stream is cut now, `.closed` when it already ended.
    func send(_ bytes: [UInt8]) -> EventStreamResult

    /// Hands over bytes unless others wait that fill half of the buffer, so that whoever keeps what it sends paces itself
    /// by the client.
    ///
    /// - Returns: `.full` when nothing of these bytes was taken; ``StreamingBody/drained`` is called once when there is room.
    ///   Otherwise as ``send(_:)``, which bytes overflow that are too many by themselves.
    func offer(_ bytes: [UInt8]) -> EventStreamResult

    /// Ends the response after what was sent before.
    func finish()
}

/// What became of bytes handed to an `EventStream`.
public enum EventStreamResult: Sendable, Equatable {
    /// They will be written in order.
    case buffered
    /// They were only offered, and others wait before them: none of these was taken.
    case full
    /// The buffer limit was passed: nothing of these bytes is sent and the stream is cut.
    case overflowed
    /// The stream had ended before.
    case closed
}
