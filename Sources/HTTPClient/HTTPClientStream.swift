/// An answer whose body is read as it comes, piece by piece; for one reader.
///
/// A reader that is behind makes the peer wait. Dropping the stream, or cancelling the task that reads, ends the transfer.
public struct HTTPClientStream: AsyncSequence, Sendable {
    /// A piece of the body.
    public typealias Element = [UInt8]
    /// Why a stream ends before its end.
    public typealias Failure = HTTPClientError

    /// Status and header fields.
    public let head: HTTPClientResponseHead
    private let transfer: StreamedTransfer

    init(head: HTTPClientResponseHead, transfer: StreamedTransfer) {
        self.head = head
        self.transfer = transfer
    }

    /// Reads from where the last reader left off.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(transfer: transfer) }

    /// Reads one piece after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let transfer: StreamedTransfer

        /// The next piece, never empty; nil at the end.
        ///
        /// - Returns: what came since.
        /// - Throws: `HTTPClientError`.
        public mutating func next() async throws(HTTPClientError) -> [UInt8]? { try await transfer.next() }

        /// The next piece, never empty; nil at the end.
        ///
        /// - Returns: what came since.
        /// - Throws: `HTTPClientError`.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPClientError) -> [UInt8]? {
            try await transfer.next()
        }
    }
}

/// Ends the transfer when nobody reads any more.
final class StreamedTransfer: Sendable {
    private let exchange: Exchange
    private let mailbox: ClientMailbox

    init(_ exchange: Exchange, _ mailbox: ClientMailbox) {
        self.exchange = exchange
        self.mailbox = mailbox
    }

    deinit {
        mailbox.cancel(exchange.id)
    }

    func next() async throws(HTTPClientError) -> [UInt8]? {
        try await exchange.next {
            mailbox.resume(exchange.id)
        } onCancel: { [mailbox, exchange] in
            exchange.cancel(mailbox)
        }
    }
}

extension Exchange {
    /// Ends the wait now and the transfer soon.
    func cancel(_ mailbox: ClientMailbox) {
        end(.failure(HTTPClientError(.cancelled)))
        mailbox.cancel(id)
    }
}
