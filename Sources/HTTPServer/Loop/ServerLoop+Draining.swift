extension ServerLoop {
    /// Stops accepting, lets what is in flight finish until the deadline, then cuts it; returns when no connection and no handler is left.
    ///
    /// A handler that does not heed its cancellation is waited for: its task could not be resumed on a loop that is gone.
    func drain(within time: Duration) async {
        guard !isDraining else { return }
        now = .now
        isDraining = true
        drainDeadline = now + time
        nextTick = now
        for index in listeners.indices { rejectWaiting(index) }
        for connection in slots {
            guard let connection else { continue }
            if connection.isIdle {
                drop(connection)
            } else if connection.phase == .streaming {
                endStream(connection)
                if isOpen(connection) { settle(connection) }
            }
        }
        await withCheckedContinuation { continuation in
            drainWaiter = continuation
            finishDrainIfPossible()
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
