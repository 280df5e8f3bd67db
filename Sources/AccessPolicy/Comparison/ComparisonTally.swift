public import AccessModel

/// The differences that a comparison found, gathered.
public struct ComparisonTally: Sendable {
    /// What is known of one change.
    public struct Group: Sendable, Hashable {
        /// How many requests it concerns.
        public fileprivate(set) var requestCount = 0
        /// The subjects it concerns.
        public fileprivate(set) var subjects: Set<Subject> = []
        /// The resources it concerns.
        public fileprivate(set) var resources: Set<AccessResource> = []
        /// Some of the requests, of different subjects as far as there are, in the order in which they came.
        public fileprivate(set) var examples: [AccessRequest] = []
    }

    /// Who asks, without what is said of them.
    public enum Subject: Sendable, Hashable {
        /// An account.
        case account(AccountID)
        /// A client that asks for itself.
        case client(ClientID)

        /// The subject of a request.
        public init(_ subject: AccessSubject) {
            switch subject {
            case .account(let membership): self = .account(membership.account)
            case .servicePrincipal(let principal): self = .client(principal.client)
            }
        }
    }

    /// How many requests were compared.
    public private(set) var requestCount = 0
    /// For how many of them something in force changes.
    public private(set) var changedCount = 0
    /// The changes.
    public private(set) var groups: [AccessChange: Group] = [:]
    /// How many examples of each change are kept.
    public let exampleLimit: Int

    /// Makes a tally of nothing.
    public init(exampleLimit: Int) {
        self.exampleLimit = exampleLimit
    }

    /// Adds a request and what is different about it.
    public mutating func add(_ request: AccessRequest, _ changes: [AccessChange]) {
        requestCount += 1
        guard !changes.isEmpty else { return }
        if changes.contains(where: \.isInForce) { changedCount += 1 }
        for change in changes { groups[change, default: Group()].add(request, exampleLimit) }
    }

    /// Adds what was found of the requests that follow.
    public mutating func add(_ next: ComparisonTally) {
        requestCount += next.requestCount
        changedCount += next.changedCount
        for (change, group) in next.groups { groups[change, default: Group()].add(group, exampleLimit) }
    }

    /// Whether nothing changes, in force or in report-only.
    public var isUnchanged: Bool { groups.isEmpty }
}

extension ComparisonTally.Group {
    fileprivate mutating func add(_ request: AccessRequest, _ limit: Int) {
        requestCount += 1
        resources.insert(request.resource)
        let isNew = subjects.insert(ComparisonTally.Subject(request.subject)).inserted
        if isNew, examples.count < limit { examples.append(request) }
    }

    fileprivate mutating func add(_ next: Self, _ limit: Int) {
        requestCount += next.requestCount
        resources.formUnion(next.resources)
        for example in next.examples where examples.count < limit {
            if !subjects.contains(ComparisonTally.Subject(example.subject)) { examples.append(example) }
        }
        subjects.formUnion(next.subjects)
    }
}
