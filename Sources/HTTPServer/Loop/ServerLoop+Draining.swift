extension ServerLoop {
    /// Stops accepting, lets what is in flight finish until the deadline, then cuts it; returns when no connection and no handler is left.
    ///
    /// A handler that does not heed its cancellation is waited for: its task could not be resumed on a loop that is gone.
    func drain(within time: Duration) async {
        guard !isDraining else { return }
        now = .now
        isDraining = true
        drainDeadline = now + time
        drainingRequestDeadline = now + shared.deadlines.drainingRequest
        nextTick = now
        for index in listeners.indices { rejectWaiting(index) }
        for connection in slots {
            guard let connection else { continue }
            if connection.phase == .streaming {
                endStream(connection)
                if isOpen(connection) { settle(connection) }
            } else if connection.awaitsRequest {
                endDraining(connection)
            }
        }
        await withCheckedContinuation { continuation in
            drainWaiter = continuation
            finishDrainIfPossible()
        }
    }

    /// Ends a connection whose answers are taken; what has begun to come of another request is waited for a little.
    func endDraining(_ connection: Connection) {
        if connection.isIdle && connection.pendingInput == 0 {
            drop(connection)
        } else {
            connection.deadline = min(connection.deadline, drainingRequestDeadline)
        }
    }

    private func rejectWaiting(_ index: Int) {
        let descriptor = listeners[index].descriptor
        loop.unwatch(descriptor)
        Socket.closeDescriptor(descriptor)
    }

    /// Ends every connection that is still open.
    func cutEverything() {
        for connection in slots {
            guard let connection else { continue }
            drop(connection, abandoned: connection.phase == .handling)
        }
    }

    func finishDrainIfPossible() {
        guard isDraining, connectionCount == 0, runningHandlers == 0, let waiter = drainWaiter else { return }
        drainWaiter = nil
        waiter.resume()
    }
}
