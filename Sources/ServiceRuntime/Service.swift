/// Something that runs for as long as the program does.
public protocol Service: Sendable {
    /// The name used in logs and errors.
    var name: String { get }

    /// Gets ready; the next service of a group starts when it returns.
    func start() async throws

    /// Does the work until the task is cancelled, which is the request to stop: finish what is in flight, then return.
    func run() async throws
}

extension Service {
    /// Nothing to get ready.
    public func start() async throws {}
}
