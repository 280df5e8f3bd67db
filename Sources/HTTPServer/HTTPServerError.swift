public import ServiceRuntime

/// Why a server can't start, or a certificate can't be loaded.
public enum HTTPServerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is no listener, or two have the same name.
    case invalidListeners
    /// The address is no numeric IPv4 or IPv6 address.
    case invalidAddress(listener: String)
    /// Another process, or another listener, has the port.
    case portInUse(listener: String, address: String, port: UInt16)
    /// The operating system does not let a listener have its address and port.
    case notBound(listener: String, address: String, port: UInt16, SystemError)
    /// The operating system refused a call.
    case system(SystemError)
    /// OpenSSL refused a file or a setting.
    case tls(listener: String, what: String, file: String, reason: String)

    /// One line that is safe to log and to show.
    public var description: String {
        switch self {
        case .invalidListeners: "a server needs at least one listener, each with its own name"
        case .invalidAddress(let listener): "the address of listener `\(listener)` is not numeric"
        case .portInUse(let listener, let address, let port):
            "port \(port) of \(address), for listener `\(listener)`, is in use"
        case .notBound(let listener, let address, let port, let error):
            "listener `\(listener)` cannot have port \(port) of \(address): \(error)"
        case .system(let error): error.description
        case .tls(let listener, let what, let file, let reason):
            "\(what) `\(file)` of listener `\(listener)`: \(reason)"
        }
    }
}
