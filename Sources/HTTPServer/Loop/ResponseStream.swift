import HTTPMessage
import Synchronization

/// Something that an `EventStream` asks of its loop.
struct StreamMessage: Sendable {
    enum Kind: Sendable {
        case send([UInt8])
        case finish
        case cut
    }

    let connection: ConnectionID
    let kind: Kind
}

/// The sending end that an application holds: it counts what waits and hands the bytes to the loop, wherever it is called.
final class ResponseStream: EventStream {
    private let loop: EventLoop
    private let connection: ConnectionID
    private let limit: Int
    private let waiting = Atomic<Int>(0)
    private let isClosed = Atomic<Bool>(false)

    init(loop: EventLoop, connection: ConnectionID, limit: Int) {
        self.loop = loop
        self.connection = connection
        self.limit = limit
    }

    func send(_ bytes: [UInt8]) -> EventStreamResult {
        if isClosed.load(ordering: .acquiring) { return .closed }
        if bytes.isEmpty { return .buffered }
        let total = waiting.wrappingAdd(bytes.count, ordering: .relaxed).newValue
        guard total <= limit else {
            if !close() { return .closed }
            loop.submit(.stream(StreamMessage(connection: connection, kind: .cut)))
            return .overflowed
        }
        loop.submit(.stream(StreamMessage(connection: connection, kind: .send(bytes))))
        return .buffered
    }

    func finish() {
        if close() { loop.submit(.stream(StreamMessage(connection: connection, kind: .finish))) }
    }

    /// Takes no more bytes; whether it did until now.
    func close() -> Bool {
        !isClosed.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Bytes have left for the peer.
    func noteWritten(_ count: Int) {
        waiting.wrappingSubtract(count, ordering: .relaxed)
    }
}
