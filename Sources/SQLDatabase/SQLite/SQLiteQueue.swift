import ServiceRuntime

/// A bounded queue between tasks that never block and threads that do.
final class SQLiteQueue<Job: Sendable>: Sendable {
    private struct State {
        var jobs: [(job: Job, weight: Int)] = []
        var weight = 0
        var accepted = 0
        var isClosed = false
    }

    private let state = Lock(State())
    private let capacity: Int

    /// Makes a queue for jobs of the given total weight.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The weight that waits.
    var waiting: Int { state.withLock { $0.weight } }

    /// The weight that was ever accepted.
    var accepted: Int { state.withLock { $0.accepted } }

    /// Adds a job, or says why not.
    func push(_ job: Job, weight: Int = 1) -> SQLError? {
        let error = state.withLock { state -> SQLError? in
            if state.isClosed { return .closed }
            if state.weight + weight > capacity { return .overloaded }
            state.jobs.append((job, weight))
            state.weight += weight
            state.accepted += weight
            return nil
        }
        if error == nil { state.wakeOne() }
        return error
    }

    /// Blocks until there are jobs and takes the oldest; nil when the queue is closed and empty.
    ///
    /// - Parameters:
    ///   - weight: stops before the job with which the total would exceed this, but takes at least one.
    ///   - takers: how many threads share the queue: each takes its share of the jobs, rounded up.
    /// - Returns: the oldest jobs, or nil.
    func take(upTo weight: Int, takers: Int = 1) -> [Job]? {
        state.wait { state -> [Job]?? in
            if state.jobs.isEmpty { return state.isClosed ? .some(nil) : nil }
            let share = (state.jobs.count + takers - 1) / takers
            var (count, total) = (0, 0)
            while count < share, count == 0 || total + state.jobs[count].weight <= weight {
                total += state.jobs[count].weight
                count += 1
            }
            let taken = state.jobs.prefix(count).map(\.job)
            state.jobs.removeFirst(count)
            state.weight -= total
            return taken
        }
    }

    /// Refuses what comes from now on; what waits is still taken.
    func close() {
        state.withLock { $0.isClosed = true }
        state.wake()
    }
}
