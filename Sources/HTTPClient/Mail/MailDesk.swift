import ServiceRuntime

/// The mails that are on their way, each on a thread of its own; lives on the client's thread alone.
///
/// The library blocks the thread of a mail until the server has answered the end of the message, and again until it has
/// answered `QUIT`: no other transfer may wait for that.
struct MailDesk {
    private struct Run {
        let order: TransferOrder
        let line: MailLine
        let thread: JoinedThread
        /// Whether the line is cut, and only the thread's end is to come.
        var isOver = false
    }

    private var runs: [UInt64: Run] = [:]

    var count: Int { runs.count }

    /// When the next mail must be given up.
    var nextDeadline: ContinuousClock.Instant? { runs.values.lazy.filter { !$0.isOver }.map(\.order.deadline).min() }

    /// Starts a mail.
    ///
    /// - Returns: what keeps it from being started.
    mutating func begin(
        _ order: TransferOrder, _ mail: MailMessage, _ line: MailLine, _ configuration: HTTPClientConfiguration,
        _ mailbox: ClientMailbox
    ) -> HTTPClientError? {
        do throws(SystemError) {
            let thread = try JoinedThread(name: "mail") {
                order.exchange.end(MailTransfer.run(order, mail, line, configuration))
                mailbox.mailEnded(order.exchange.id)
            }
            runs[order.exchange.id] = Run(order: order, line: line, thread: thread)
            return nil
        } catch {
            return HTTPClientError(.unusable(error.description), origin: order.url.origin)
        }
    }

    /// Ends the wait for a mail now, and its thread soon; whether there is such a mail.
    mutating func end(_ id: UInt64, _ cause: HTTPClientError.Cause) -> Bool {
        guard let run = runs[id] else { return false }
        run.order.exchange.end(.failure(HTTPClientError(cause, origin: run.order.url.origin)))
        run.line.cut()
        runs[id]?.isOver = true
        return true
    }

    /// Ends what takes too long.
    mutating func giveUp(_ now: ContinuousClock.Instant) {
        for (id, run) in runs where !run.isOver && run.order.deadline <= now { _ = end(id, .timedOut) }
    }

    /// Takes back the thread of a mail that has ended; whether there was one.
    mutating func collect(_ id: UInt64) -> Bool {
        guard let run = runs.removeValue(forKey: id) else { return false }
        run.thread.join()
        return true
    }

    /// Ends every mail and waits for the threads, whose lines are cut.
    ///
    /// - Returns: how many there were.
    mutating func close() -> Int {
        for id in runs.keys { _ = end(id, .closed) }
        for run in runs.values { run.thread.join() }
        defer { runs = [:] }
        return runs.count
    }
}
