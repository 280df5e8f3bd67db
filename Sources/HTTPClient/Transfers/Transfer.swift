import CCurl
import Glibc

/// One transfer in the library's hands: its handle, and what the callbacks learn; lives on the client's thread alone.
final class Transfer {
    let order: TransferOrder
    let handle: CurlHandle
    let configuration: HTTPClientConfiguration
    private(set) var head = AnswerHead()
    private(set) var body: [UInt8] = []
    /// The last moment at which the peer sent something or was made to wait.
    private(set) var lastProgress: ContinuousClock.Instant
    private(set) var isPaused = false
    private var sent = 0
    /// What one of the callbacks found, which says more than the library's own result.
    private(set) var failure: HTTPClientError.Cause?

    /// Makes a transfer that is ready to be added; nil when the library has no handle to give.
    init?(_ order: TransferOrder, _ configuration: HTTPClientConfiguration, now: ContinuousClock.Instant) {
        guard let handle = CurlHandle() else { return nil }
        self.order = order
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
        if case .mail = order.content { return mailEnding(result) }
        guard result == CURLE_OK else {
            return .failure(error(HTTPClientError.Cause(result, hasBegun: head.finished != nil)))
        }
        return head.finished == nil ? .failure(error(.malformed)) : .success(())
    }

    private func mailEnding(_ result: CURLcode) -> Exchange.Ending {
        if result == CURLE_OK { return .success(()) }
        let code = handle.responseCode
        if code >= 400 { return .failure(error(.mailRefused(code))) }
        return .failure(error(HTTPClientError.Cause(result, hasBegun: code > 0)))
    }

    func error(_ cause: HTTPClientError.Cause) -> HTTPClientError {
        HTTPClientError(cause, origin: order.url.origin)
    }

    // MARK: What the library calls

    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
        lastProgress = .now
        // Replies of a mail server come here, too; its last code is asked for at the end.
        guard case .request = order.content else { return line.count }
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

    func sendMail(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard case .mail(let mail) = order.content else { return postern_curl_abort }
        let count = min(buffer.count, mail.content.count - sent)
        unsafe buffer.copyBytes(from: mail.content[sent..<(sent + count)])
        sent += count
        return count
    }

    func openSocket(_ peer: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
        var bytes = [UInt8](repeating: 0, count: 16)
        var port: UInt16 = 0
        let length = unsafe postern_curl_peer(peer, &bytes, &port)
        guard let address = PeerAddress(bytes: Array(bytes.prefix(Int(length))), port: port),
            configuration.addresses.allows(address)
        else {
            failure = .addressRefused
            return -1
        }
        // Another address of the name may be refused where this one is not.
        failure = nil
        return unsafe socket(
            peer.pointee.family, peer.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), peer.pointee.protocol)
    }
}
