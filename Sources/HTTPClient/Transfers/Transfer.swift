import CCurl

/// One transfer in the library's hands: its handle, and what the callbacks learn; lives on the client's thread alone.
final class Transfer {
    let order: TransferOrder
    let request: TransferOrder.Request
    let handle: CurlHandle
    let configuration: HTTPClientConfiguration
    private(set) var head = AnswerHead()
    private(set) var body: [UInt8] = []
    /// The last moment at which the peer sent something or was made to wait.
    private(set) var lastProgress: ContinuousClock.Instant
    private(set) var isPaused = false
    /// What one of the callbacks found, which says more than the library's own result.
    private(set) var failure: HTTPClientError.Cause?

    /// Makes a transfer that is ready to be added; nil when the library has no handle to give.
    init?(
        _ order: TransferOrder, _ request: TransferOrder.Request, _ configuration: HTTPClientConfiguration,
        now: ContinuousClock.Instant
    ) {
        guard let handle = CurlHandle() else { return nil }
        self.order = order
        self.request = request
        self.handle = handle
        self.configuration = configuration
        lastProgress = now
    }

    /// When the transfer must be given up; nil while the reader is what it waits for.
    var giveUpAt: ContinuousClock.Instant? {
        if order.isStreamed, head.finished != nil {
            return isPaused ? nil : lastProgress + configuration.deadlines.streamSilence
        }
        return order.deadline
    }

    /// The reader took what made the peer wait.
    func unpause(now: ContinuousClock.Instant) {
        isPaused = false
        lastProgress = now
    }

    /// What the result of the library means for the task that waits.
    func ending(_ result: CURLcode) -> Exchange.Ending {
        if let failure { return .failure(error(failure)) }
        guard result == CURLE_OK else {
            return .failure(error(HTTPClientError.Cause(result, hasBegun: head.finished != nil)))
        }
        return head.finished == nil ? .failure(error(.malformed)) : .success(())
    }

    func error(_ cause: HTTPClientError.Cause) -> HTTPClientError {
        HTTPClientError(cause, origin: order.url.origin)
    }

    // MARK: What the library calls

    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
        lastProgress = .now
        let wasFinished = head.finished != nil
        if let cause = unsafe head.take(line, limit: configuration.limits.headerBytes) {
            failure = cause
            return 0
        }
        if !wasFinished, let finished = head.finished { order.exchange.begin(finished) }
        return line.count
    }

    func receiveBody(_ piece: UnsafeRawBufferPointer) -> Int {
        lastProgress = .now
        guard unsafe !piece.isEmpty else { return 0 }
        if order.isStreamed {
            guard order.exchange.offer(unsafe Array(piece), limit: configuration.limits.streamBufferBytes) else {
                isPaused = true
                return postern_curl_pause
            }
            return piece.count
        }
        if body.count + piece.count > configuration.limits.bodyBytes {
            failure = .bodyTooLarge
            return 0
        }
        unsafe body.append(contentsOf: piece)
        return piece.count
    }

    func openSocket(_ peer: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
        // Another address of the name may be refused where this one is not.
        let socket = unsafe configuration.addresses.socket(for: peer)
        failure = socket == nil ? .addressRefused : nil
        return socket ?? -1
    }
}
