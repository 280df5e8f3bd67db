import ServiceRuntime

/// What a waiting task and the client's thread share about one transfer.
final class Exchange: Sendable {
    typealias Ending = Result<Void, HTTPClientError>

    struct State {
        fileprivate(set) var head: HTTPClientResponseHead?
        fileprivate(set) var ending: Ending?
        /// What came and nobody took yet, in pieces.
        fileprivate var pieces: [[UInt8]] = []
        fileprivate var bufferedBytes = 0
        fileprivate var isPaused = false
        fileprivate var isSignalled = false
        fileprivate var waiter: CheckedContinuation<Void, Never>?
    }

    let id: UInt64
    private let state = Lock(State())

    init(id: UInt64) { self.id = id }

    /// Whether nothing more will happen, so that the thread need not begin or go on.
    var hasEnded: Bool { state.withLock { $0.ending != nil } }

    // MARK: For the client's thread

    /// Hands over the head.
    func begin(_ head: HTTPClientResponseHead) { change { $0.head = head } }

    /// Hands over a piece of the body.
    ///
    /// - Returns: false, with nothing taken, when the reader is so far behind that the peer must wait.
    func offer(_ piece: [UInt8], limit: Int) -> Bool {
        let (isTaken, waiter) = state.withLock { state in
            if state.bufferedBytes > 0, state.bufferedBytes + piece.count > limit {
                state.isPaused = true
                return (false, nil as CheckedContinuation<Void, Never>?)
            }
            state.pieces.append(piece)
            state.bufferedBytes += piece.count
            return (true, state.signal())
        }
        waiter?.resume()
        return isTaken
    }

    /// Ends the exchange; the first ending counts.
    func end(_ ending: Ending) {
        change { state in
            if state.ending == nil { state.ending = ending }
        }
    }

    private func change(_ body: @Sendable (inout State) -> Void) {
        let waiter = state.withLock { state in
            body(&state)
            return state.signal()
        }
        waiter?.resume()
    }

    // MARK: For the task that waits (one at a time)

    /// The head as soon as it came.
    func awaitHead(onCancel cancel: @escaping @Sendable () -> Void) async throws(HTTPClientError)
        -> HTTPClientResponseHead
    {
        while true {
            let (head, ending) = state.withLock { ($0.head, $0.ending) }
            if case .failure(let error) = ending { throw error }
            if let head { return head }
            if ending != nil { throw HTTPClientError(.malformed) }
            await changed(onCancel: cancel)
        }
    }

    /// The end.
    func awaitEnd(onCancel cancel: @escaping @Sendable () -> Void) async throws(HTTPClientError) {
        while true {
            if let ending = state.withLock({ $0.ending }) { return try ending.get() }
            await changed(onCancel: cancel)
        }
    }

    /// What came of the body since, nil at its end.
    ///
    /// - Parameters:
    ///   - resume: called when the peer was made to wait and can go on.
    ///   - cancel: called when the task is cancelled.
    /// - Returns: everything since the last call.
    /// - Throws: what ended the exchange.
    func next(
        resume: () -> Void, onCancel cancel: @escaping @Sendable () -> Void
    ) async throws(HTTPClientError) -> [UInt8]? {
        while true {
            let (piece, wasPaused, ending) = state.withLock { state in
                let piece = state.taken()
                let wasPaused = state.isPaused && piece != nil
                if wasPaused { state.isPaused = false }
                return (piece, wasPaused, state.ending)
            }
            if wasPaused { resume() }
            if let piece { return piece }
            if let ending {
                try ending.get()
                return nil
            }
            await changed(onCancel: cancel)
        }
    }

    /// Everything that came and nobody took.
    func takeAll() -> [UInt8] { state.withLock { $0.taken() } ?? [] }

    private func changed(onCancel cancel: @escaping @Sendable () -> Void) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSignalled = state.withLock { state in
                    if state.isSignalled {
                        state.isSignalled = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isSignalled { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
    }
}

extension Exchange.State {
    /// Who must be resumed, outside the lock.
    fileprivate mutating func signal() -> CheckedContinuation<Void, Never>? {
        guard let waiter else {
            isSignalled = true
            return nil
        }
        self.waiter = nil
        return waiter
    }

    fileprivate mutating func taken() -> [UInt8]? {
        guard !pieces.isEmpty else { return nil }
        defer {
            pieces = []
            bufferedBytes = 0
        }
        return pieces.count == 1 ? pieces[0] : Array(pieces.joined())
    }
}
