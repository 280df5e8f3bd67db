import Glibc
import ServiceRuntime

/// A mail server on this machine that answers by a script and keeps what it took.
final class MailServer: Sendable {
    /// A mail with the recipients that were not refused.
    struct Mail: Sendable {
        var commands: [String]
        var content: String
    }

    let port: UInt16
    private let listening: Int32
    private let kept = Lock<[Mail]>([])
    private let thread: JoinedThread

    var mails: [Mail] { kept.withLock { $0 } }

    /// Listens; connections are served one after the other.
    ///
    /// - Parameter script: the reply to a command, to `""` for the greeting, to `"."` for a message; nil for the usual one.
    /// - Throws: when there is no thread.
    init(_ script: @escaping @Sendable (_ command: String) -> String?) throws {
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
        thread = try JoinedThread(name: "mail-server") { [kept] in
            while case let peer = accept(listening, nil, nil), peer >= 0 {
                var mail = Mail(commands: [], content: "")
                var connection = Connection(peer: peer)
                connection.say(script("") ?? "220 mail ESMTP")
                while let line = connection.line(), line != "QUIT" {
                    mail.commands.append(line)
                    let reply = script(line)
                    connection.say(reply ?? (line == "DATA" ? "354 go" : "250 ok"))
                    guard line == "DATA", reply == nil else { continue }
                    while let content = connection.line(), content != "." { mail.content += content + "\r\n" }
                    // Whoever hears the reply finds the mail.
                    let end = script(".")
                    if end == nil { kept.withLock { $0.append(mail) } }
                    connection.say(end ?? "250 taken")
                    mail = Mail(commands: [], content: "")
                }
                close(peer)
            }
        }
    }

    deinit {
        shutdown(listening, Int32(SHUT_RDWR))
        thread.join()
        close(listening)
    }

    private struct Connection {
        let peer: Int32
        var rest: [UInt8] = []

        func say(_ text: String) {
            let bytes = Array((text + "\r\n").utf8)
            _ = bytes.withUnsafeBytes { send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }

        mutating func line() -> String? {
            while true {
                if let end = rest.firstRange(of: [0x0D, 0x0A]) {
                    defer { rest.removeSubrange(..<end.upperBound) }
                    return String(decoding: rest[..<end.lowerBound], as: UTF8.self)
                }
                var buffer = [UInt8](repeating: 0, count: 4096)
                let count = recv(peer, &buffer, buffer.count, 0)
                guard count > 0 else { return nil }
                rest += buffer[..<count]
            }
        }
    }
}
