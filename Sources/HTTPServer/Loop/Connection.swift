import CLinux
import HTTPMessage

/// Names a connection of a loop for as long as it is open; a later one in the same slot has another generation.
struct ConnectionID: Hashable, Sendable {
    let slot: UInt32
    let generation: UInt32

    init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    init(token: UInt64) {
        slot = UInt32(truncatingIfNeeded: token)
        generation = UInt32(truncatingIfNeeded: token >> 32)
    }

    var token: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}

/// The state of one connection; it belongs to its `ServerLoop`, whose extensions move it from phase to phase.
///
/// | phase | waits for | next |
/// |---|---|---|
/// | handshake | TLS to be agreed | head |
/// | head | a request head; idle before its first byte | body, handling, closing |
/// | body | the rest of the body | handling, closing |
/// | handling | the handler's response | head, streaming, closing |
/// | streaming | whatever the application sends | closing |
/// | closing | the output to be taken | lingering, gone |
/// | lingering | the peer to read the answer and leave | gone |
final class Connection {
    enum Phase {
        case handshake, head, body, handling, streaming, closing, lingering
    }

    /// What an open stream needs beside the connection.
    ///
    /// What opened it is not kept: it may hold much that only the beginning needs, and streams live long.
    struct OpenStream {
        let heartbeat: StreamingBody.Heartbeat?
        let drained: @Sendable () -> Void
        let closed: @Sendable () -> Void
        let sender: ResponseStream
        let isChunked: Bool
        /// Bytes of the application in `output` that the peer has not taken.
        var unwritten = 0
        var lastSent: MonotonicTime
    }

    /// What a connection needs to take requests; one that streams takes none any more, and streams live long.
    final class RequestState {
        var reader = RequestReader()
        /// The head of the request that the handler works on.
        var head: RequestHead?
    }

    let id: ConnectionID
    let descriptor: Int32
    let listener: Int
    let remote: RemoteAddress
    let tls: TLSSession?
    var certificate: ClientCertificate?

    var phase: Phase
    var deadline: MonotonicTime
    var writeDeadline = MonotonicTime.never
    var interest: UInt32 = 0
    var requests = 0
    var hasPeerLeft = false
    var lingersAfterwards = false
    var handshakeWantsWrite = false

    var input: [UInt8] = []
    /// The bytes of `input` that are used up.
    var consumed = 0
    /// Nil while the connection streams.
    var request: RequestState? = RequestState()
    /// What `HeldBytes` counts for this connection.
    var countedBytes = 0

    var output: [UInt8] = []
    /// The bytes of `output` that the peer has taken.
    var written = 0

    var task: Task<Void, Never>?
    var handlingSince = MonotonicTime.never
    var stream: OpenStream?
    var discarded = 0

    init(
        id: ConnectionID, descriptor: Int32, listener: Int, remote: RemoteAddress, tls: TLSSession?,
        deadline: MonotonicTime
    ) {
        self.id = id
        self.descriptor = descriptor
        self.listener = listener
        self.remote = remote
        self.tls = tls
        self.deadline = deadline
        phase = tls == nil ? .head : .handshake
    }

    var pendingOutput: Int { output.count - written }
    var pendingInput: Int { input.count - consumed }
    /// The bytes of memory that what came of requests takes, but for the one that the handler has.
    var heldBytes: Int { input.capacity + (request?.reader.heldBytes ?? 0) }

    /// Whether nothing of a request has come yet.
    var isIdle: Bool { phase == .head && isBetweenRequests && pendingOutput == 0 }

    /// Whether nothing of the next request has come yet.
    var isBetweenRequests: Bool { request?.reader.isIdle ?? true }

    /// Whether the peer has to send before anything goes on.
    var awaitsRequest: Bool { phase == .handshake || phase == .body || phase == .head && pendingOutput == 0 }

    /// Whether a request may be read now: answers that were not taken hold back the ones after them.
    var isReadingRequest: Bool {
        phase == .body || phase == .head && pendingOutput < Self.outputHighWater && pendingInput > 0
    }

    /// Whether more bytes of the peer are of use now.
    var wantsInput: Bool {
        switch phase {
        case .handshake, .body, .lingering: !hasPeerLeft
        case .head: !hasPeerLeft && pendingOutput < Self.outputHighWater
        case .handling, .streaming: !hasPeerLeft && pendingInput < Self.inputHighWater
        case .closing: false
        }
    }

    /// What the socket should be watched for.
    var wantedInterest: UInt32 {
        var events: UInt32 = hasPeerLeft ? 0 : EPOLLRDHUP.rawValue
        if wantsInput { events |= EPOLLIN.rawValue }
        if pendingOutput > 0 || handshakeWantsWrite { events |= EPOLLOUT.rawValue }
        return events
    }

    func receive(into buffer: inout [UInt8]) -> Socket.Transfer {
        if let tls { return tls.receive(into: &buffer) }
        // What comes ahead of an answer can't be refused yet, so little of it is taken.
        let isAhead = phase == .handling || phase == .streaming
        return Socket.receive(descriptor, into: &buffer, atMost: isAhead ? Self.inputHighWater : buffer.count)
    }

    func sendOutput() -> Socket.Transfer {
        if let tls { tls.send(output, from: written) } else { Socket.send(descriptor, output, from: written) }
    }

    /// Forgets the input that is used up; memory beyond a small buffer is given back.
    func compactInput() {
        if consumed == input.count {
            if input.capacity > Self.keptCapacity { input = [] } else { input.removeAll(keepingCapacity: true) }
        } else if consumed > 0 {
            input.removeSubrange(..<consumed)
        }
        consumed = 0
    }

    func resetOutput() {
        // A stream is silent for most of its life, so that it keeps no room for what comes next.
        let keeps = phase != .streaming && output.capacity <= Self.keptCapacity
        if keeps { output.removeAll(keepingCapacity: true) } else { output = [] }
        written = 0
    }

    /// Gives back what only requests need, for a connection that stays open to stream.
    func releaseRequestMemory() {
        compactInput()
        if input.isEmpty { input = [] }
        if output.isEmpty { output = [] }
        request = nil
    }

    private static var outputHighWater: Int { 65_536 }
    private static var inputHighWater: Int { 4096 }
    private static var keptCapacity: Int { 4096 }
}
