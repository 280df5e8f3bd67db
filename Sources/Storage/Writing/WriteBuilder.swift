import AccessModel
import Authentication
import AuthorizationServer
import Compliance
import ComplianceGateway
import SQLDatabase

/// A gateway write as one SQL write: each change's statements with what they must find, then the journal's entries.
struct WriteBuilder {
    let tenant: TenantID
    private var steps: [SQLStep] = []
    /// For each step, the index of the change that it belongs to.
    private(set) var owners: [Int] = []
    private var owner = 0
    private let entryCount: Int
    private let counter: SQLCounterKey

    init(_ write: GatewayWrite) {
        tenant = write.tenant
        counter = .text(write.tenant.rawValue)
        entryCount = write.entries.count
        for (index, change) in write.changes.enumerated() {
            owner = index
            add(change)
        }
        owner = write.changes.count
        for (offset, entry) in write.entries.enumerated() { append(entry, offset: offset) }
    }

    var write: SQLWrite {
        SQLWrite(steps, counters: entryCount > 0 ? [SQLCounterUse(counter, count: entryCount)] : [])
    }

    /// The tenant as it is bound.
    var tenantText: String { tenant.rawValue }

    /// The sequence of the write's last journal entry.
    ///
    /// A write that uses it journals something; one that does not is a programmer's mistake that the store refuses.
    var lastSequence: SQLValue { .sequence(counter, offset: max(0, entryCount - 1)) }

    mutating func add(_ statement: SQLStatement, expecting expectation: SQLExpectation = .any) {
        steps.append(SQLStep(statement, expecting: expectation))
        owners.append(owner)
    }

    private mutating func add(_ change: StateChange) {
        switch change {
        case .grant(let change): add(change)
        case .session(let change): add(change)
        case .instance(let change): add(change)
        case .remediation(let change): add(change)
        case .spendSignInAttempt(let account, let address, let budget, let at):
            spend("account:" + account, limit: budget.perAccount, window: budget.window, at: at)
            spend("address:" + address, limit: budget.perAddress, window: budget.window, at: at)
        case .returnSignInAttempt(let account, let address):
            add(
                """
                UPDATE sign_in_attempts SET attempts = attempts - 1 WHERE tenant = \(tenantText) AND attempts > 0 \
                AND subject IN (\(list: ["account:" + account, "address:" + address]))
                """)
        case .device(let change): add(change)
        case .administration(let change): add(change)
        case .advance(let cursor, let old): advance(cursor, from: old)
        case .seal(let change): add(change)
        case .delivery(let change): add(change)
        case .pull(let change): add(change)
        }
    }

    /// Counts one attempt of the subject and starts its window anew when it is over; no row changes when the budget is
    /// used up.
    ///
    /// A window that starts in the future (the clock was set back) starts now and keeps its count; one that starts more
    /// than a window ahead is of a clock that was wrong, and would lock the subject out until then.
    private mutating func spend(_ subject: String, limit: Int, window: Duration, at: Timestamp) {
        let now = at.milliseconds
        let oldest = (at - window).milliseconds
        let farthest = (at + window).milliseconds
        add(
            """
            INSERT INTO sign_in_attempts (tenant, subject, window_start, attempts) \
            VALUES (\(tenantText), \(subject), \(now), 1) \
            ON CONFLICT (tenant, subject) DO UPDATE SET \
            attempts = CASE WHEN sign_in_attempts.window_start BETWEEN \(oldest + 1) AND \(farthest) \
            THEN sign_in_attempts.attempts + 1 ELSE 1 END, \
            window_start = CASE WHEN sign_in_attempts.window_start BETWEEN \(oldest + 1) AND \(now) \
            THEN sign_in_attempts.window_start ELSE \(now) END \
            WHERE sign_in_attempts.attempts < \(limit) \
            OR sign_in_attempts.window_start NOT BETWEEN \(oldest + 1) AND \(farthest)
            """, expecting: .exactly(1))
    }

    private mutating func append(_ entry: JournalEntry, offset: Int) {
        let details = entry.detailsText
        add(
            """
            INSERT INTO journal (tenant, sequence, at, kind, account, client, instance, device, actor, correlation, \
            details) VALUES (\(tenantText), \(SQLValue.sequence(counter, offset: offset)), \(entry.at.milliseconds), \
            \(entry.kind.rawValue), \(entry.subject.account?.rawValue), \(entry.subject.client?.rawValue), \
            \(entry.subject.instance?.rawValue), \(entry.subject.device?.rawValue), \(entry.subject.actor), \
            \(entry.correlation?.rawValue), \(details))
            """)
    }
}
