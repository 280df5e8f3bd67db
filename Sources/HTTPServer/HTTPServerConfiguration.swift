/// Everything about a server that can be set, with safe defaults.
public struct HTTPServerConfiguration: Sendable {
    /// The most of everything that a peer can make the server hold.
    public struct Limits: Sendable {
        /// The longest request target in bytes; 8 KiB by default; longer is answered with 414.
        public var targetBytes = 8192
        /// The most bytes of field lines; 16 KiB by default; more is answered with 431.
        public var headerBytes = 16_384
        /// The most field lines; 100 by default; more is answered with 431.
        public var headerCount = 100
        /// The most bytes of a body after decoding, and the most bytes around its chunks; 1 MiB by default; more is answered with 413.
        ///
        /// A length that is announced and too large is refused at the head, before the body comes. An application that reads less
        /// than the default at most should say so here.
        public var bodyBytes = 1_048_576
        /// The most bytes that the requests of all connections and loops together may take; 64 MiB by default.
        ///
        /// Heads and bodies count as they come, whatever length was announced, and until their handler has returned.
        /// The first 4 KiB of each connection, and of each request in a handler, do not count: `connections` bounds them, and ordinary
        /// requests go on when large ones have taken all the room. The request that would pass the limit is answered with 503 and
        /// `Retry-After`, at its head if its announced length says so, and closed.
        public var heldRequestBytes = 67_108_864
        /// The most open connections of each listener that sets no limit of its own; 10,000 by default.
        ///
        /// It counts all loops together. When a listener is full, a further connection takes the place of the one that has waited the
        /// longest for a whole request head, be it a new one, a kept-alive one, or one that only lingers after a refusal. Neither
        /// bytes that drip in nor the peer's address count: a peer that holds places without asking loses them to whoever comes, and
        /// a proxy, from which everybody's connections come, is nobody's victim. A connection whose request is being read, handled,
        /// answered or streamed is never closed for another; when there are only such ones, the further connection is answered with
        /// 503 and closed. Each loop looks among its own connections only, so a limit of a few places may refuse early.
        ///
        /// When the process may not open as many descriptors as all listeners together could need, the higher limits are lowered.
        public var connections = 10_000
        /// The most requests on one connection; 10,000 by default; the last one is answered with `Connection: close`.
        public var requestsPerConnection = 10_000
        /// The most bytes that wait for a reader of a stream before it is cut; 256 KiB by default.
        public var streamBufferBytes = 262_144

        /// Makes the default limits.
        public init() {}
    }

    /// Times after which the server stops waiting; each is absolute, bytes that drip in do not extend it.
    public struct Deadlines: Sendable {
        /// From a request's first byte (or, with TLS, from accepting) to the end of its head; 10 s by default.
        public var head: Duration = .seconds(10)
        /// From the end of the head to the end of the body; 30 s by default.
        public var body: Duration = .seconds(30)
        /// For a connection without a request; 60 s by default.
        public var idle: Duration = .seconds(60)
        /// For the handler; 60 s by default; then its task is cancelled and the answer is 503.
        public var handler: Duration = .seconds(60)
        /// From a response being ready to its last byte being taken by the peer; 30 s by default; for a stream: without any progress.
        public var write: Duration = .seconds(30)
        /// From the begin of a drain to the end of the requests that have begun to come by then, or of TLS handshakes; 5 s by default.
        ///
        /// Requests that are whole have the time that `HTTPServer.drain(within:)` gives.
        public var drainingRequest: Duration = .seconds(5)
        /// For reading on after a refusal, so that the peer can read the answer before the connection goes; 2 s by default.
        public var linger: Duration = .seconds(2)

        /// Makes the default deadlines.
        public init() {}
    }

    /// Where the server listens; at least one.
    public var listeners: [HTTPListener]
    /// The number of event loops, one thread each; by default one for each processor.
    public var loops: Int
    /// The limits.
    public var limits = Limits()
    /// The deadlines.
    public var deadlines = Deadlines()

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - listeners: where the server listens.
    ///   - loops: 1 to 64; anything beyond is brought back into that range.
    public init(listeners: [HTTPListener], loops: Int = Socket.processorCount) {
        self.listeners = listeners
        self.loops = min(max(loops, 1), 64)
    }
}
