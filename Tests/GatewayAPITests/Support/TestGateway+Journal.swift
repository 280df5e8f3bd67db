import AccessModel
import AuthorizationServer
import ComplianceGateway
import JSONCoding
import SQLDatabase

extension TestGateway {
    /// The details of every journal entry of a kind, oldest first.
    func journal(_ kind: String, of tenant: TenantID = World.contoso) async throws -> [JSONValue] {
        let rows = try await database.read(
            """
            SELECT details FROM journal WHERE tenant = \(tenant.rawValue) AND kind = \(kind) ORDER BY sequence
            """)
        return try rows.map { try JSONValue.parse($0.text(0)) }
    }

    /// The actor of the last journal entry of a kind.
    func lastActor(_ kind: String) async throws -> String? {
        let rows = try await database.read(
            """
            SELECT actor FROM journal WHERE tenant = \(World.contoso.rawValue) AND kind = \(kind) \
            ORDER BY sequence DESC LIMIT 1
            """)
        return try rows.first?.optionalText(0)
    }

    /// Notes a refusal, as the token endpoint does.
    func recordRefusal(_ reason: ReasonCode, _ person: World.Person, instance: String?) async throws {
        let record = RefusalRecord(
            tenant: World.contoso, account: AccountID(person.account), client: ClientID(World.mailApp),
            instance: instance.map { AppInstanceID($0) }, reason: reason, at: Timestamp(seconds: now))
        let write = GatewayWrite(
            tenant: World.contoso, changes: [.grant(.recordRefusal(record))], entries: [])
        _ = try await store.commit(write)
    }
}
