public import AccessModel
public import Compliance
import ServiceRuntime

/// Tells whoever follows a tenant's compliance what happens, as it happens: read once from the journal, told to many.
///
/// It keeps the newest events of each tenant that is followed, so that somebody who was away for a short while is told what
/// was missed; who was away for longer is told to look at everything anew. Nothing waits for a slow reader: it is told the
/// rest at its own pace, for as long as that is kept.
public final class LiveStatus: Sendable {
    /// Turns an event into what is sent; called once an event and language.
    public typealias Encoder = @Sendable (_ event: StatusEvent, _ epoch: Int64, _ language: TextLanguage) -> [UInt8]

    /// How many entries are read at a time.
    static let page = 1000

    let state = Lock([TenantID: StatusRoom]())
    let environment: GatewayEnvironment
    let directory: TenantDirectory
    private let store: any JournalStore
    private let rings: AsyncStream<Void>
    let encode: Encoder
    private let window: Int
    private let trouble: @Sendable (StoreError) -> Void

    /// Makes one that nobody follows yet.
    ///
    /// - Parameters:
    ///   - environment: what use cases need of the world.
    ///   - directory: where tenants' configuration is found.
    ///   - store: where the journal is read.
    ///   - bell: what says that something is new.
    ///   - window: how many events of a tenant are kept for those who come back.
    ///   - encode: turns an event into what is sent.
    ///   - trouble: is told when the journal could not be read; it is read again with the next ring.
    public init(
        _ environment: GatewayEnvironment, directory: TenantDirectory, store: any JournalStore, bell: JournalBell,
        window: Int = 4096, encode: @escaping Encoder, trouble: @escaping @Sendable (StoreError) -> Void
    ) {
        self.environment = environment
        self.directory = directory
        self.store = store
        rings = bell.rings()
        self.window = window
        self.encode = encode
        self.trouble = trouble
    }

    /// Follows the journal of every tenant that is followed, until its task is cancelled; called once.
    public func run() async {
        for await _ in rings {
            for tenant in state.withLock({ Array($0.keys) }) { await deliver(tenant) }
        }
    }

    /// Gets ready to tell of a tenant.
    ///
    /// - Parameter head: the tenant.
    /// - Throws: ``StoreError``.
    public func open(_ head: TenantHead) async throws(StoreError) {
        if state.withLock({ $0[head.id]?.epoch == head.epoch }) { return }
        var room = StatusRoom(epoch: head.epoch, after: max(0, head.sequence - Int64(window)), window: window)
        var news: StatusNews
        repeat {
            news = try await read(head.id, after: room.position)
            _ = room.take(news)
        } while news.hasMore
        let ready = room
        // Those who followed the store's last life are told nothing of this one: their identifiers are of another.
        let left = state.withLock { rooms -> [StatusFollower] in
            if let other = rooms[head.id], other.epoch == ready.epoch { return [] }
            defer { rooms[head.id] = ready }
            return rooms[head.id].map { Array($0.followers.values) } ?? []
        }
        for follower in left { follower.receiver.end(.resync) }
    }

    /// Begins to tell somebody, after telling what was missed.
    ///
    /// ``open(_:)`` must have been called for the tenant.
    ///
    /// - Parameters:
    ///   - follower: who is told.
    ///   - tenant: the tenant.
    ///   - last: where it was last; nil when it begins.
    ///   - first: what is sent before anything else; it is given where the follower stands, and whether it missed so much
    ///     that it must look at everything anew.
    /// - Returns: what to give to ``leave(_:)``; nil when nobody tells of the tenant.
    public func follow(
        _ follower: StatusFollower, _ tenant: TenantID, after last: StatusEventID?,
        first: (_ place: StatusEventID, _ missed: Bool) -> [UInt8]
    ) -> StatusTicket? {
        state.withLock { rooms in
            guard var room = rooms.removeValue(forKey: tenant) else { return nil }
            defer { rooms[tenant] = room }
            let missed = last.flatMap { room.events(since: $0) }
            let place = StatusEventID(epoch: room.epoch, sequence: room.position)
            let opening = first(place, last != nil && missed == nil)
            guard opening.isEmpty || follower.receiver.offer(opening) == .taken else { return nil }
            let number = room.add(follower, from: missed == nil ? nil : last?.sequence)
            _ = catchUp(number, in: &room)
            return StatusTicket(tenant: tenant, number: number)
        }
    }

    /// Tells somebody nothing more.
    ///
    /// - Parameter ticket: what ``follow(_:_:after:first:)`` gave.
    public func leave(_ ticket: StatusTicket) {
        state.withLock { $0[ticket.tenant]?.remove(ticket.number) }
    }

    /// Ends the streams whose authority has ended.
    ///
    /// - Returns: how many were ended.
    @discardableResult
    public func checkAuthorities() async -> Int {
        var ended = 0
        for tenant in state.withLock({ Array($0.keys) }) {
            let followers = state.withLock { $0[tenant]?.followers ?? [:] }
            ended += await check(followers, tenant)
        }
        return ended
    }

    /// Ends the streams whose token has ended.
    public func endExpired() {
        let now = environment.now()
        let ended = state.withLock { rooms -> [StatusFollower] in
            var ended: [StatusFollower] = []
            for tenant in rooms.keys {
                for (id, follower) in rooms[tenant]?.followers ?? [:] {
                    guard let end = follower.authority.expiresAt, end <= now else { continue }
                    rooms[tenant]?.remove(id)
                    ended.append(follower)
                }
            }
            return ended
        }
        for follower in ended { follower.receiver.end(.authorityEnded) }
    }

    // MARK: Telling

    private func deliver(_ tenant: TenantID) async {
        while let room = state.withLock({ rooms in rooms[tenant].map { (epoch: $0.epoch, position: $0.position) } }) {
            let news: StatusNews
            do {
                news = try await read(tenant, after: room.position)
            } catch {
                // Nothing is lost: it is read with the next ring, or by the process that comes after this one.
                if !Task.isCancelled { trouble(error) }
                return
            }
            let told = state.withLock { $0[tenant]?.take(news) ?? [] }
            for delivery in told { tell(delivery, room.epoch, tenant) }
            await check(news.doubted, tenant)
            guard news.hasMore else { return }
        }
    }

    private static let kinds = Array(Set(StatusEvent.Kind.allCases.map(\.journalKind) + StreamAuthority.kinds))

    private func read(_ tenant: TenantID, after position: Int64) async throws(StoreError) -> StatusNews {
        let page = try await store.journal(of: tenant, after: position, kinds: Self.kinds, limit: Self.page)
        return StatusNews(page, after: position)
    }

    // MARK: Authority

    /// Checks those whose authority an entry has put in doubt.
    private func check(_ doubted: StatusNews.Doubt, _ tenant: TenantID) async {
        guard doubted.isEverybody || !doubted.accounts.isEmpty else { return }
        let followers = state.withLock { rooms in
            (rooms[tenant]?.followers ?? [:]).filter { _, follower in
                doubted.isEverybody || (follower.audience.owner.map { doubted.accounts.contains($0.account) } ?? false)
            }
        }
        await check(followers, tenant)
    }

    @discardableResult
    private func check(_ followers: [Int: StatusFollower], _ tenant: TenantID) async -> Int {
        var ended = 0
        for (id, follower) in followers {
            do {
                if try await follower.authority.stands(for: follower.audience, environment, directory, tenant: tenant) {
                    continue
                }
            } catch {
                // Who cannot be checked is told nothing more, and may come again.
                if Task.isCancelled { return ended }
                trouble(error)
            }
            leave(StatusTicket(tenant: tenant, number: id))
            follower.receiver.end(.authorityEnded)
            ended += 1
        }
        return ended
    }
}
