import Glibc
import ServiceRuntime

/// Opens listening sockets.
enum ListeningSocket {
    /// Opens one socket for each loop on the same port.
    ///
    /// With several loops the port is shared by SO_REUSEPORT, which would also let another process of the same user bind it without
    /// a word; so the port is bound without it first, and only a free one is taken.
    ///
    /// - Returns: the sockets and the port that they got.
    static func open(
        _ listener: HTTPListener, loops: Int
    ) throws(HTTPServerError) -> (descriptors: [Int32], port: UInt16) {
        let address = try BoundAddress(listener)
        let probe = try bound(listener, address, sharing: false)
        guard loops > 1 else {
            return ([try listening(probe)], try port(of: probe))
        }
        let port = try port(of: probe)
        Socket.closeDescriptor(probe)
        let shared = address.with(port: port)
        var descriptors: [Int32] = []
        do throws(HTTPServerError) {
            for _ in 0..<loops {
                descriptors.append(try listening(bound(listener, shared, sharing: true)))
            }
        } catch {
            for descriptor in descriptors { Socket.closeDescriptor(descriptor) }
            throw error
        }
        return (descriptors, port)
    }

    private static func bound(
        _ listener: HTTPListener, _ address: BoundAddress, sharing: Bool
    ) throws(HTTPServerError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { throw .system(SystemError(call: "socket", code: errno)) }
        var yes: Int32 = 1
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        if sharing { _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &yes, 4) }
        guard address.bind(descriptor) == 0 else {
            let code = errno
            Socket.closeDescriptor(descriptor)
            if code == EADDRINUSE {
                throw .portInUse(listener: listener.name, address: listener.address, port: listener.port)
            }
            throw .notBound(
                listener: listener.name, address: listener.address, port: listener.port,
                SystemError(call: "bind", code: code))
        }
        return descriptor
    }

    private static func listening(_ descriptor: Int32) throws(HTTPServerError) -> Int32 {
        guard listen(descriptor, 1024) == 0 else {
            let code = errno
            Socket.closeDescriptor(descriptor)
            throw .system(SystemError(call: "listen", code: code))
        }
        return descriptor
    }

    private static func port(of descriptor: Int32) throws(HTTPServerError) -> UInt16 {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard code == 0 else { throw .system(SystemError(call: "getsockname", code: errno)) }
        // The port lies at the same place in both families.
        return UInt16(bigEndian: address.sin6_port)
    }
}

/// A numeric address and port in the operating system's form.
private struct BoundAddress {
    private(set) var family: Int32
    private var ipv4 = sockaddr_in()
    private var ipv6 = sockaddr_in6()

    init(_ listener: HTTPListener) throws(HTTPServerError) {
        if unsafe inet_pton(AF_INET, listener.address, &ipv4.sin_addr) == 1 {
            family = AF_INET
        } else if unsafe inet_pton(AF_INET6, listener.address, &ipv6.sin6_addr) == 1 {
            family = AF_INET6
        } else {
            throw .invalidAddress(listener: listener.name)
        }
        ipv4.sin_family = sa_family_t(AF_INET)
        ipv6.sin6_family = sa_family_t(AF_INET6)
        self = with(port: listener.port)
    }

    func with(port: UInt16) -> BoundAddress {
        var copy = self
        copy.ipv4.sin_port = port.bigEndian
        copy.ipv6.sin6_port = port.bigEndian
        return copy
    }

    func bind(_ descriptor: Int32) -> Int32 {
        family == AF_INET
            ? Self.bind(descriptor, ipv4)
            : Self.bind(descriptor, ipv6)
    }

    private static func bind<Address>(_ descriptor: Int32, _ address: Address) -> Int32 {
        unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
