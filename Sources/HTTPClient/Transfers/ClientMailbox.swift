import CCurl
import ServiceRuntime

/// What tasks ask of a client's thread, and the way to wake it.
final class ClientMailbox: Sendable {
    /// What the thread takes at once.
    struct Content: Sendable {
        var orders: [TransferOrder] = []
        var cancelled: [UInt64] = []
        var resumed: [UInt64] = []
        /// Mails whose thread has nothing more to do.
        var endedMails: [UInt64] = []
        var isClosing = false
    }

    fileprivate struct State {
        var content = Content()
        /// Requests that were let in and have not ended.
        var admitted = 0
        /// The address of the library's handle while the thread may be woken through it.
        var wakeAddress: UInt?
    }

    private let state = Lock(State())

    /// Lets a transfer in.
    ///
    /// - Throws: `overloaded` or `closed`.
    func submit(_ order: TransferOrder, capacity: Int) throws(HTTPClientError) {
        try state.withLock { state throws(HTTPClientError) in
            if state.content.isClosing { throw HTTPClientError(.closed, origin: order.url.origin) }
            guard state.admitted < capacity else { throw HTTPClientError(.overloaded, origin: order.url.origin) }
            state.admitted += 1
            state.content.orders.append(order)
            state.wake()
        }
    }

    func cancel(_ id: UInt64) { ask { $0.cancelled.append(id) } }

    func resume(_ id: UInt64) { ask { $0.resumed.append(id) } }

    func mailEnded(_ id: UInt64) { ask { $0.endedMails.append(id) } }

    func beginClosing() { ask { $0.isClosing = true } }

    private func ask(_ body: @Sendable (inout Content) -> Void) {
        state.withLock { state in
            body(&state.content)
            state.wake()
        }
    }

    // MARK: For the thread

    func begin(waking address: UInt) {
        state.withLock { $0.wakeAddress = address }
    }

    /// Nobody wakes the thread from now on, and nothing is let in.
    func end() -> Content {
        state.withLock { state in
            state.wakeAddress = nil
            state.content.isClosing = true
            return state.content
        }
    }

    func take() -> Content {
        state.withLock { state in
            defer { state.content = Content(isClosing: state.content.isClosing) }
            return state.content
        }
    }

    func release() { state.withLock { $0.admitted -= 1 } }
}

extension ClientMailbox.State {
    fileprivate func wake() {
        // The handle lives until the thread has taken its address back, under the same lock.
        guard let wakeAddress, let multi = unsafe UnsafeMutableRawPointer(bitPattern: wakeAddress) else { return }
        _ = unsafe curl_multi_wakeup(multi)
    }
}
