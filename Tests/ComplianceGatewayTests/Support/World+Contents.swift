import AccessModel
import Compliance
import ComplianceGateway
import Cryptography
import Directory
import PolicyFormat

extension World {
    static let secret = "reader-secret"

    /// Two accounts, apps that prove keys, one that shows enrolment identifiers, and a resource.
    static func contents(_ identities: Identities) throws -> DirectoryContents {
        func account(_ id: AccountID, _ name: String) throws -> Account {
            guard let upn = UserPrincipalName("\(name)@contoso.example") else { throw Unexpected("no name") }
            return Account(id: id, userPrincipalName: upn, displayName: name)
        }
        func client(_ id: ClientID, _ proof: InstanceProof) -> ClientApp {
            ClientApp(
                id: id, name: id.rawValue, kind: .native, redirectURIs: ["http://127.0.0.1"], instanceProof: proof,
                permissions: [ClientPermission(resource: mail, scopes: ["Mail.Read"])])
        }
        let reader = ClientApp(
            id: "reader", name: "Reader", kind: .web,
            authentication: ClientAuthentication(secretHashes: [Digest.sha256(Array(secret.utf8))]))
        let resource = ResourceApp(
            id: mail, identifier: "api://mail", name: "Mail", scopes: ["Mail.Read"], wantsClientCapabilities: true,
            tokenLifetime: .introspecting, introspectionClients: ["reader"])
        return DirectoryContents(
            accounts: [try account(alice, "alice"), try account(bob, "bob")], resources: [resource],
            clients: [client("app", .key), client("other-app", .key), client("stock", .enrollmentId), reader],
            authorities: [
                .init(
                    name: "devices", certificate: identities.authority.pem,
                    clients: ["app", "other-app", "stock"],
                    deviceNaming: DeviceNaming(.subjectCommonName, kind: "serialNumber"))
            ])
    }

    /// The mail resource asks for a protected app.
    static func policies() -> [UInt8] { policies(state: "enabled") }

    static func policies(state: String, control: String = "compliantApplication") -> [UInt8] {
        let text = """
            {"id": "44444444-0000-4000-8000-000000000001", "displayName": "Protected apps", "state": "\(state)",
             "conditions": {"users": {"includeUsers": ["All"]},
              "applications": {"includeApplications": ["\(mail)"]}},
             "grantControls": {"operator": "OR", "builtInControls": ["\(control)"]}}
            """
        let collection = PolicyCollection([PolicyReader().read(Array(text.utf8), named: "policies.json")])
        return PolicyPublication.bytes(of: collection)
    }

    /// Every app of everybody needs a PIN, and a check-in every hour.
    static func protection(
        _ id: AppProtectionPolicyID = "baseline", requiresPIN: Bool = true, revision: Int64 = 1,
        evidence: EvidenceLevel = .managedSecret, wipesRooted: Bool = false
    ) throws -> AppProtectionPolicy {
        try AppProtectionPolicy(
            id: id, displayName: "Baseline", revision: revision, target: .init(include: .init(all: true)),
            rules: ProtectionRules(
                requiresPIN: requiresPIN, blocksRooted: wipesRooted, checkInInterval: .seconds(3600),
                minimumEvidence: evidence, revisionGrace: .zero,
                responses: wipesRooted ? [.rooted: CheckResponse(action: .wipe)] : [:]))
    }
}
