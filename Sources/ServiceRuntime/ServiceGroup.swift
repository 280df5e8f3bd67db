/// Runs services together: starts them in order, stops them in reverse order.
///
/// The group ends when it is told to stop (`stop()` or a signal), or when a service fails or returns by itself; then every
/// service still running is stopped, the last one first, each awaited before the next. Cancelling the task that runs the
/// group stops all services at once.
public final class ServiceGroup: Sendable {
    private let services: [any Service]
    private let stopping = Gate()

    /// Makes a group; nothing runs before `run`.
    ///
    /// - Parameter services: in the order to start them.
    public init(_ services: [any Service]) {
        self.services = services
    }

    /// Asks the group to stop; returns at once.
    public func stop() {
        stopping.open()
    }

    /// Runs the group with SIGTERM and SIGINT stopping it and SIGHUP calling `reload`.
    ///
    /// `ProcessSignals.block()` must have been called before. Reload requests that come while one is served are merged.
    ///
    /// - Throws: `ServiceGroupError`.
    public func runUntilSignalled(
        reload: @escaping @Sendable () async -> Void
    ) async throws(ServiceGroupError) {
        let (requests, reloads) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let signals: ProcessSignals
        do {
            signals = try ProcessSignals { [stopping] signal in
                switch signal {
                case .stop: stopping.open()
                case .reload: reloads.yield()
                }
            }
        } catch {
            throw .signals(error)
        }
        let outcome = await withTaskGroup(of: Void.self, returning: Result<Void, ServiceGroupError>.self) { group in
            group.addTask { for await _ in requests { await reload() } }
            let outcome = await self.outcome()
            reloads.finish()
            return outcome
        }
        signals.close()
        try outcome.get()
    }

    /// Runs the group until it is stopped.
    ///
    /// - Throws: `ServiceGroupError`.
    public func run() async throws(ServiceGroupError) {
        try await outcome().get()
    }

    private func outcome() async -> Result<Void, ServiceGroupError> {
        await withTaskGroup(of: Ending.self) { group in
            var running: [Running] = []
            var failure: ServiceGroupError?
            for service in services {
                if let error = await started(service) {
                    failure = error
                    stopping.open()
                    break
                }
                let entry = Running(service: service)
                running.append(entry)
                group.addTask { [stopping] in await entry.run(reporting: stopping) }
            }
            await stopping.passageOrCancellation()
            for entry in running.reversed() {
                entry.stop.open()
                await entry.ended.passage()
            }
            for await ending in group { failure = failure ?? ending.failure }
            if let failure { return .failure(failure) }
            return .success(())
        }
    }

    private func started(_ service: any Service) async -> ServiceGroupError? {
        do {
            try await service.start()
            return nil
        } catch {
            return .startFailed(service: service.name, cause: error)
        }
    }
}

private struct Ending: Sendable {
    let failure: ServiceGroupError?
}

/// One service of a running group with the doors to stop it and to wait for its end.
private struct Running: Sendable {
    let service: any Service
    let stop = Gate()
    let ended = Gate()

    func run(reporting groupStop: Gate) async -> Ending {
        let failure = await withTaskGroup(of: Ending?.self, returning: ServiceGroupError?.self) { group in
            group.addTask { await self.serve() }
            group.addTask {
                await self.stop.passageOrCancellation()
                return nil
            }
            let first = await group.next() ?? nil
            let unasked = endedUnasked()
            group.cancelAll()
            if let first { return first.failure ?? unasked }
            for await case .some(let ending) in group { return ending.failure }
            return nil
        }
        groupStop.open()
        ended.open()
        return Ending(failure: failure)
    }

    private func endedUnasked() -> ServiceGroupError? {
        stop.isOpen || Task.isCancelled ? nil : .endedEarly(service: service.name)
    }

    private func serve() async -> Ending {
        do {
            try await service.run()
            return Ending(failure: nil)
        } catch is CancellationError {
            return Ending(failure: nil)
        } catch {
            return Ending(failure: .runFailed(service: service.name, cause: error))
        }
    }
}
