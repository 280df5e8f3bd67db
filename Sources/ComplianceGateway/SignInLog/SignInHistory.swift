public import AccessModel

/// The recorded sign-ins of a tenant as requests that can be decided again, oldest first.
///
/// Who belongs to which groups and roles is taken as it is now.
public struct SignInHistory: Sendable {
    /// One request and when it was made.
    public struct Request: Sendable, Hashable {
        /// When it was made.
        public var at: Timestamp
        /// The request.
        public var request: AccessRequest
    }

    /// Some requests, and where the next ones begin.
    public struct Page: Sendable {
        /// The requests, oldest first.
        public var requests: [Request]
        /// What ``SignInHistory/page(after:limit:)`` continues with.
        public var end: Int64
    }

    private let store: any GatewayStore
    private let log: any SignInLogStore
    private let tenant: TenantID

    /// Makes the history of a tenant.
    public init(of tenant: TenantID, store: any GatewayStore, log: any SignInLogStore) {
        self.tenant = tenant
        self.store = store
        self.log = log
    }

    /// The next requests.
    ///
    /// - Parameters:
    ///   - sequence: the end of the page before; 0 for the first.
    ///   - limit: the most journal entries to read, 1 to 10,000.
    /// - Returns: nil when there is nothing more.
    /// - Throws: ``StoreError``.
    public func page(after sequence: Int64, limit: Int) async throws(StoreError) -> Page? {
        let entries = try await log.signIns(of: tenant, .after(sequence), limit: limit)
        guard let last = entries.last else { return nil }
        var requests: [Request] = []
        for entry in entries {
            if let record = try entry.record() { requests.append(Request(at: entry.at, request: record.request)) }
        }
        let accounts = Set(requests.compactMap(\.request.subject.account))
        let directory = try await store.administrators(of: tenant, including: accounts)
        for index in requests.indices {
            guard let account = requests[index].request.subject.account,
                let membership = directory?.membership(of: account)
            else { continue }
            requests[index].request.subject = .account(membership)
        }
        return Page(requests: requests, end: last.sequence)
    }
}

extension AccessSubject {
    fileprivate var account: AccountID? {
        if case .account(let membership) = self { membership.account } else { nil }
    }
}
