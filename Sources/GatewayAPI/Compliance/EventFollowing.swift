import AccessModel
import ComplianceGateway
import Synchronization

/// One stream's place among those who follow: entered once, left once, in whichever order the connection has it.
final class EventFollowing: Sendable {
    private let live: LiveStatus
    private let tenant: TenantID
    /// The ticket's number, 0 before there is one, -1 after the stream has ended.
    private let ticket = Atomic<Int>(0)

    init(live: LiveStatus, tenant: TenantID) {
        self.live = live
        self.tenant = tenant
    }

    func begin(
        _ follower: StatusFollower, after last: StatusEventID?,
        first: (_ place: StatusEventID, _ missed: Bool) -> [UInt8]
    ) {
        guard let entered = live.follow(follower, tenant, after: last, first: first) else {
            return follower.receiver.end(.resync)
        }
        let (isFirst, _) = ticket.compareExchange(
            expected: 0, desired: entered.number, ordering: .acquiringAndReleasing)
        if !isFirst { live.leave(entered) }
    }

    /// The connection has room again.
    func resume() {
        let number = ticket.load(ordering: .acquiring)
        if number > 0 { live.resume(StatusTicket(tenant: tenant, number: number)) }
    }

    func end() {
        let number = ticket.exchange(-1, ordering: .acquiringAndReleasing)
        if number > 0 { live.leave(StatusTicket(tenant: tenant, number: number)) }
    }
}
