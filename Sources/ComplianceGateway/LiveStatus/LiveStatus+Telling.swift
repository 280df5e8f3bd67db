import AccessModel
import Compliance
import ServiceRuntime

extension LiveStatus {
    /// How many bytes are handed over at once: one write for the few events of a change, and little for a slow reader to hold.
    static let pieceBytes = 32_768

    /// Goes on telling a follower that was behind and has room again.
    ///
    /// - Parameter ticket: what ``follow(_:_:after:first:)`` gave.
    public func resume(_ ticket: StatusTicket) {
        let lost = state.withLock { rooms -> StatusFollower? in
            guard var room = rooms.removeValue(forKey: ticket.tenant) else { return nil }
            defer { rooms[ticket.tenant] = room }
            return catchUp(ticket.number, in: &room)
        }
        lost?.receiver.end(.resync)
    }

    /// Tells followers that are up to date what comes next.
    func tell(_ delivery: StatusDelivery, _ epoch: Int64, _ tenant: TenantID) {
        var encoded: [TextLanguage: [StatusPiece]] = [:]
        for (number, follower) in delivery.followers {
            let pieces = encoded[follower.language] ?? pieces(of: delivery.events, for: follower, epoch)
            encoded[follower.language] = pieces
            var told = delivery.after
            for piece in pieces {
                let reception = follower.receiver.offer(piece.bytes)
                if reception == .full { fallBehind(StatusTicket(tenant: tenant, number: number), after: told) }
                // One that takes no more is closed by whoever holds its connection.
                guard reception == .taken else { break }
                told = piece.through
            }
        }
    }

    /// Notes what a follower has not been told; it goes on when it has room.
    private func fallBehind(_ ticket: StatusTicket, after sequence: Int64) {
        state.withLock { $0[ticket.tenant]?.hold(ticket.number, after: sequence) }
        // It may have found room before anybody noted that it waits.
        resume(ticket)
    }

    /// Tells a follower that is behind as much as it takes.
    ///
    /// - Returns: the follower if it is so far behind that what it misses is not kept any more; it has left the room then.
    func catchUp(_ number: Int, in room: inout StatusRoom) -> StatusFollower? {
        while let place = room.held[number], let follower = room.followers[number] {
            guard let missed = room.events(since: StatusEventID(epoch: room.epoch, sequence: place)) else {
                room.remove(number)
                return follower
            }
            guard let piece = nextPiece(of: missed, for: follower, room.epoch) else {
                room.release(number)
                return nil
            }
            // One that takes no more is closed by whoever holds its connection.
            guard follower.receiver.offer(piece.bytes) == .taken else { return nil }
            room.hold(number, after: piece.through)
        }
        return nil
    }

    /// The next events for a follower as they are sent; nil when there are none.
    private func nextPiece(
        of events: ArraySlice<StatusEvent>, for follower: StatusFollower, _ epoch: Int64
    ) -> StatusPiece? {
        var bytes: [UInt8] = []
        var last: Int?
        for index in events.indices where follower.audience.includes(events[index]) {
            bytes += encode(events[index], epoch, follower.language)
            last = index
            if bytes.count >= Self.pieceBytes { break }
        }
        return last.map { StatusPiece(bytes: bytes, through: events[$0].sequence, rest: events[($0 + 1)...]) }
    }

    private func pieces(of events: [StatusEvent], for follower: StatusFollower, _ epoch: Int64) -> [StatusPiece] {
        var pieces: [StatusPiece] = []
        var rest = events[...]
        while let piece = nextPiece(of: rest, for: follower, epoch) {
            pieces.append(piece)
            rest = piece.rest
        }
        return pieces
    }
}

/// Events as they are sent, one after the other.
private struct StatusPiece {
    let bytes: [UInt8]
    /// The sequence of the last one.
    let through: Int64
    /// The events after it.
    let rest: ArraySlice<StatusEvent>
}
