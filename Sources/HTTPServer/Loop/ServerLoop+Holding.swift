import HTTPMessage

extension ServerLoop {
    /// Counts what the connection holds now; a request that there is no room for is refused.
    func countHeldBytes(_ connection: Connection) {
        let hasRoom = changeHeldBytes(connection, to: HeldBytes.counted(connection.heldBytes))
        let isReading = connection.phase == .head || connection.phase == .body
        if isReading && !hasRoom { refuse(connection, .overloaded) }
    }

    /// Refuses a body whose announced length there is no room for now, before it comes; nothing is set aside for one that there is.
    func checkRoom(for head: RequestHead, _ connection: Connection) throws(RequestRefusal) {
        guard case .length(let length) = head.framing else { return }
        let more = HeldBytes.counted(length) - connection.countedBytes
        guard more <= 0 || shared.heldBytes.hasRoom(for: more) else { throw .overloaded }
    }

    /// Lets go of everything of a request that is not whole.
    func discardRequest(_ connection: Connection) {
        connection.input = []
        connection.consumed = 0
        connection.request?.reader = RequestReader()
        changeHeldBytes(connection, to: 0)
    }

    /// Counts what a connection holds; whether there was room for it.
    @discardableResult
    func changeHeldBytes(_ connection: Connection, to counted: Int) -> Bool {
        let more = counted - connection.countedBytes
        guard more != 0 else { return true }
        connection.countedBytes = counted
        // Whoever gives back is not to blame for a limit that others have passed.
        return shared.heldBytes.change(by: more) || more < 0
    }
}
