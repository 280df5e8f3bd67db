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
    /// Whether an offer was turned away and is to be made again.
    private let isAwaited = Atomic<Bool>(false)

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

    func offer(_ bytes: [UInt8]) -> EventStreamResult {
        if isClosed.load(ordering: .acquiring) { return .closed }
        let before = waiting.load(ordering: .sequentiallyConsistent)
        if before > 0, before + bytes.count > limit / 2 {
            isAwaited.store(true, ordering: .sequentiallyConsistent)
            // What waited may have left before the wish was noted; then nobody else answers it.
            let hasDrained = waiting.load(ordering: .sequentiallyConsistent) <= 0
            guard hasDrained, isAwaited.exchange(false, ordering: .sequentiallyConsistent) else { return .full }
        }
        return send(bytes)
    }

    func finish() {
        if close() { loop.submit(.stream(StreamMessage(connection: connection, kind: .finish))) }
    }

    /// Takes no more bytes; whether it did until now.
    func close() -> Bool {
        !isClosed.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Bytes have left for the peer; whether they were the last that somebody waits for.
    func noteWritten(_ count: Int) -> Bool {
        let left = waiting.wrappingSubtract(count, ordering: .sequentiallyConsistent).newValue
        return left <= 0 && isAwaited.load(ordering: .sequentiallyConsistent)
            && isAwaited.exchange(false, ordering: .sequentiallyConsistent)
    }
}
