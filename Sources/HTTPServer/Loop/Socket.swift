import CLinux
import Glibc
import HTTPMessage
import ServiceRuntime

/// Calls to the operating system about sockets; each returns what happened instead of leaving it in `errno`.
public enum Socket {
    /// What a read or write came to.
    enum Transfer: Equatable {
        /// So many bytes were moved; at least one.
        case moved(Int)
        /// Nothing can be moved now.
        case wouldBlock
        /// The peer has closed its side, or the connection is gone.
        case ended
    }

    /// The number of processors that are online, at least one.
    public static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    static func receive(_ descriptor: Int32, into buffer: inout [UInt8], atMost limit: Int) -> Transfer {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe recv(descriptor, $0.baseAddress, min($0.count, limit), 0)
            }
            if count > 0 { return .moved(count) }
            if count < 0 && errno == EINTR { continue }
            return count < 0 && errno == EAGAIN ? .wouldBlock : .ended
        }
    }

    static func send(_ descriptor: Int32, _ bytes: [UInt8], from start: Int) -> Transfer {
        while true {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
                return unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 { return .moved(count) }
            if count < 0 && errno == EINTR { continue }
            return count < 0 && errno == EAGAIN ? .wouldBlock : .ended
        }
    }

    static func shutdownWriting(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Lets closing reset the connection, so that the kernel does not keep megabytes for a peer that does not read.
    static func discardUnsent(_ descriptor: Int32) {
        var immediately = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &immediately, socklen_t(MemoryLayout<linger>.size))
    }

    static func closeDescriptor(_ descriptor: Int32) {
        _ = close(descriptor)
    }

    /// What accepting came to.
    enum Acceptance {
        case connection(descriptor: Int32, remote: RemoteAddress)
        case none
        case failed(SystemError)
    }

    static func acceptConnection(_ listener: Int32) -> Acceptance {
        while true {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let descriptor = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe postern_accept4(listener, $0, &length)
                }
            }
            if descriptor >= 0 {
                var yes: Int32 = 1
                _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
                return .connection(descriptor: descriptor, remote: remoteAddress(address))
            }
            switch errno {
            case EINTR, ECONNABORTED, EPROTO: continue
            case EAGAIN: return .none
            default: return .failed(SystemError(call: "accept4", code: errno))
            }
        }
    }

    private static func remoteAddress(_ storage: sockaddr_storage) -> RemoteAddress {
        unsafe withUnsafePointer(to: storage) { pointer in
            if Int32(storage.ss_family) == AF_INET6 {
                return unsafe pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                    let address = unsafe pointer.pointee
                    let bytes = unsafe withUnsafeBytes(of: address.sin6_addr) { unsafe Array($0) }
                    return RemoteAddress(bytes: bytes, port: UInt16(bigEndian: address.sin6_port)) ?? .loopback
                }
            }
            return unsafe pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                let address = unsafe pointer.pointee
                return RemoteAddress(
                    ipv4: UInt32(bigEndian: address.sin_addr.s_addr), port: UInt16(bigEndian: address.sin_port))
            }
        }
    }
}
