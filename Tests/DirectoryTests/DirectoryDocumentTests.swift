import AccessModel
import Directory
import JSONCoding
import Testing

struct DirectoryDocumentTests {
    private static let document = """
        {
          "groups": [
            {"id": "11111111-0000-4000-8000-000000000001", "name": "All staff", "members": ["Sales", "ana@contoso.example"]},
            {"id": "11111111-0000-4000-8000-000000000002", "name": "Sales"}
          ],
          "accounts": [
            {"id": "22222222-0000-4000-8000-000000000001", "upn": "Ana@Contoso.example", "name": "Ana",
             "roles": ["62E90394-69F5-4237-9190-012177145E10"], "groups": ["Sales"]},
            {"id": "22222222-0000-4000-8000-000000000002", "upn": "bob@contoso.example", "name": "Bob",
             "enabled": false, "guest": true}
          ],
          "resources": [
            {"id": "33333333-0000-4000-8000-000000000001", "identifier": "api://contoso-mail", "name": "Mail",
             "scopes": ["Mail.Read", "Mail.Send"], "wantsClientCapabilities": true, "tokenLifetime": "introspecting",
             "introspectionClients": ["44444444-0000-4000-8000-000000000002"]}
          ],
          "clients": [
            {"id": "44444444-0000-4000-8000-000000000001", "name": "Mail app", "type": "native",
             "redirectURIs": ["http://127.0.0.1/callback", "msauth.com.contoso.mail://auth"],
             "instanceProof": "enrollmentId",
             "permissions": [{"resource": "api://contoso-mail", "scopes": ["Mail.Read"]}]},
            {"id": "44444444-0000-4000-8000-000000000002", "name": "Mail service", "type": "daemon",
             "authentication": {"secretHashes":
               ["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
               "jwks": {"keys": [{"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"}]}}}
          ],
          "authorities": [
            {"name": "MDM", "certificate": "-----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE-----\\n",
             "clients": ["44444444-0000-4000-8000-000000000001"]}
          ]
        }
        """

    private static func read(_ text: String) throws -> DirectoryContents {
        try DirectoryDocument.read(JSONElement(JSONValue.parse(text)))
    }

    private static func faults(_ text: String) throws -> [String] {
        do {
            _ = try DirectoryDocument.read(JSONElement(JSONValue.parse(text)))
            return []
        } catch let error as DirectoryDocumentError {
            return error.faults.map(\.description)
        }
    }

    @Test func `reads every member and resolves every reference`() throws {
        let contents = try Self.read(Self.document)
        let staff = GroupID("11111111-0000-4000-8000-000000000001")
        let sales = GroupID("11111111-0000-4000-8000-000000000002")
        let ana = try #require(contents.accounts.first)
        #expect(ana.groups == [staff, sales])
        #expect(ana.roles == [RoleID("62e90394-69f5-4237-9190-012177145e10")])
        #expect(contents.groups.first?.groups == [sales])
        #expect(contents.groups.first?.accounts == [ana.id])
        #expect(contents.groups.last?.accounts == [ana.id])
        #expect(contents.accounts.last?.isEnabled == false)
        #expect(contents.accounts.last?.guest == GuestIdentity(.b2bCollaborationGuest))
        let mail = try #require(contents.resources.first)
        #expect(mail.tokenLifetime.duration == .seconds(3600))
        #expect(mail.introspectionClients == [ClientID("44444444-0000-4000-8000-000000000002")])
        #expect(contents.clients.first?.instanceProof == .enrollmentId)
        #expect(contents.clients.first?.isConfidential == false)
        #expect(contents.clients.first?.permissions == [ClientPermission(resource: mail.id, scopes: ["Mail.Read"])])
        #expect(contents.clients.last?.isConfidential == true)
        #expect(contents.clients.last?.authentication.secretHashes.first?.count == 32)
        #expect(contents.clients.last?.authentication.jwkSet?.contains("P-256") == true)
        #expect(contents.authorities.first?.clients == [ClientID("44444444-0000-4000-8000-000000000001")])
    }

    @Test(arguments: [
        ("es", true), ("es-MX", true), ("zh-Hant-TW", true), ("", false), ("e", false), ("es_MX", false),
        ("es-", false), ("es;q=1", false), ("español", false), ("12", false), ("de-abcdefghi", false),
    ])
    func `takes the language that a person prefers, as a tag`(_ tag: String, _ isTag: Bool) throws {
        let account = """
            {"id": "22222222-0000-4000-8000-000000000001", "upn": "ana@contoso.example", "name": "Ana",
             "preferredLanguage": "\(tag)"}
            """
        let document = #"{"accounts": [\#(account)]}"#
        guard isTag else {
            #expect(
                try Self.faults(document)
                    == ["`/accounts/0/preferredLanguage`: must be a language tag, such as `es` or `pt-BR`"])
            return
        }
        #expect(try Self.read(document).accounts.map(\.preferredLanguage) == [tag])
    }

    @Test func `an empty document declares nothing`() throws {
        #expect(try Self.read("{}") == DirectoryContents())
    }

    @Test func `lists every fault with its path`() throws {
        let faults = try Self.faults(
            """
            {"grupos": [], "groups": [{"id": "x", "name": "A"}, {"id": "11111111-0000-4000-8000-000000000002",
              "name": "B", "members": ["nobody@contoso.example", "C"]}],
             "accounts": [{"id": "22222222-0000-4000-8000-000000000001", "upn": "ana@contoso.example", "name": "Ana",
              "admin": true}],
             "authorities": [{"name": "MDM", "certificate": "-----BEGIN CERTIFICATE-----\\nM\\n-----END CERTIFICATE-----",
              "clients": ["44444444-0000-4000-8000-000000000009"]}]}
            """)
        #expect(
            faults == [
                "`/groups/0/id`: must be a GUID",
                "`/accounts/0/admin`: unknown member; the members are `id`, `upn`, `name`, `enabled`, `guest`, `roles`, `groups`, `breakGlass`, `preferredLanguage`",
                "`/grupos`: unknown member; the members are `groups`, `accounts`, `resources`, `clients`, `authorities`",
                "`/groups/1/members/0`: names no account and no group",
                "`/groups/1/members/1`: names no account and no group", "`/authorities/0/clients/0`: names no client",
            ])
    }

    @Test func `tells what is missing together with what is unknown, in rows within rows too`() throws {
        let faults = try Self.faults(
            #"""
            {"accounts": [{"id": "22222222-0000-4000-8000-000000000001", "displayName": "Ana"}],
             "clients": [{\#(Self.id), "name": "A", "type": "web", "permissions": [{"api": "api://mail"}],
               "authentication": {"secrets": []}}]}
            """#)
        #expect(
            faults.map { $0.prefix { $0 != ";" } } == [
                "`/accounts/0/upn`: required but missing", "`/accounts/0/name`: required but missing",
                "`/accounts/0/displayName`: unknown member",
                "`/clients/0/permissions/0/resource`: required but missing",
                "`/clients/0/permissions/0/api`: unknown member",
                "`/clients/0/authentication/secrets`: unknown member",
            ])
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let entry: String
        let path: String
    }

    static let id = "\"id\": \"44444444-0000-4000-8000-000000000001\""
    static let pem = "-----BEGIN CERTIFICATE-----\\nM\\n-----END CERTIFICATE-----"
    static let refused: [Refused] = [
        .init(
            testDescription: "a wildcard redirect",
            entry:
                #""clients": [{\#(id), "name": "A", "type": "web", "redirectURIs": ["https://*.contoso.example/"]}]"#,
            path: "/clients/0/redirectURIs"),
        .init(
            testDescription: "a redirect with a fragment",
            entry: #""clients": [{\#(id), "name": "A", "type": "web", "redirectURIs": ["https://a.example/#x"]}]"#,
            path: "/clients/0/redirectURIs"),
        .init(
            testDescription: "a plain http redirect",
            entry: #""clients": [{\#(id), "name": "A", "type": "web", "redirectURIs": ["http://a.example/"]}]"#,
            path: "/clients/0/redirectURIs"),
        .init(
            testDescription: "a loopback host that only begins like one",
            entry:
                #""clients": [{\#(id), "name": "A", "type": "native", "redirectURIs": ["http://127.0.0.1.a.example/"]}]"#,
            path: "/clients/0/redirectURIs"),
        .init(
            testDescription: "a script redirect",
            entry: #""clients": [{\#(id), "name": "A", "type": "native", "redirectURIs": ["javascript:alert(1)"]}]"#,
            path: "/clients/0/redirectURIs"),
        .init(
            testDescription: "a daemon without credentials",
            entry: #""clients": [{\#(id), "name": "A", "type": "daemon"}]"#, path: "/clients/0/authentication"),
        .init(
            testDescription: "a private key in a JWK set",
            entry:
                #""clients": [{\#(id), "name": "A", "type": "web", "authentication": {"jwks": {"keys": [{"kty": "EC", "d": "AA"}]}}}]"#,
            path: "/clients/0/authentication/jwks"),
        .init(
            testDescription: "a symmetric key in a JWK set",
            entry:
                #""clients": [{\#(id), "name": "A", "type": "web", "authentication": {"jwks": {"keys": [{"kty": "oct", "k": "AA"}]}}}]"#,
            path: "/clients/0/authentication/jwks"),
        .init(
            testDescription: "a short secret hash",
            entry: #""clients": [{\#(id), "name": "A", "type": "web", "authentication": {"secretHashes": ["e3b0"]}}]"#,
            path: "/clients/0/authentication/secretHashes"),
        .init(
            testDescription: "an unknown kind",
            entry: #""clients": [{\#(id), "name": "A", "type": "service"}]"#, path: "/clients/0/type"),
        .init(
            testDescription: "a scope that the resource lacks",
            entry: """
                "resources": [{"id": "33333333-0000-4000-8000-000000000001", "identifier": "api://mail", "name": "M"}],
                "clients": [{\(id), "name": "A", "type": "web", "permissions": [{"resource": "api://mail", "scopes": ["X"]}]}]
                """, path: "/clients/0/permissions/0/scopes/0"),
        .init(
            testDescription: "a client that is also an account",
            entry: """
                "accounts": [{\(id), "upn": "a@b", "name": "A"}], "clients": [{\(id), "name": "A", "type": "web"}]
                """, path: "/clients/0/id"),
        .init(
            testDescription: "two accounts of one name in two cases",
            entry: """
                "accounts": [{\(id), "upn": "a@b", "name": "A"},
                             {"id": "44444444-0000-4000-8000-000000000002", "upn": "A@B", "name": "A"}]
                """, path: "/accounts/1/upn"),
        .init(
            testDescription: "a resource with the compliance resource's identifier",
            entry:
                #""resources": [{"id": "2C7E2F8A-51D1-4D0B-9A34-6F8F0F0C0001", "identifier": "api://x", "name": "X"}]"#,
            path: "/resources/0/id"),
        .init(
            testDescription: "a resource identifier with a final slash",
            entry: #""resources": [{\#(id), "identifier": "api://x/", "name": "X"}]"#, path: "/resources/0/identifier"),
        .init(
            testDescription: "a reserved scope",
            entry: #""resources": [{\#(id), "identifier": "api://x", "name": "X", "scopes": ["openid"]}]"#,
            path: "/resources/0/scopes"),
        .init(
            testDescription: "an authority without a certificate",
            entry: #""authorities": [{"name": "A", "certificate": "MIIB", "clients": []}]"#,
            path: "/authorities/0/certificate"),
    ]

    @Test(arguments: refused)
    func `refuses an entry`(_ refused: Refused) throws {
        let faults = try Self.faults("{\(refused.entry)}")
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("`\(refused.path)`: ") == true, "\(faults)")
    }
}
