import Glibc
import ServiceRuntime

/// What the thread of one mail shares with others: its sockets, which can be cut, and what the server took.
final class MailLine: Sendable {
    private struct State {
        var sockets: Set<Int32> = []
        var isCut = false
        var receipt = MailReceipt()
    }

    private let state = Lock(State())

    /// Whether nothing more is to be said.
    var isCut: Bool { state.withLock { $0.isCut } }

    /// What the server took; of meaning when the exchange has ended well.
    var receipt: MailReceipt {
        get { state.withLock { $0.receipt } }
        set { state.withLock { $0.receipt = newValue } }
    }

    /// Opens a socket, or none once the line is cut.
    func open(_ make: () -> Int32) -> Int32 {
        state.withLock { state in
            guard !state.isCut else { return -1 }
            let socket = make()
            if socket >= 0 { state.sockets.insert(socket) }
            return socket
        }
    }

    /// Closes a socket; under the lock, since its number may belong to somebody else right afterwards.
    func close(_ socket: Int32) -> Int32 {
        state.withLock { state in
            state.sockets.remove(socket)
            return Glibc.close(socket)
        }
    }

    /// Ends every wait for the server at once: whoever reads finds the end, whoever writes an error.
    func cut() {
        state.withLock { state in
            state.isCut = true
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }
}
