import AccessModel
import Directory
import Testing

struct ScopeRequestTests {
    static let mail = ResourceApp(
        id: ApplicationID("mail"), identifier: "api://contoso-mail", name: "Mail",
        scopes: ["Mail.Read", "Mail.Send", "Mail.Admin"])
    static let files = ResourceApp(
        id: ApplicationID("files"), identifier: "api://contoso", name: "Files", scopes: ["Files.Read"])
    static let compliance = ResourceApp.compliance(
        identifier: "https://host/guid/compliance", aliasIdentifier: "https://host/contoso/compliance")
    static let client = ClientApp(
        id: ClientID("client"), name: "App", kind: .native,
        permissions: [ClientPermission(resource: mail.id, scopes: ["Mail.Read", "Mail.Send"])])

    private static func resolve(_ text: String, appOnly: Bool = false) -> Result<ResolvedScope, ScopeRefusal> {
        ScopeRequest.parse(text).flatMap {
            $0.resolve(resources: [mail, files, compliance], client: client, appOnly: appOnly)
        }
    }

    @Test func `grants the scopes of one resource and says them in full`() throws {
        let resolved = try Self.resolve("openid api://contoso-mail/Mail.Read offline_access profile").get()
        #expect(resolved.resource == Self.mail)
        #expect(resolved.scopes == ["Mail.Read"])
        #expect(resolved.reserved == [.openid, .offlineAccess, .profile])
        #expect(resolved.grantedText == "api://contoso-mail/Mail.Read offline_access openid profile")
    }

    @Test func `the default scope is everything that the client is registered for`() throws {
        let resolved = try Self.resolve("api://contoso-mail/.default").get()
        #expect(resolved.scopes == ["Mail.Read", "Mail.Send"])
    }

    @Test(arguments: ["https://host/guid/compliance/.default", "https://host/contoso/compliance/.default"])
    func `every client may ask for the compliance resource, by either name`(_ text: String) throws {
        let resolved = try Self.resolve(text).get()
        #expect(resolved.resource.isComplianceResource)
        #expect(resolved.grantedText == "https://host/guid/compliance/.default")
    }

    @Test func `a client that acts for itself gets the resource without scopes`() throws {
        let resolved = try Self.resolve("api://contoso-mail/.default", appOnly: true).get()
        #expect(resolved.resource == Self.mail)
        #expect(resolved.scopes == [])
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        var appOnly = false
        let refusal: ScopeRefusal
    }

    @Test(arguments: [
        Refused(testDescription: "no scope", text: "", refusal: .noResource),
        Refused(testDescription: "reserved ones only", text: "openid profile", refusal: .noResource),
        Refused(
            testDescription: "two resources",
            text: "api://contoso-mail/Mail.Read https://host/guid/compliance/.default", refusal: .severalResources),
        Refused(
            testDescription: "an unknown resource", text: "api://other/Read",
            refusal: .unknownScope("api://other/Read")),
        Refused(
            testDescription: "a scope the resource lacks", text: "api://contoso-mail/Mail.Burn",
            refusal: .unknownScope("api://contoso-mail/Mail.Burn")),
        Refused(
            testDescription: "a scope beyond the registration", text: "api://contoso-mail/Mail.Admin",
            refusal: .notPermitted("api://contoso-mail/Mail.Admin")),
        Refused(
            testDescription: "a resource beyond the registration", text: "api://contoso/Files.Read",
            refusal: .notPermitted("api://contoso/Files.Read")),
        Refused(
            testDescription: "a resource's name in another case", text: "API://contoso-mail/Mail.Read",
            refusal: .unknownScope("API://contoso-mail/Mail.Read")),
        Refused(
            testDescription: "an identifier alone", text: "api://contoso-mail",
            refusal: .unknownScope("api://contoso-mail")),
        Refused(
            testDescription: "a named scope of a client that acts for itself", text: "api://contoso-mail/Mail.Read",
            appOnly: true, refusal: .defaultOnly("api://contoso-mail/Mail.Read")),
        Refused(
            testDescription: "compliance of a client that acts for itself",
            text: "https://host/guid/compliance/.default", appOnly: true,
            refusal: .notPermitted("https://host/guid/compliance/.default")),
        Refused(
            testDescription: "another scope of the compliance resource", text: "https://host/guid/compliance/Read",
            refusal: .unknownScope("https://host/guid/compliance/Read")),
        Refused(testDescription: "a quote", text: "api://contoso-mail/\"x", refusal: .malformed),
        Refused(testDescription: "a control character", text: "api://contoso-mail/x\u{0}", refusal: .malformed),
        Refused(
            testDescription: "too many", text: (0..<65).map { "a:\($0)" }.joined(separator: " "),
            refusal: .tooLarge),
        Refused(testDescription: "too long", text: String(repeating: "a", count: 4097), refusal: .tooLarge),
    ])
    func `refuses a scope parameter`(_ refused: Refused) {
        #expect(Self.resolve(refused.text, appOnly: refused.appOnly) == .failure(refused.refusal))
    }
}
