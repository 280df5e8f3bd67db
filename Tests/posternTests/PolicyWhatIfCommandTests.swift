import JSONCoding
import TestSupport
import Testing

@testable import postern

@Suite struct PolicyWhatIfCommandTests {
    private func run(_ arguments: [String]) async -> CommandResult {
        await runCommand(["policy", "what-if"] + arguments)
    }

    private static func policy(
        _ number: Int, _ name: String, state: String = "enabled", conditions: String = "", _ controls: String
    ) -> String {
        #"""
        {"id": "00000000-0000-4000-8000-00000000000\#(number)", "displayName": "\#(name)", "state": "\#(state)",
         "conditions": {"users": {"includeUsers": ["All"]}, "applications": {"includeApplications": ["All"]}\#(conditions)},
         \#(controls)}
        """#
    }

    private static let grant = #""grantControls": {"operator": "AND", "builtInControls": ["mfa", "compliantDevice"]}"#
    private static let block = #""grantControls": {"builtInControls": ["block"]}"#
    private static let session =
        #""sessionControls": {"signInFrequency": {"isEnabled": true, "type": "hours", "value": 8}}"#

    private static let policies = [
        policy(1, "Ask for more", grant), policy(2, "Every day", session),
        policy(3, "No risk", conditions: #", "signInRiskLevels": ["high"]"#, block),
        policy(4, "No phones", conditions: #", "platforms": {"includePlatforms": ["android"]}"#, block),
        policy(5, "Planned", state: "enabledForReportingButNotEnforced", block),
        policy(6, "Off", state: "disabled", block),
    ]

    private func directory() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        _ = try directory.write("policies/all.json", "[\(Self.policies.joined(separator: ","))]")
        return directory
    }

    private static let request = [
        "--account", "ada", "--group", "sales", "--application", "mail", "--client-app", "browser", "--platform", "iOS",
        "--met", "compliantDevice", "--since-sign-in", "60",
    ]

    @Test(arguments: ["ios", "IOS", "iOS"])
    func `a platform is written in any case`(platform: String) async throws {
        let directory = try directory()
        let result = await run([
            "--policies", "\(directory.path)/policies", "--account", "ada", "--application", "mail", "--platform",
            platform,
        ])
        #expect(result.code == .success, "\(result.errors)")
        #expect(result.output.contains("Signals   iOS\n"))
    }

    @Test func `names what hinders a policy in report-only that cannot be decided`() async throws {
        let directory = try TemporaryDirectory()
        let held = Self.policy(
            7, "Held", state: "enabledForReportingButNotEnforced",
            conditions: #", "locations": {"includeLocations": ["<Office>"]}"#, Self.block)
        _ = try directory.write("policies/all.json", "[\(held)]")
        let result = await run([
            "--policies", "\(directory.path)/policies", "--account", "ada", "--application", "mail",
        ])
        #expect(
            result.output.contains(
                "not known          Held\n                 cannot be evaluated: "),
            "\(result.output)")
    }

    @Test func `says what is decided, why, and every policy's part`() async throws {
        let directory = try directory()
        let result = await run(["--policies", "\(directory.path)/policies"] + Self.request)
        #expect(result.code == .success)
        #expect(
            result.output == """
                Who       the user `ada`
                          with the group `sales`
                What      the application `mail`
                Signals   client browser, iOS, signed in 60 s ago
                Shown     a compliant device

                Decision  access is given only once there is multifactor authentication
                          (mfa_required)
                Open      multifactor authentication, by `Ask for more`
                Session   a sign-in no longer ago than 8 hours

                Apply (3)
                  enforced     not satisfied      Ask for more
                                 open: multifactor authentication (mfa_required)
                                 met: a compliant device
                  enforced     satisfied          Every day
                                 met: a recent sign-in
                  report-only  would refuse       Planned

                Do not apply (3)
                  enforced     platform           No phones
                  enforced     sign-in risk (?)   No risk
                  disabled                        Off

                Missing signals: policies marked (?) might apply if these were given
                  sign-in risk                    --sign-in-risk (1 policy)

                """)
    }

    @Test func `no line is longer than a terminal is wide`() async throws {
        let directory = try directory()
        _ = try directory.write(
            "policies/long.json",
            Self.policy(
                7, String(repeating: "A long name ", count: 12), conditions: #", "times": {"x": 1}"#, Self.block))
        let result = await run(["--policies", "\(directory.path)/policies"] + Self.request)
        #expect(result.output.contains("Cannot be evaluated (1)"))
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        let help = await run(["--help"])
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `leaves out what does not apply if so asked`() async throws {
        let directory = try directory()
        let result = await run(["--policies", "\(directory.path)/policies", "--applied-only"] + Self.request)
        #expect(result.output.contains("Apply (3)"))
        #expect(!result.output.contains("Do not apply"))
    }

    @Test func `answers as Graph does, to a question as Graph has it`() async throws {
        let directory = try directory()
        let question = try directory.write(
            "question.json",
            #"{"signInIdentity": {"userId": "ada"}, "signInContext": {"includeApplications": ["mail"]}, "appliedPoliciesOnly": true}"#
        )
        let result = await run(
            [
                "--policies", "\(directory.path)/policies", "--request", question, "--platform", "android", "--format",
                "graph",
            ])
        #expect(result.code == .success)
        let rows = try JSONValue.parse(result.output)["value"]?.arrayValue ?? []
        #expect(rows.map { $0["displayName"] } == ["Ask for more", "Every day", "No phones", "Planned"])
        #expect(rows.allSatisfy { $0["policyApplies"] == true && $0["analysisReasons"] == "notSet" })
    }

    @Test func `a flag takes the place of what the document says`() async throws {
        let directory = try directory()
        let request = try directory.write(
            "request.json",
            #"{"subject": {"account": "ada"}, "resource": {"userAction": "urn:user:registerdevice"}, "context": {"platform": "iOS"}}"#
        )
        let arguments = ["--policies", "\(directory.path)/policies", "--request", request, "--format", "json"]
        let plain = try JSONValue.parse(await run(arguments).output)
        #expect(plain["decision"]?["outcome"] == "allowedNoPolicyApplied")
        let changed = try JSONValue.parse(
            await run(arguments + ["--application", "mail", "--platform", "android"]).output)
        #expect(changed["decision"]?["outcome"] == "blocked")
    }

    @Test func `several applications are asked for one after the other`() async throws {
        let directory = try directory()
        let question = try directory.write(
            "question.json",
            #"{"signInIdentity": {"userId": "ada"}, "signInContext": {"includeApplications": ["mail", "crm"]}}"#)
        let arguments = ["--policies", "\(directory.path)/policies", "--request", question]
        #expect(await run(arguments).output.contains("What      the application `crm`"))
        #expect(try JSONValue.parse(await run(arguments + ["--format", "json"]).output).arrayValue?.count == 2)
    }

    @Test(arguments: ["evaluate", "json", "graph"])
    func `what is written may be as large as the policies make it`(form: String) async throws {
        let directory = try TemporaryDirectory()
        let policies = (0..<3000).map {
            Self.policy(1, "Policy \($0)", Self.block).replacing(
                "00000000-0000-4000-8000-000000000001", with: "00000000-0000-4000-8000-\(100_000_000_000 + $0)")
        }
        _ = try directory.write("policies/all.json", "[\(policies.joined(separator: ","))]")
        let request = try directory.write(
            "request.json", #"{"subject": {"account": "ada"}, "resource": {"application": "mail"}}"#)
        let words = form == "evaluate" ? ["evaluate"] : ["what-if", "--format", form]
        let result = await runCommand(
            ["policy"] + words + ["--policies", "\(directory.path)/policies", "--request", request])
        #expect(result.code == .success, "\(result.errors)")
        #expect(result.output.utf8.count > 1 << 20 && result.output.contains("Policy 2999"))
    }

    /// Flags that cannot be used, and what the message says.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let message: String
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: [String], _ message: String) {
            self.arguments = arguments
            self.message = message
        }
    }

    static let mistakes = [
        Mistake([], "give `--request`, or `--account` and `--application`"),
        Mistake(["--account", "a"], "say what for"),
        Mistake(["--application", "a"], "say who asks"),
        Mistake(["--account", "a", "--client", "b", "--application", "c"], "give one of `--account` and `--client`"),
        Mistake(
            ["--account", "a", "--application", "c", "--user-action", "d"],
            "give one of `--application` and `--user-action`"),
        Mistake(
            ["--account", "a", "--application", "c", "--platform", "phone"], "`--platform`: give one of `android`"),
        Mistake(
            ["--account", "a", "--application", "c", "--guest", "friend"], "`--guest`: give one of `internalGuest`"),
        Mistake(["--account", "a", "--application", "c", "--met", "everything"], "`--met` is one of mfa,"),
        Mistake(
            ["--account", "a", "--application", "c", "--since-sign-in", "x"], "`--since-sign-in` takes a whole number"),
        Mistake(["--account", "a", "--application", "c", "--since-sign-in", "-1"], "`--since-sign-in`: "),
    ]

    @Test(arguments: mistakes)
    func `a flag that cannot be used is named`(_ mistake: Mistake) async throws {
        let directory = try directory()
        let result = await run(["--policies", "\(directory.path)/policies"] + mistake.arguments)
        #expect(result.code == .usage)
        #expect(result.errors.contains(mistake.message), "\(result.errors)")
        #expect(result.output.isEmpty)
    }
}
