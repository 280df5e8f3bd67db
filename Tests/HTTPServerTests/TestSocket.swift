import Glibc

/// A plain client socket on the loopback interface; every wait ends after a minute, so that what else runs decides nothing.
final class TestSocket {
    enum Failure: Error {
        case cannotConnect(Int32)
        case timedOut
    }

    let descriptor: Int32
    private var received: [UInt8] = []

    /// Connects; `receiveBuffer` are the bytes that the kernel holds for a client that does not read.
    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // What deinit closes must not be closed here as well: the number may be another thread's by then.
        guard code == 0 else { throw Failure.cannotConnect(errno) }
    }

    deinit { close(descriptor) }

    /// Writes what the peer takes; whether it took everything.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Waits for readability; false when the time is over.
    func isReadable(withinMilliseconds time: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, time) > 0
    }

    /// The next bytes; empty when the peer closed or reset.
    func receive() throws -> [UInt8] {
        guard isReadable(withinMilliseconds: 240_000) else { throw Failure.timedOut }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : []
    }

    /// Everything up to the end of the connection.
    func receiveAll() throws -> [UInt8] {
        var all = received
        received = []
        while true {
            let piece = try receive()
            if piece.isEmpty { return all }
            all += piece
        }
    }

    /// Everything up to and with a text, the rest stays for the next call; nil when the connection ends before.
    func receive(through text: String) throws -> String? {
        let mark = Array(text.utf8)
        while true {
            if let end = received.firstRange(of: mark)?.upperBound {
                defer { received.removeSubrange(..<end) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            let piece = try receive()
            if piece.isEmpty { return nil }
            received += piece
        }
    }

    /// The next bytes of a known number; fewer when the connection ends before.
    func receive(count: Int) throws -> [UInt8] {
        while received.count < count {
            let piece = try receive()
            if piece.isEmpty { break }
            received += piece
        }
        defer { received.removeSubrange(..<min(count, received.count)) }
        return Array(received.prefix(count))
    }

    /// The next final response whose body has a length; nil when the connection ends before.
    func receiveResponse() throws -> TestResponse? {
        while let head = try receive(through: "\r\n\r\n") {
            guard let response = TestResponse(head: head) else { return nil }
            if response.status < 200 { continue }
            return response.with(body: try receive(count: response.length))
        }
        return nil
    }
}

/// A response as a client sees it.
struct TestResponse: Equatable {
    let status: Int
    let lines: [String]
    private(set) var body: [UInt8] = []

    init?(head: String) {
        let lines = head.split(separator: "\r\n").map(String.init)
        guard let first = lines.first, first.hasPrefix("HTTP/1.1 "), let status = Int(first.dropFirst(9).prefix(3))
        else { return nil }
        self.status = status
        self.lines = Array(lines.dropFirst())
    }

    func with(body: [UInt8]) -> TestResponse {
        var copy = self
        copy.body = body
        return copy
    }

    func header(_ name: String) -> String? {
        let prefix = name.lowercased() + ": "
        return lines.first { $0.lowercased().hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    var length: Int { header("content-length").flatMap { Int($0) } ?? 0 }
    var text: String { String(decoding: body, as: UTF8.self) }

    /// Reads every response of a connection's bytes; nil when something else is among them.
    static func all(in bytes: [UInt8]) -> [TestResponse]? {
        var rest = bytes[...]
        var responses: [TestResponse] = []
        while !rest.isEmpty {
            guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound,
                let response = TestResponse(head: String(decoding: rest[..<end], as: UTF8.self)),
                rest.endIndex - end >= response.length
            else { return nil }
            responses.append(response.with(body: Array(rest[end..<(end + response.length)])))
            rest = rest[(end + response.length)...]
        }
        return responses
    }
}
