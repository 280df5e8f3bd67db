import AccessModel
import Compliance
import ComplianceGateway
import Connectors
import FoundationEssentials
import JSONCoding
import Testing

/// What each product's documented answers come to, recording by recording.
@Suite struct PullConnectorTests {
    static let contracts: [PullContract] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        return PullConnector.all.flatMap { connector -> [PullContract] in
            do {
                let document = try Data(contentsOf: folder.appending(path: "\(connector.name).json"))
                return try PullContract.recorded(Array(document), of: connector.name)
            } catch {
                Issue.record("the recordings of \(connector.name) cannot be read: \(error)")
                return []
            }
        }
    }()

    @Test(arguments: contracts) func `a connector reads what its product answers`(_ contract: PullContract) throws {
        let connector = try #require(PullConnector.named(contract.connector))
        let template = try connector.template(at: contract.url, settings: contract.settings)
        if let credential = contract.credential {
            #expect(template.credential.recorded == credential)
        } else if contract.connector != "intune" {
            #expect(template.credential.recorded.hasSuffix("/api/oauth/token") || template.credential == .bearer)
        }
        if !contract.headers.isEmpty { #expect(template.mapping.headers == contract.headers) }
        var request: PageRequest? = template.mapping.firstPage(of: template.url)
        for page in contract.pages {
            let asked = try #require(request)
            #expect(asked.url.description == page.url)
            guard let devices = page.devices else {
                let error = #expect(throws: JSONError.self) {
                    try template.mapping.page(of: page.answer, to: asked, link: page.link)
                }
                #expect(error?.description == page.error)
                return
            }
            let answer = try template.mapping.page(of: page.answer, to: asked, link: page.link)
            #expect(answer.devices.map(\.recorded) == devices)
            request = answer.next
        }
        #expect(request == nil)
    }

    @Test func `every connector has recordings, one of which is refused as a whole`() {
        for connector in PullConnector.all {
            let own = Self.contracts.filter { $0.connector == connector.name }
            #expect(own.contains { $0.pages.contains { $0.error != nil } }, "\(connector.name)")
            #expect(own.contains { $0.pages.contains { $0.devices?.isEmpty == false } }, "\(connector.name)")
        }
    }

    @Test(arguments: PullConnector.all.map(\.name))
    func `a connector says whom to ask, what it needs and what it cannot tell`(_ name: String) throws {
        let connector = try #require(PullConnector.named(name))
        #expect(connector.documentation.hasPrefix("https://"))
        #expect(!connector.permissions.isEmpty)
        #expect(!connector.cannotTell.isEmpty)
        let needed = connector.settings.filter(\.isRequired).map { ($0.name, "contoso.example") }
        let template = try connector.template(
            at: "https://mdm.contoso.example", settings: Dictionary(uniqueKeysWithValues: needed))
        #expect(template.mapping.tells.contains(.identity))
        #expect(template.url.isSecure)
        #expect(try SourceMapping(json: template.mapping.json) == template.mapping)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let connector: String
        var url: String? = "https://mdm.contoso.example"
        var settings: [String: String] = [:]
        let error: PullConnectorError
    }

    private static let tenant = "the Entra tenant: its GUID or one of its domains"

    static let refusals: [Refusal] = [
        Refusal(testDescription: "no url", connector: "fleet", url: nil, error: .missingURL),
        Refusal(testDescription: "a url without a scheme", connector: "fleet", url: "mdm.example", error: .invalidURL),
        Refusal(
            testDescription: "a url with a password", connector: "fleet", url: "https://a:b@mdm.example",
            error: .invalidURL),
        Refusal(
            testDescription: "a url with a query", connector: "fleet", url: "https://mdm.example/?a=b",
            error: .invalidURL),
        Refusal(testDescription: "no tenant", connector: "intune", url: nil, error: .missingSetting("tenant")),
        Refusal(
            testDescription: "a tenant that leads elsewhere", connector: "intune", url: nil,
            settings: ["tenant": "a/../b"], error: .invalidSetting("tenant", tenant)),
        Refusal(
            testDescription: "a setting of another connector", connector: "kolide", url: nil,
            settings: ["tenant": "contoso.example"], error: .unknownSetting("tenant")),
        Refusal(
            testDescription: "a team that is no number", connector: "fleet", settings: ["team": "1&query=x"],
            error: .invalidSetting("team", "the number of the one team whose hosts are read; all hosts by default")),
        Refusal(
            testDescription: "policies that nobody knows", connector: "fleet", settings: ["policies": "none"],
            error: .invalidSetting("policies", "which policies make the verdict: `all` (the default) or `critical`")),
        Refusal(
            testDescription: "a version that does not exist", connector: "jamf-pro-computers",
            settings: ["version": "v5"],
            error: .invalidSetting(
                "version", "the version of the inventory's interface: `v1`, `v2`, `v3` (the default) or `v4`")),
        Refusal(
            testDescription: "a group without a name", connector: "jamf-pro-computers",
            settings: ["compliant-group": ""],
            error: .invalidSetting(
                "compliant-group", "the name of the group whose members are compliant; every other computer is not")),
    ]

    @Test(arguments: refusals) func `a connector refuses what it cannot use`(_ refusal: Refusal) throws {
        let connector = try #require(PullConnector.named(refusal.connector))
        #expect(throws: refusal.error) { try connector.template(at: refusal.url, settings: refusal.settings) }
        #expect(!refusal.error.description.contains("\n"))
    }

    @Test func `a login for tokens must be secure`() throws {
        let intune = try #require(PullConnector.named("intune"))
        #expect(throws: PullConnectorError.self) {
            try intune.template(settings: ["tenant": "contoso.example", "login": "http://login.example"])
        }
    }

    @Test func `only connectors whose product gives a verdict tell of compliance`() throws {
        let tells = try PullConnector.all.filter { connector in
            let needed = connector.settings.filter(\.isRequired).map { ($0.name, "contoso.example") }
            return try connector.template(
                at: "https://mdm.example", settings: Dictionary(uniqueKeysWithValues: needed)
            ).mapping.tells.contains(.compliance)
        }
        #expect(tells.map(\.name) == ["fleet", "intune", "kolide"])
        #expect(PullConnector.named("nanomdm") == nil)
    }
}

extension PullTemplate.Credential {
    fileprivate var recorded: String {
        switch self {
        case .bearer: "bearer"
        case .clientCredentials(let url, let scope): scope.map { "\(url) \($0)" } ?? url
        }
    }
}
