import CCurl
import ServiceRuntime
import Synchronization

/// A client for HTTP and mail: one thread and one pool of connections that are used again, a thread for each mail on its way,
/// and bounds on everything.
///
/// Close it when it is not needed any more; a client that is dropped closes itself, which waits for its thread.
public final class HTTPClient: Sendable {
    private let configuration: HTTPClientConfiguration
    private let mailbox = ClientMailbox()
    private let thread: JoinedThread
    private let lastID = Atomic<UInt64>(0)

    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Makes a client and starts its thread.
    ///
    /// - Parameter configuration: limits, deadlines, trust, proxy.
    /// - Throws: `HTTPClientError` of the kind `local`.
    public init(_ configuration: HTTPClientConfiguration = HTTPClientConfiguration()) throws(HTTPClientError) {
        guard Self.isReady else { throw HTTPClientError(.unusable("the http library does not start")) }
        if let proxy = configuration.proxy {
            _ = try RequestURL(proxy.url, schemes: ["http", "https", "socks5", "socks5h"])
        }
        self.configuration = configuration
        do throws(SystemError) {
            thread = try JoinedThread(name: "http-client") { [mailbox] in
                TransferLoop.run(mailbox, configuration)
            }
        } catch {
            throw HTTPClientError(.unusable(error.description))
        }
    }

    deinit {
        close()
    }

    /// Ends every transfer with `closed` and joins the thread; blocks for a moment, and later calls return at once.
    public func close() {
        mailbox.beginClosing()
        thread.join()
    }

    /// Sends a request and waits for the whole answer, whatever its status.
    ///
    /// - Parameter request: what is asked.
    /// - Returns: the answer.
    /// - Throws: `HTTPClientError`; its kind tells a peer that was not reached from one that answered badly.
    public func send(_ request: HTTPClientRequest) async throws(HTTPClientError) -> HTTPClientResponse {
        let (head, exchange) = try await exchange(request, isStreamed: false)
        return HTTPClientResponse(head: head, body: exchange.takeAll())
    }

    /// Sends a request and waits for the head of the answer; the body is read as it comes.
    ///
    /// - Parameter request: what is asked; its deadline holds up to the head, then the longest silence of a stream counts.
    /// - Returns: the head and the body to come.
    /// - Throws: `HTTPClientError`; its kind tells a peer that was not reached from one that answered badly.
    public func stream(_ request: HTTPClientRequest) async throws(HTTPClientError) -> HTTPClientStream {
        let (head, exchange) = try await exchange(request, isStreamed: true)
        return HTTPClientStream(head: head, transfer: StreamedTransfer(exchange, mailbox))
    }

    /// Hands a mail to a mail server; whoever of the recipients the server refuses does not keep it from the others.
    ///
    /// - Parameters:
    ///   - mail: the server, the envelope and the message.
    ///   - deadline: from asking to the moment at which the server takes the mail; the client's own if nil.
    /// - Returns: who does not get it, if the server took it for others.
    /// - Throws: `HTTPClientError`; `mailRefused` carries the server's code, of which those of the 500s are final.
    @discardableResult
    public func send(_ mail: MailMessage, deadline: Duration? = nil) async throws(HTTPClientError) -> MailReceipt {
        let url = try RequestURL(mail.server, schemes: ["smtp", "smtps"])
        guard !mail.recipients.isEmpty else {
            throw HTTPClientError(.invalidRequest("the mail has no recipient"), origin: url.origin)
        }
        let line = MailLine()
        let order = TransferOrder(
            exchange: newExchange(), url: url, content: .mail(mail, line), deadline: end(of: deadline),
            isStreamed: false)
        try submit(order)
        try await order.exchange.awaitEnd(onCancel: cancellation(of: order.exchange))
        return line.receipt
    }

    // MARK: Hops

    private func exchange(
        _ request: HTTPClientRequest, isStreamed: Bool
    ) async throws(HTTPClientError) -> (HTTPClientResponseHead, Exchange) {
        var hop = try RequestHop(request)
        let deadline = end(of: request.deadline)
        while true {
            let order = TransferOrder(
                exchange: newExchange(), url: hop.url, content: hop.content, deadline: deadline, isStreamed: isStreamed)
            try submit(order)
            let exchange = order.exchange
            let head = try await answered(order, isStreamed: isStreamed)
            guard let next = try hop.following(head) else { return (head, exchange) }
            mailbox.cancel(exchange.id)
            hop = next
        }
    }

    private func answered(
        _ order: TransferOrder, isStreamed: Bool
    ) async throws(HTTPClientError) -> HTTPClientResponseHead {
        let cancel = cancellation(of: order.exchange)
        if !isStreamed { try await order.exchange.awaitEnd(onCancel: cancel) }
        return try await order.exchange.awaitHead(onCancel: cancel)
    }

    private func submit(_ order: TransferOrder) throws(HTTPClientError) {
        if Task.isCancelled { throw HTTPClientError(.cancelled, origin: order.url.origin) }
        let (transfers, waiting) = (configuration.limits.transfers, configuration.limits.waiting)
        try mailbox.submit(order, capacity: transfers + waiting)
    }

    private func cancellation(of exchange: Exchange) -> @Sendable () -> Void {
        { [mailbox] in exchange.cancel(mailbox) }
    }

    private func newExchange() -> Exchange { Exchange(id: lastID.add(1, ordering: .relaxed).newValue) }

    private func end(of deadline: Duration?) -> ContinuousClock.Instant {
        .now + (deadline ?? configuration.deadlines.whole)
    }
}
