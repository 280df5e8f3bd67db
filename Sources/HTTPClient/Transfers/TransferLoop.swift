import CCurl

/// The work of a client's thread: every request of the client in one multi handle, every mail on a thread of its own.
@safe
final class TransferLoop {
    private let mailbox: ClientMailbox
    private let configuration: HTTPClientConfiguration
    private let multi: UnsafeMutableRawPointer
    private var running: [UInt: Transfer] = [:]
    private var places: [UInt64: UInt] = [:]
    private var mails = MailDesk()
    private var waiting: [TransferOrder] = []

    private init?(_ mailbox: ClientMailbox, _ configuration: HTTPClientConfiguration) {
        guard let multi = unsafe curl_multi_init() else { return nil }
        unsafe self.multi = multi
        self.mailbox = mailbox
        self.configuration = configuration
        _ = unsafe postern_curl_set_multi(multi, CURLMOPT_MAXCONNECTS, configuration.limits.idleConnections)
        _ = unsafe postern_curl_set_multi(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, 0)
    }

    deinit {
        _ = unsafe curl_multi_cleanup(multi)
    }

    /// Runs until the client closes; every exchange has ended then.
    static func run(_ mailbox: ClientMailbox, _ configuration: HTTPClientConfiguration) {
        if let loop = TransferLoop(mailbox, configuration) { loop.run() }
        for order in mailbox.end().orders {
            order.exchange.end(.failure(HTTPClientError(.closed, origin: order.url.origin)))
        }
    }

    private func run() {
        mailbox.begin(waking: UInt(bitPattern: unsafe multi))
        while true {
            let content = mailbox.take()
            waiting += content.orders
            for id in content.endedMails where mails.collect(id) { mailbox.release() }
            for id in content.cancelled { cancel(id) }
            if content.isClosing { break }
            for id in content.resumed { resume(id) }
            let now = ContinuousClock.now
            giveUp(now)
            start(now)
            var count: Int32 = 0
            _ = unsafe curl_multi_perform(multi, &count)
            if finish() { continue }
            _ = unsafe curl_multi_poll(multi, nil, 0, pause(ContinuousClock.now), nil)
        }
        close()
    }

    // MARK: Beginning

    private func start(_ now: ContinuousClock.Instant) {
        var left: [TransferOrder] = []
        for order in waiting {
            if order.exchange.hasEnded {
                mailbox.release()
                continue
            }
            switch order.content {
            case .request(let request) where running.count < configuration.limits.transfers:
                begin(order, request, now)
            case .mail(let mail, let line) where mails.count < configuration.limits.mails:
                if let error = mails.begin(order, mail, line, configuration, mailbox) { end(order, .failure(error)) }
            case .request, .mail: left.append(order)
            }
        }
        waiting = left
    }

    private func begin(_ order: TransferOrder, _ request: TransferOrder.Request, _ now: ContinuousClock.Instant) {
        guard let transfer = Transfer(order, request, configuration, now: now) else {
            return end(order, .failure(HTTPClientError(.unusable("no memory"), origin: order.url.origin)))
        }
        if let error = transfer.prepare(now: now) { return end(order, .failure(error)) }
        guard unsafe curl_multi_add_handle(multi, transfer.handle.pointer) == CURLM_OK else {
            return end(order, .failure(transfer.error(.unusable("the http library takes no transfer"))))
        }
        let place = UInt(bitPattern: unsafe transfer.handle.pointer)
        running[place] = transfer
        places[order.exchange.id] = place
    }

    private func resume(_ id: UInt64) {
        guard let transfer = places[id].flatMap({ running[$0] }) else { return }
        transfer.unpause(now: .now)
        _ = unsafe curl_easy_pause(transfer.handle.pointer, CURLPAUSE_CONT)
    }

    // MARK: Ending

    /// Takes what the library has finished; whether there was any.
    private func finish() -> Bool {
        var hasFinished = false
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let handle = unsafe message.pointee.easy_handle else {
                continue
            }
            let result = unsafe postern_curl_result(message)
            guard let transfer = running[UInt(bitPattern: handle)] else { continue }
            hasFinished = true
            let ending = transfer.ending(result)
            if !transfer.order.isStreamed, case .success = ending {
                _ = transfer.order.exchange.offer(transfer.body, limit: .max)
            }
            remove(transfer, ending)
        }
        return hasFinished
    }

    private func giveUp(_ now: ContinuousClock.Instant) {
        for transfer in running.values {
            guard let time = transfer.giveUpAt, time <= now else { continue }
            let cause: HTTPClientError.Cause = transfer.head.finished == nil ? .timedOut : .stalled
            remove(transfer, .failure(transfer.error(cause)))
        }
        mails.giveUp(now)
        let late = waiting.filter { $0.deadline <= now }
        guard !late.isEmpty else { return }
        waiting.removeAll { $0.deadline <= now }
        for order in late { end(order, .failure(HTTPClientError(.timedOut, origin: order.url.origin))) }
    }

    private func cancel(_ id: UInt64) {
        if let transfer = places[id].flatMap({ running[$0] }) {
            return remove(transfer, .failure(transfer.error(.cancelled)))
        }
        if mails.end(id, .cancelled) { return }
        guard let index = waiting.firstIndex(where: { $0.exchange.id == id }) else { return }
        let order = waiting.remove(at: index)
        end(order, .failure(HTTPClientError(.cancelled, origin: order.url.origin)))
    }

    private func remove(_ transfer: Transfer, _ ending: Exchange.Ending) {
        _ = unsafe curl_multi_remove_handle(multi, transfer.handle.pointer)
        running[UInt(bitPattern: unsafe transfer.handle.pointer)] = nil
        places[transfer.order.exchange.id] = nil
        end(transfer.order, ending)
    }

    private func end(_ order: TransferOrder, _ ending: Exchange.Ending) {
        mailbox.release()
        order.exchange.end(ending)
    }

    private func close() {
        for transfer in running.values { remove(transfer, .failure(transfer.error(.closed))) }
        for order in waiting { end(order, .failure(HTTPClientError(.closed, origin: order.url.origin))) }
        waiting = []
        for _ in 0..<mails.close() { mailbox.release() }
        // From here on nobody may wake the thread through a handle that is about to go.
        for order in mailbox.end().orders {
            end(order, .failure(HTTPClientError(.closed, origin: order.url.origin)))
        }
    }

    /// The milliseconds until the next deadline, a minute at most; the library wakes earlier for its own.
    private func pause(_ now: ContinuousClock.Instant) -> Int32 {
        let ends = running.values.compactMap(\.giveUpAt) + waiting.map(\.deadline)
        guard let next = (ends + [mails.nextDeadline].compactMap(\.self)).min() else { return 60_000 }
        return Int32(clamping: min(max((next - now).milliseconds + 1, 0), 60_000))
    }
}
