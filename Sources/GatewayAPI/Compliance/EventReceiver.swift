import ComplianceGateway
import HTTPMessage

/// Hands what a follower is told to its connection.
final class EventReceiver: StatusReceiver {
    private let stream: any EventStream

    init(_ stream: any EventStream) {
        self.stream = stream
    }

    func offer(_ bytes: [UInt8]) -> StatusFollower.Reception {
        switch stream.offer(bytes) {
        case .buffered: .taken
        case .full: .full
        case .overflowed, .closed: .gone
        }
    }

    func end(_ end: StatusFollower.End) {
        _ = stream.send(EventFrame.end(end))
        stream.finish()
    }
}
