/// Everything about a client that can be set, with safe defaults.
public struct HTTPClientConfiguration: Sendable {
    /// The most of everything that peers and callers can make the client hold.
    public struct Limits: Sendable {
        /// The most transfers at the same time; 64 by default.
        public var transfers = 64
        /// The most mails at the same time, each on a thread of its own; 16 by default.
        public var mails = 16
        /// The most requests that wait for their turn; 256 by default; a further one fails with `overloaded`.
        public var waiting = 256
        /// The most bytes of a whole body; 8 MiB by default.
        ///
        /// A stream's length is not limited.
        public var bodyBytes = 8_388_608
        /// The most bytes of field lines, trailers and informational answers included; 64 KiB by default.
        public var headerBytes = 65_536
        /// The bytes of a stream that wait for its reader before the peer is not read any more; 64 KiB by default.
        public var streamBufferBytes = 65_536
        /// The most idle connections that are kept; 32 by default.
        public var idleConnections = 32

        /// Makes the default limits.
        public init() {}
    }

    /// Times after which the client stops waiting.
    public struct Deadlines: Sendable {
        /// For resolving, connecting and the handshake; 10 s by default.
        public var connect: Duration = .seconds(10)
        /// From asking to the end of an answer, or to the head of a stream; 30 s by default.
        public var whole: Duration = .seconds(30)
        /// The longest silence in a stream; 90 s by default.
        public var streamSilence: Duration = .seconds(90)
        /// The age at which an idle connection is not used again; 60 s by default.
        public var idleConnection: Duration = .seconds(60)

        /// Makes the default deadlines.
        public init() {}
    }

    /// A proxy through which every request goes.
    public struct Proxy: Sendable, CustomStringConvertible {
        /// Its URL: `http`, `https`, `socks5` or `socks5h`, without user information.
        public var url: String
        /// User name and password, if it asks for them.
        public var credentials: Credentials?

        /// Makes a proxy.
        public init(url: String, credentials: Credentials? = nil) {
            self.url = url
            self.credentials = credentials
        }

        /// A fixed word: where it is may be nobody's business.
        public var description: String { "a proxy" }
    }

    /// A user name with a password; never shown.
    public struct Credentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        let user: String
        let password: String

        /// Makes credentials.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }

        /// A fixed word.
        public var description: String { "redacted" }
        /// A fixed word.
        public var debugDescription: String { "redacted" }
        /// Nothing to see.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// A certificate that the client shows to servers that ask for one.
    public struct ClientCertificate: Sendable {
        /// The path of a PEM file: the certificate, then its intermediates.
        public var certificateChainFile: String
        /// The path of a PEM file with the private key.
        public var privateKeyFile: String

        /// Makes a client certificate; both files are read at every handshake.
        public init(certificateChainFile: String, privateKeyFile: String) {
            self.certificateChainFile = certificateChainFile
            self.privateKeyFile = privateKeyFile
        }
    }

    /// The limits.
    public var limits = Limits()
    /// The deadlines.
    public var deadlines = Deadlines()
    /// Which addresses may be connected to; every address by default.
    public var addresses = AddressPolicy.any
    /// The proxy; none by default, whatever the environment says.
    public var proxy: Proxy?
    /// The path of a PEM file with the only authorities that are trusted; the system's if nil.
    public var authoritiesFile: String?
    /// The certificate that the client shows, if any.
    public var clientCertificate: ClientCertificate?
    /// The value of `User-Agent` for requests that have none.
    public var userAgent = "postern"
    /// Whether HTTP/2 is spoken with servers that offer it in the TLS handshake; true by default.
    public var offersHTTP2 = true

    /// Makes the default configuration.
    public init() {}
}
