import CCurl

/// One mail in the library's hands; lives on the mail's thread alone.
final class MailTransfer {
    private let order: TransferOrder
    private let mail: MailMessage
    private let line: MailLine
    private let configuration: HTTPClientConfiguration
    private let handle: CurlHandle
    private var dialogue: MailDialogue
    private var sent = 0
    /// What one of the callbacks found, which says more than the library's own result.
    private var failure: HTTPClientError.Cause?

    private init?(
        _ order: TransferOrder, _ mail: MailMessage, _ line: MailLine, _ configuration: HTTPClientConfiguration
    ) {
        guard let handle = CurlHandle() else { return nil }
        self.order = order
        self.mail = mail
        self.line = line
        self.configuration = configuration
        self.handle = handle
        dialogue = MailDialogue(mail, isSecured: order.url.scheme == "smtps")
    }

    /// Hands a mail over; blocks until the line is cut, at most.
    ///
    /// The exchange ends before, as soon as the server has taken the mail.
    static func run(
        _ order: TransferOrder, _ mail: MailMessage, _ line: MailLine, _ configuration: HTTPClientConfiguration
    ) -> Exchange.Ending {
        guard let transfer = MailTransfer(order, mail, line, configuration) else {
            return .failure(HTTPClientError(.unusable("no memory"), origin: order.url.origin))
        }
        // The library knows both by their addresses, the line until the handle is gone.
        return withExtendedLifetime((transfer, line)) {
            transfer.prepare()
            let refused = transfer.handle.refused
            let result = unsafe refused ?? curl_easy_perform(transfer.handle.pointer)
            // Whatever is left of a connection says no farewell.
            line.cut()
            return transfer.ending(result)
        }
    }

    private func ending(_ result: CURLcode) -> Exchange.Ending {
        if dialogue.isAccepted { return .success(()) }
        let cause = failure ?? dialogue.cause ?? HTTPClientError.Cause(result, hasBegun: dialogue.hasBegun)
        return .failure(HTTPClientError(cause, origin: order.url.origin))
    }

    // MARK: What the library must know

    private func prepare() {
        handle.set(order.url, trust: configuration)
        handle.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        handle.set(CURLOPT_USE_SSL, Int((mail.requiresTLS ? CURLUSESSL_ALL : CURLUSESSL_TRY).rawValue))
        // The client's thread keeps the deadline; this is for what it could not cut.
        handle.set(CURLOPT_TIMEOUT_MS, order.deadline - .now + .seconds(1))
        // A connection that is kept would say its farewell elsewhere, and wait for the answer.
        handle.set(CURLOPT_FORBID_REUSE, 1)
        handle.set(CURLOPT_MAIL_FROM, "<\(mail.sender?.text ?? "")>")
        handle.set(CURLOPT_MAIL_RCPT, mail.recipients.map { "<\($0.text)>" })
        handle.set(CURLOPT_MAIL_RCPT_ALLLOWFAILS, 1)
        handle.set(CURLOPT_UPLOAD, 1)
        handle.note(unsafe postern_curl_set_offset(handle.pointer, CURLOPT_INFILESIZE_LARGE, mail.content.count))
        if let credentials = mail.credentials {
            handle.set(CURLOPT_USERNAME, credentials.user)
            handle.set(CURLOPT_PASSWORD, credentials.password)
        }
        setCallbacks()
    }

    private func setCallbacks() {
        for option in [
            CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_XFERINFODATA,
            CURLOPT_DEBUGDATA,
        ] { handle.set(option, owner: self) }
        handle.set(CURLOPT_CLOSESOCKETDATA, owner: line)
        handle.note(unsafe postern_curl_set_transfer(handle.pointer, CURLOPT_HEADERFUNCTION, replyCame))
        handle.note(unsafe postern_curl_set_transfer(handle.pointer, CURLOPT_WRITEFUNCTION, nothingMoreCame))
        handle.note(unsafe postern_curl_set_read(handle.pointer, contentIsAsked))
        handle.note(unsafe postern_curl_set_open_socket(handle.pointer, socketIsAsked))
        handle.note(unsafe postern_curl_set_close_socket(handle.pointer, socketIsGivenBack))
        handle.note(unsafe postern_curl_set_progress(handle.pointer, goingOnIsAsked))
        handle.note(unsafe postern_curl_set_debug(handle.pointer, somethingWasSaid))
        handle.set(CURLOPT_NOPROGRESS, 0)
        // Without it nobody is told which command a reply answers.
        handle.set(CURLOPT_VERBOSE, 1)
    }

    // MARK: What the library calls

    /// Whether to go on; asked at least once a second while the library waits, and first when it has waited that long for the
    /// answer to its farewell, which nobody needs.
    fileprivate var mayGoOn: Bool { !line.isCut && !dialogue.isOver && !order.exchange.hasEnded }

    fileprivate func said(_ command: UnsafeRawBufferPointer) {
        dialogue.sent(unsafe String(decoding: command.prefix(12), as: UTF8.self))
    }

    fileprivate func receive(_ reply: UnsafeRawBufferPointer) -> Int {
        let begin = unsafe String(decoding: reply.prefix(64), as: UTF8.self)
        if let cause = dialogue.received(begin, length: reply.count) {
            failure = cause
            return 0
        }
        if dialogue.isAccepted {
            line.receipt = dialogue.receipt
            order.exchange.end(.success(()))
        }
        return reply.count
    }

    fileprivate func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, mail.content.count - sent)
        unsafe buffer.copyBytes(from: mail.content[sent..<(sent + count)])
        sent += count
        return count
    }

    fileprivate func openSocket(_ peer: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
        line.open {
            let socket = unsafe configuration.addresses.socket(for: peer)
            failure = socket == nil ? .addressRefused : nil
            return socket ?? -1
        }
    }
}

@unsafe
private func transfer(_ owner: UnsafeMutableRawPointer) -> MailTransfer {
    unsafe Unmanaged<MailTransfer>.fromOpaque(owner).takeUnretainedValue()
}

private func replyCame(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ owner: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let owner = unsafe owner else { return 0 }
    return unsafe transfer(owner).receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
}

/// A mail server's replies are no body.
private func nothingMoreCame(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ owner: UnsafeMutableRawPointer?
) -> Int {
    size * count
}

private func contentIsAsked(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ owner: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let owner = unsafe owner else { return postern_curl_abort }
    return unsafe transfer(owner).fill(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
}

private func socketIsAsked(
    _ owner: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ peer: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let peer = unsafe peer, let owner = unsafe owner else { return -1 }
    return unsafe transfer(owner).openSocket(peer)
}

private func socketIsGivenBack(_ owner: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> Int32 {
    guard let owner = unsafe owner else { return -1 }
    return unsafe Unmanaged<MailLine>.fromOpaque(owner).takeUnretainedValue().close(socket)
}

private func goingOnIsAsked(
    _ owner: UnsafeMutableRawPointer?, _: curl_off_t, _: curl_off_t, _: curl_off_t, _: curl_off_t
) -> Int32 {
    guard let owner = unsafe owner else { return 1 }
    return unsafe transfer(owner).mayGoOn ? 0 : 1
}

private func somethingWasSaid(
    _ handle: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int,
    _ owner: UnsafeMutableRawPointer?
) -> Int32 {
    guard kind == CURLINFO_HEADER_OUT, let bytes = unsafe bytes, let owner = unsafe owner else { return 0 }
    unsafe transfer(owner).said(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}
