import AccessModel

/// The followers of one tenant, and its newest events.
struct StatusRoom: Sendable {
    /// The epoch of the store.
    let epoch: Int64
    /// Every follower, by the number of its ticket.
    private(set) var followers: [Int: StatusFollower] = [:]
    /// Everything up to this sequence has been told.
    private(set) var position: Int64
    /// The events are all of those after this sequence.
    private var start: Int64
    private var events: [StatusEvent] = []
    private var byAccount: [AccountID: [Int]] = [:]
    private var ofTenant: [Int] = []
    private var nextID = 1
    private let window: Int

    init(epoch: Int64, after position: Int64, window: Int) {
        self.epoch = epoch
        self.position = position
        start = position
        self.window = window
    }

    /// The events after an identifier; nil when they are not all kept any more, or it is none of this store's.
    func events(since last: StatusEventID) -> ArraySlice<StatusEvent>? {
        guard last.epoch == epoch, last.sequence >= start, last.sequence <= position else { return nil }
        let first = events.firstIndex { $0.sequence > last.sequence } ?? events.endIndex
        return events[first...]
    }

    mutating func add(_ follower: StatusFollower) -> Int {
        let id = nextID
        nextID += 1
        followers[id] = follower
        switch follower.audience {
        case .tenant: ofTenant.append(id)
        case .account(let account, _), .instance(_, let account, _): byAccount[account, default: []].append(id)
        }
        return id
    }

    mutating func remove(_ id: Int) {
        guard let follower = followers.removeValue(forKey: id) else { return }
        switch follower.audience {
        case .tenant: ofTenant.removeAll { $0 == id }
        case .account(let account, _), .instance(_, let account, _):
            byAccount[account]?.removeAll { $0 == id }
            if byAccount[account]?.isEmpty == true { byAccount[account] = nil }
        }
    }

    /// Takes in what was read, unless it was taken before, and says whom each event is for.
    mutating func take(_ news: StatusNews) -> [(event: StatusEvent, followers: [StatusFollower])] {
        guard news.after == position else { return [] }
        position = news.through
        events += news.events
        if events.count > window {
            let surplus = events.count - window
            start = events[surplus - 1].sequence
            events.removeFirst(surplus)
        }
        return news.events.map { event in
            let own = event.account.flatMap { byAccount[$0] } ?? []
            let told = (ofTenant + own).compactMap { followers[$0] }.filter { $0.audience.includes(event) }
            return (event, told)
        }
    }
}

/// What was read of a tenant's journal.
struct StatusNews: Sendable {
    /// Whose authority is in doubt.
    struct Doubt: Sendable {
        var isEverybody = false
        var accounts: Set<AccountID> = []
    }

    /// Where reading began.
    let after: Int64
    /// Where it ended.
    let through: Int64
    /// Whether there is more.
    let hasMore: Bool
    /// The events.
    let events: [StatusEvent]
    /// Whose authority is in doubt.
    let doubted: Doubt

    init(_ page: JournalPage, after: Int64) {
        self.after = after
        through = page.through
        hasMore = page.through < page.head
        events = page.entries.compactMap(StatusEvent.init)
        var doubt = Doubt()
        for entry in page.entries where StreamAuthority.isDoubted(by: entry) {
            guard let account = entry.subject.account else {
                doubt.isEverybody = true
                continue
            }
            doubt.accounts.insert(account)
        }
        doubted = doubt
    }
}
