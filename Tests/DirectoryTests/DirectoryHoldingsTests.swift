import AccessModel
import Directory
import JSONCoding
import Testing

/// Documents that refer to what the directory holds already.
struct DirectoryHoldingsTests {
    static let staff = GroupID("11111111-0000-4000-8000-000000000001")
    static let ana = AccountID("22222222-0000-4000-8000-000000000001")
    static let mail = ApplicationID("33333333-0000-4000-8000-000000000001")
    static let service = ClientID("44444444-0000-4000-8000-000000000001")
    static let new = "55555555-0000-4000-8000-000000000001"

    static func holdings() throws -> DirectoryHoldings {
        DirectoryHoldings(
            accounts: [ana: try #require(UserPrincipalName("Ana@contoso.example"))], groups: [staff: "Staff"],
            resources: [ResourceApp(id: mail, identifier: "api://mail", name: "Mail", scopes: ["mail.read"])],
            clients: [service])
    }

    private static func read(_ text: String) throws -> DirectoryContents {
        try DirectoryDocument.read(JSONElement(JSONValue.parse(text)), beside: holdings())
    }

    @Test(arguments: ["ana@CONTOSO.example", "22222222-0000-4000-8000-000000000001"])
    func `a member is an account of the directory, by name or identifier`(_ member: String) throws {
        let contents = try Self.read(#"{"groups": [{"id": "\#(Self.new)", "name": "New", "members": ["\#(member)"]}]}"#)
        #expect(contents.groups.first?.accounts == [Self.ana])
        #expect(contents.accounts.isEmpty)
    }

    @Test(arguments: ["Staff", "11111111-0000-4000-8000-000000000001"])
    func `a member is a group of the directory, by name or identifier`(_ member: String) throws {
        let contents = try Self.read(#"{"groups": [{"id": "\#(Self.new)", "name": "New", "members": ["\#(member)"]}]}"#)
        #expect(contents.groups.map(\.groups) == [[Self.staff]])
    }

    @Test func `a member is an account of the document by its identifier`() throws {
        let contents = try Self.read(
            #"""
            {"groups": [{"id": "11111111-0000-4000-8000-000000000002", "name": "New", "members": ["\#(Self.new)"]}],
             "accounts": [{"id": "\#(Self.new)", "upn": "bob@contoso.example", "name": "Bob"}]}
            """#)
        #expect(contents.groups.first?.accounts == [AccountID(Self.new)])
    }

    @Test func `a client's permission and a resource's introspection refer to the directory`() throws {
        let contents = try Self.read(
            #"""
            {"clients": [{"id": "\#(Self.new)", "name": "App", "type": "native",
               "permissions": [{"resource": "api://mail", "scopes": ["mail.read"]}]}],
             "resources": [{"id": "33333333-0000-4000-8000-000000000002", "identifier": "api://files", "name": "F",
               "introspectionClients": ["\#(Self.service)"]}],
             "authorities": [{"name": "MDM", "clients": ["\#(Self.service)"],
               "certificate": "-----BEGIN CERTIFICATE-----\nM\n-----END CERTIFICATE-----"}]}
            """#)
        #expect(contents.clients.first?.permissions == [ClientPermission(resource: Self.mail, scopes: ["mail.read"])])
        #expect(contents.resources.first?.introspectionClients == [Self.service])
        #expect(contents.authorities.first?.clients == [Self.service])
    }

    @Test func `what the document declares anew goes by its new name and scopes`() throws {
        let text = #"""
            {"groups": [{"id": "\#(Self.staff)", "name": "Everybody"},
                        {"id": "\#(Self.new)", "name": "New", "members": ["Staff", "Everybody"]}],
             "resources": [{"id": "\#(Self.mail)", "identifier": "api://post", "name": "Mail", "scopes": ["post.read"]}],
             "clients": [{"id": "44444444-0000-4000-8000-000000000002", "name": "App", "type": "native", "permissions": [
               {"resource": "api://post", "scopes": ["post.read"]}, {"resource": "api://mail", "scopes": []}]}]}
            """#
        let error = #expect(throws: DirectoryDocumentError.self) { try Self.read(text) }
        #expect(
            error?.faults.map(\.description) == [
                "`/groups/1/members/0`: names no account and no group",
                "`/clients/0/permissions/1/resource`: names no resource",
            ])
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let fault: String
    }

    @Test(arguments: [
        Refused(
            testDescription: "a scope that the held resource lacks",
            text: #"""
                {"clients": [{"id": "\#(new)", "name": "App", "type": "native",
                  "permissions": [{"resource": "api://mail", "scopes": ["mail.send"]}]}]}
                """#,
            fault: "`/clients/0/permissions/0/scopes/0`: names no scope of the resource"),
        Refused(
            testDescription: "an account that nobody has",
            text: #"{"groups": [{"id": "\#(new)", "name": "New", "members": ["\#(new)x", "bob@contoso.example"]}]}"#,
            fault: "`/groups/0/members/0`: names no account and no group"),
        Refused(
            testDescription: "a held group's members from an account's side",
            text:
                #"{"accounts": [{"id": "\#(new)", "upn": "bob@contoso.example", "name": "Bob", "groups": ["Staff"]}]}"#,
            fault:
                "`/accounts/0/groups/0`: names a group that is not in this document; declare it here with all of its members"
        ),
        Refused(
            testDescription: "the name of a held account",
            text: #"{"accounts": [{"id": "\#(new)", "upn": "ana@contoso.example", "name": "Ana"}]}"#,
            fault: "`/accounts/0/upn`: another account has this name"),
        Refused(
            testDescription: "the identifier of a held resource",
            text: #"{"resources": [{"id": "\#(new)", "identifier": "api://mail", "name": "Mail"}]}"#,
            fault: "`/resources/0/identifier`: another resource has this identifier"),
        Refused(
            testDescription: "a held account's identifier for a client",
            text: #"{"clients": [{"id": "22222222-0000-4000-8000-000000000001", "name": "App", "type": "native"}]}"#,
            fault: "`/clients/0/id`: something of another kind has this identifier already"),
    ])
    func `refuses what contradicts the directory`(_ refused: Refused) throws {
        let error = #expect(throws: DirectoryDocumentError.self) { try Self.read(refused.text) }
        #expect(error?.faults.first?.description == refused.fault)
    }

    @Test func `holds what is there, and the compliance resource of every tenant`() throws {
        let holdings = try Self.holdings()
        let held: [DirectoryReference] = [
            .account(Self.ana), .group(Self.staff), .application(Self.mail), .application(.complianceResource),
            .client(Self.service),
        ]
        #expect(held.allSatisfy(holdings.holds))
        let missing: [DirectoryReference] = [
            .account(AccountID(Self.new)), .group(GroupID(Self.new)), .application(ApplicationID(Self.new)),
            .client(ClientID(Self.new)), .group(GroupID(Self.ana.rawValue)),
        ]
        #expect(!missing.contains(where: holdings.holds))
    }
}
