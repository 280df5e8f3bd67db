import AccessModel

/// Finds the enabled policies that match a request without looking at each of them.
///
/// Every value that policies tell apart has a row of one bit per policy; a request's policies are the rows of its values
/// combined. The rows are filled by the conditions' own evaluation, so this is that evaluation remembered, not a second
/// one.
struct PolicyIndex: Sendable {
    private let rows: BitRows
    private let enforced: Int
    private let resources: ResourceRows
    private let platforms: [Int]
    private let clients: [Int]
    private let places: [Int]
    private let assignments: AssignmentRows

    init(_ policies: [ConditionalAccessPolicy], _ demands: [PolicyDemand], _ locations: LocationIndex) {
        let conditions = policies.map(\.conditions)
        var rows = BitRows(columns: policies.count)
        enforced = rows.add { demands[$0].isEnforced }
        resources = ResourceRows(conditions.map(\.resources), &rows)
        platforms = DevicePlatform.andUnknown.map { platform in
            rows.add { conditions[$0].matchesPlatform(platform).applies }
        }
        clients = ClientAppType.andUnknown.map { client in
            rows.add { conditions[$0].matchesClientApp(client).applies }
        }
        places = locations.places.map { place in
            // A policy that refers to a location that does not exist matches everywhere, so that it is noticed.
            rows.add { demands[$0].isBroken || conditions[$0].matchesLocation(place).applies }
        }
        assignments = AssignmentRows(conditions.map(\.users), &rows)
        self.rows = rows
    }

    /// Calls the body with the number of each enabled policy that matches, in order.
    func forEachMatch(of request: AccessRequest, at place: Int, _ body: (Int) -> Void) {
        guard case .account(let membership) = request.subject else { return }
        let resource = resources.row(of: request.resource)
        let platform = platforms[DevicePlatform.number(of: request.context.platform)]
        let client = clients[ClientAppType.number(of: request.context.clientAppType)]
        let place = places[place]
        let width = rows.width
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 3 * width) { scratch in
            var any: UInt64 = 0
            for word in 0..<width {
                let bits =
                    rows[enforced, word] & rows[resource, word] & rows[platform, word] & rows[client, word]
                    & rows[place, word]
                scratch[word] = bits
                any |= bits
            }
            guard any != 0 else { return }
            let included = UnsafeMutableBufferPointer(rebasing: scratch[width..<2 * width])
            let excluded = UnsafeMutableBufferPointer(rebasing: scratch[(2 * width)...])
            assignments.gather(for: membership, rows, included, excluded)
            for word in 0..<width {
                var bits = scratch[word] & included[word] & ~excluded[word]
                while bits != 0 {
                    body(word * 64 + bits.trailingZeroBitCount)
                    bits &= bits - 1
                }
            }
        }
    }

    /// Which conditions of every policy match, for a trace.
    func conditionMatches(of request: AccessRequest, at place: Int) -> ConditionMatches {
        var users = [UInt64](repeating: 0, count: rows.width)
        if case .account(let membership) = request.subject {
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * rows.width) { scratch in
                let included = UnsafeMutableBufferPointer(rebasing: scratch[..<rows.width])
                let excluded = UnsafeMutableBufferPointer(rebasing: scratch[rows.width...])
                assignments.gather(for: membership, rows, included, excluded)
                for word in users.indices { users[word] = included[word] & ~excluded[word] }
            }
        }
        return ConditionMatches(
            rows: rows, users: users, resource: resources.row(of: request.resource),
            platform: platforms[DevicePlatform.number(of: request.context.platform)],
            client: clients[ClientAppType.number(of: request.context.clientAppType)], place: places[place])
    }
}

/// Which conditions of every policy let it apply to one request.
struct ConditionMatches: Sendable {
    fileprivate let rows: BitRows
    fileprivate let users: [UInt64]
    fileprivate let resource: Int
    fileprivate let platform: Int
    fileprivate let client: Int
    fileprivate let place: Int

    func users(_ column: Int) -> Bool { users[column / 64] >> UInt64(column % 64) & 1 != 0 }
    func resource(_ column: Int) -> Bool { rows.bit(in: resource, at: column) }
    func platform(_ column: Int) -> Bool { rows.bit(in: platform, at: column) }
    func client(_ column: Int) -> Bool { rows.bit(in: client, at: column) }
    func place(_ column: Int) -> Bool { rows.bit(in: place, at: column) }
}

extension DevicePlatform {
    /// Every platform in the order of ``number(of:)``, first the one that is not known.
    fileprivate static let andUnknown: [DevicePlatform?] = [
        nil, .android, .iOS, .windows, .windowsPhone, .macOS, .linux,
    ]

    fileprivate static func number(of platform: DevicePlatform?) -> Int {
        switch platform {
        case nil: 0
        case .android: 1
        case .iOS: 2
        case .windows: 3
        case .windowsPhone: 4
        case .macOS: 5
        case .linux: 6
        }
    }
}

extension ClientAppType {
    /// Every kind of client in the order of ``number(of:)``, first the one that is not known.
    fileprivate static let andUnknown: [ClientAppType?] = [
        nil, .browser, .mobileAppsAndDesktopClients, .exchangeActiveSync, .easSupported, .other,
    ]

    fileprivate static func number(of type: ClientAppType?) -> Int {
        switch type {
        case nil: 0
        case .browser: 1
        case .mobileAppsAndDesktopClients: 2
        case .exchangeActiveSync: 3
        case .easSupported: 4
        case .other: 5
        }
    }
}
