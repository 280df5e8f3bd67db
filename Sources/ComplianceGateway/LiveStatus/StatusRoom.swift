import AccessModel

/// The followers of one tenant, and its newest events.
struct StatusRoom: Sendable {
    /// The epoch of the store.
    let epoch: Int64
    /// Every follower, by the number of its ticket.
    private(set) var followers: [Int: StatusFollower] = [:]
    /// Those who are behind, and the sequence up to which each was told.
    private(set) var held: [Int: Int64] = [:]
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
        // Followers that are behind ask for each piece anew.
        var range = events.startIndex..<events.endIndex
        while let first = range.first {
            let middle = first + range.count / 2
            range = events[middle].sequence > last.sequence ? first..<middle : (middle + 1)..<range.upperBound
        }
        return events[range.lowerBound...]
    }

    /// Takes in a follower, which was told everything, or everything up to a sequence.
    mutating func add(_ follower: StatusFollower, from sequence: Int64?) -> Int {
        let id = nextID
        nextID += 1
        followers[id] = follower
        held[id] = sequence
        if let (account, _) = follower.audience.owner {
            byAccount[account, default: []].append(id)
        } else {
            ofTenant.append(id)
        }
        return id
    }

    mutating func remove(_ id: Int) {
        guard let follower = followers.removeValue(forKey: id) else { return }
        held[id] = nil
        guard let (account, _) = follower.audience.owner else { return ofTenant.removeAll { $0 == id } }
        byAccount[account]?.removeAll { $0 == id }
        if byAccount[account]?.isEmpty == true { byAccount[account] = nil }
    }

    /// Notes up to where a follower was told, which goes on when it has room.
    mutating func hold(_ id: Int, after sequence: Int64) {
        if followers[id] != nil { held[id] = sequence }
    }

    /// Notes that a follower was told everything.
    mutating func release(_ id: Int) {
        held[id] = nil
    }

    /// Takes in what was read, unless it was taken before, and says who is told what now.
    ///
    /// Who is behind is told later: it may not be told what comes after what it misses.
    mutating func take(_ news: StatusNews) -> [StatusDelivery] {
        guard news.after == position else { return [] }
        position = news.through
        events += news.events
        if events.count > window {
            let surplus = events.count - window
            start = events[surplus - 1].sequence
            events.removeFirst(surplus)
        }
        return news.events.isEmpty ? [] : deliveries(of: news)
    }

    private func deliveries(of news: StatusNews) -> [StatusDelivery] {
        let all = ofTenant.compactMap(current)
        var own: [Int: [StatusEvent]] = [:]
        for event in news.events {
            for id in event.account.flatMap({ byAccount[$0] }) ?? [] {
                guard let (_, follower) = current(id), follower.audience.includes(event) else { continue }
                own[id, default: []].append(event)
            }
        }
        // Those who are told the same share its bytes.
        let groups = Dictionary(grouping: own.keys) { own[$0, default: []].map(\.sequence) }
        let shared = groups.values.map { ids in
            StatusDelivery(after: news.after, events: own[ids[0], default: []], followers: ids.compactMap(current))
        }
        return [StatusDelivery(after: news.after, events: news.events, followers: all)] + shared
    }

    private func current(_ id: Int) -> (number: Int, follower: StatusFollower)? {
        held[id] == nil ? followers[id].map { (id, $0) } : nil
    }
}

/// What some followers are told of what was read.
struct StatusDelivery: Sendable {
    /// They were told everything up to this sequence.
    let after: Int64
    let events: [StatusEvent]
    let followers: [(number: Int, follower: StatusFollower)]
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
