import Glibc
import ServiceRuntime

/// A peer of one connection that answers with given bytes, whatever it is asked.
final class RawPeer: Sendable {
    /// What happens after the last byte.
    enum End { case close, hold }

    let port: UInt16
    private let listening: Int32
    private let received = Lock<[UInt8]>([])
    private let thread: JoinedThread

    /// Listens and answers one connection.
    ///
    /// - Parameters:
    ///   - replies: each is sent when the text before it was received; the first one's text may be empty.
    ///   - end: whether the connection stays open until the client leaves.
    /// - Throws: when there is no thread.
    init(_ replies: [(after: String, send: String)], end: End = .close) throws {
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listening, $0, length)
                _ = listen(listening, 8)
                _ = getsockname(listening, $0, &length)
            }
        }
        self.listening = listening
        port = UInt16(bigEndian: address.sin_port)
        thread = try JoinedThread(name: "raw-peer") { [received] in
            let peer = accept(listening, nil, nil)
            guard peer >= 0 else { return }
            defer { close(peer) }
            var rest: [UInt8] = []
            for reply in replies {
                while !reply.after.isEmpty, rest.firstRange(of: Array(reply.after.utf8)) == nil {
                    let piece = read(peer)
                    if piece.isEmpty { return }
                    rest += piece
                    received.withLock { $0 += piece }
                }
                if let end = rest.firstRange(of: Array(reply.after.utf8))?.upperBound { rest.removeSubrange(..<end) }
                let bytes = Array(reply.send.utf8)
                _ = bytes.withUnsafeBytes { Glibc.send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            }
            while end == .hold, case let piece = read(peer), !piece.isEmpty { received.withLock { $0 += piece } }
        }
    }

    /// Answers one HTTP request.
    convenience init(answering text: String, end: End = .close) throws {
        try self.init([(after: "\r\n\r\n", send: text)], end: end)
    }

    /// What came so far.
    var text: String { received.withLock { String(decoding: $0, as: UTF8.self) } }

    deinit {
        shutdown(listening, Int32(SHUT_RDWR))
        thread.join()
        close(listening)
    }
}

private func read(_ peer: Int32) -> [UInt8] {
    var entry = pollfd(fd: peer, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 60_000) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(peer, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : []
}
