import Glibc
public import HTTPMessage
import ServiceRuntime

/// An HTTP/1.1 server: event loops with a thread each, over epoll and OpenSSL.
///
/// Every server that was started must be drained before it is dropped, because its threads are joined there.
public final class HTTPServer: Sendable {
    /// What answers requests; it runs on the event loop, so whatever blocks must happen elsewhere.
    ///
    /// Its task is cancelled when the peer leaves or the handler's deadline passes.
    public typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

    private let loops: [EventLoop]
    private let cores: [ServerLoop]
    private let boundPorts: [(listener: String, port: UInt16)]
    private let certificates: [CertificateStore]
    private let isDrained = Lock(false)

    private init(
        loops: [EventLoop], cores: [ServerLoop], ports: [(listener: String, port: UInt16)],
        certificates: [CertificateStore]
    ) {
        self.loops = loops
        self.cores = cores
        boundPorts = ports
        self.certificates = certificates
    }

    /// Binds, starts the loops and begins to accept.
    ///
    /// Two settings of the whole process change: SIGPIPE is ignored, and the limit of open files is raised to what is allowed.
    ///
    /// - Parameters:
    ///   - configuration: listeners, limits and deadlines.
    ///   - report: gets every event; called on the loops.
    ///   - handler: answers every request.
    /// - Returns: the running server.
    /// - Throws: `HTTPServerError`; nothing is left open then.
    public static func start(
        _ configuration: HTTPServerConfiguration, report: @escaping @Sendable (HTTPServerEvent) -> Void = { _ in },
        handler: @escaping Handler
    ) throws(HTTPServerError) -> HTTPServer {
        let descriptors = prepareProcess()
        let names = configuration.listeners.map(\.name)
        guard !names.isEmpty, Set(names).count == names.count else { throw .invalidListeners }
        var stores: [CertificateStore?] = []
        for listener in configuration.listeners {
            guard let tls = listener.tls else {
                stores.append(nil)
                continue
            }
            stores.append(try CertificateStore(tls, listener: listener.name))
        }
        let sockets = try ListeningSockets(configuration)
        let places = OpenConnections.fitted(
            configuration.listeners.map { $0.connections ?? configuration.limits.connections },
            descriptors: descriptors)
        let shared = ServerLoop.Shared(
            limits: configuration.limits, deadlines: configuration.deadlines,
            openConnections: OpenConnections(limits: places),
            heldBytes: HeldBytes(limit: configuration.limits.heldRequestBytes), handler: handler, report: report)
        do throws(SystemError) {
            let pairs = try startLoops(configuration, sockets, stores, shared)
            return HTTPServer(
                loops: pairs.map(\.loop), cores: pairs.map(\.core), ports: sockets.ports,
                certificates: stores.compactMap { $0 })
        } catch {
            sockets.close()
            throw .system(error)
        }
    }

    /// The port of each listener, in the order of the configuration.
    public var ports: [UInt16] { boundPorts.map(\.port) }

    /// The port that a listener got.
    public func port(of listener: String) -> UInt16? {
        boundPorts.first { $0.listener == listener }?.port
    }

    /// Reads every listener's certificate and key again for new connections; open ones go on undisturbed.
    ///
    /// - Throws: `HTTPServerError.tls`; the certificates before stay in use for that listener and those after it.
    public func reloadCertificate() throws(HTTPServerError) {
        for store in certificates { try store.reload() }
    }

    /// Stops accepting, answers what is in flight, ends streams, cuts what is left at the deadline, and joins the threads.
    ///
    /// A request of which a part is missing is waited for only as long as the configuration's `drainingRequest` says, so that
    /// nobody can hold up the end by not going on.
    ///
    /// Returns when every handler has returned. A second call returns at once. Never call it from a handler.
    public func drain(within time: Duration = .seconds(30)) async {
        let isFirst = isDrained.withLock { drained in
            defer { drained = true }
            return !drained
        }
        guard isFirst else { return }
        await withTaskGroup(of: Void.self) { group in
            for core in cores { group.addTask { await core.drain(within: time) } }
        }
        for loop in loops { loop.stop() }
        for loop in loops { loop.join() }
    }

    private static func startLoops(
        _ configuration: HTTPServerConfiguration, _ sockets: ListeningSockets, _ stores: [CertificateStore?],
        _ shared: ServerLoop.Shared
    ) throws(SystemError) -> [(loop: EventLoop, core: ServerLoop)] {
        var started: [(loop: EventLoop, core: ServerLoop)] = []
        do throws(SystemError) {
            for index in 0..<configuration.loops {
                let loop = try EventLoop()
                let listeners = zip(configuration.listeners, stores).enumerated().map { place, pair in
                    ServerLoop.Listener(
                        name: pair.0.name, descriptor: sockets.descriptors[place][index], tls: pair.1)
                }
                let core = ServerLoop(loop: loop, listeners: listeners, shared: shared)
                try loop.start(name: "http-\(index)", driver: core)
                started.append((loop, core))
            }
        } catch {
            for pair in started { pair.loop.stop() }
            for pair in started { pair.loop.join() }
            throw error
        }
        return started
    }

    /// The number of descriptors that the process may open from now on.
    private static func prepareProcess() -> Int {
        signal(SIGPIPE, SIG_IGN)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return .max }
        let before = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        // Refused only in odd sandboxes; then the limit before holds.
        let isRaised = unsafe setrlimit(resource, &limit) == 0
        return Int(clamping: isRaised ? limit.rlim_cur : before)
    }
}

/// The sockets of all listeners, one of each for every loop.
private struct ListeningSockets {
    private(set) var descriptors: [[Int32]] = []
    private(set) var ports: [(listener: String, port: UInt16)] = []

    init(_ configuration: HTTPServerConfiguration) throws(HTTPServerError) {
        do throws(HTTPServerError) {
            for listener in configuration.listeners {
                let opened = try ListeningSocket.open(listener, loops: configuration.loops)
                descriptors.append(opened.descriptors)
                ports.append((listener.name, opened.port))
            }
        } catch {
            close()
            throw error
        }
    }

    func close() {
        for descriptor in descriptors.joined() { Socket.closeDescriptor(descriptor) }
    }
}
