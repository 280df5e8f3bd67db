public import HTTPMessage
public import ServiceRuntime

/// Something that happened in the server and that logs or metrics may want; reported on the event loop, so take it quickly.
public enum HTTPServerEvent: Sendable {
    /// A response has been handed to the connection.
    case answered(Exchange)
    /// The server answered a request itself.
    case refused(listener: String, cause: RequestRefusal)
    /// A TLS handshake did not succeed.
    case handshakeFailed(listener: String, reason: String)
    /// The handler was not done at its deadline; its task was cancelled and 503 answered.
    case handlerOverran(listener: String)
    /// The handler's response had malformed headers; 500 was answered instead.
    case responseMalformed(listener: String)
    /// The reader of a stream was too slow and has been cut.
    case streamOverflowed(listener: String)
    /// The peer left, or did not read in time, while a response was wanted or on its way.
    case abandoned(listener: String)
    /// A connection without a whole request was closed because a new one needed its place.
    case displaced(listener: String)
    /// A connection could not be accepted, for example for want of file descriptors.
    case acceptFailed(listener: String, SystemError)
    /// The number of open connections of all loops together changed.
    case connections(Int)

    /// One request that the handler answered.
    public struct Exchange: Sendable {
        /// The listener's name.
        public let listener: String
        /// The method.
        public let method: HTTPMethod
        /// The response's status.
        public let status: HTTPStatus
        /// From the complete head to the response.
        public let duration: Duration
        /// The bytes of the response's body; 0 for a stream.
        public let bodyBytes: Int
    }
}
