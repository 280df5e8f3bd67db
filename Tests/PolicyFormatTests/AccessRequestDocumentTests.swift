import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

@Suite struct AccessRequestDocumentTests {
    /// Everything that a request of an account can say.
    static let account = AccessRequest(
        subject: .account(
            AccountMembership(
                account: AccountID("a"), groups: [GroupID("g")], roles: [RoleID("r")],
                guest: GuestIdentity(.serviceProvider, homeTenant: TenantID("t")))),
        resource: .userAction("urn:user:registerdevice"),
        context: AccessContext(
            clientAppType: .browser, platform: .macOS, ipAddress: IPAddress("2001:db8::1"), country: "DE",
            signInRisk: .high, userRisk: RiskLevel.none, servicePrincipalRisk: .hidden, insiderRisk: .minor,
            transferMethod: .deviceCodeFlow, device: device,
            authentication: AuthenticationFacts(
                methods: [.password, .fido2], fido2AAGUID: "aa", x509IssuerSKI: "0a", x509PolicyOIDs: ["1.2"],
                secondsSinceSignIn: 5, secondsSinceSecondFactor: 4, isTokenBound: true)),
        controls: ControlFacts(
            mfa: .met, compliantApplication: .undetermined(.sourceFailed),
            passwordChange: .unmet(.passwordChangeRequired, satisfiable: false)),
        purpose: .becomeCompliant)

    static var device: DeviceInfo {
        var device = DeviceInfo()
        device.deviceID = "d"
        device.displayName = "name"
        device.deviceOwnership = "Company"
        device.enrollmentProfileName = "profile"
        device.extensionAttributes = [1: "one", 15: "fifteen"]
        device.isCompliant = false
        device.isManaged = true
        device.manufacturer = "maker"
        device.mdmAppID = "mdm"
        device.model = "model"
        device.operatingSystem = "iOS"
        device.operatingSystemVersion = "26.0"
        device.physicalIDs = ["[ZTDID]:1"]
        device.profileType = "RegisteredDevice"
        device.systemLabels = ["MultiUser"]
        device.trustType = "Workplace"
        return device
    }

    @Test func `reads everything that a request can say`() throws {
        let text = #"""
            {"subject": {"account": "a", "groups": ["g"], "roles": ["r"],
               "guest": {"type": "serviceProvider", "tenant": "t"}},
             "resource": {"userAction": "urn:user:registerdevice"},
             "context": {"clientAppType": "browser", "platform": "macOS", "ipAddress": "2001:db8::1", "country": "DE",
               "signInRiskLevel": "high", "userRiskLevel": "none", "servicePrincipalRiskLevel": "hidden",
               "insiderRiskLevel": "minor", "transferMethod": "deviceCodeFlow",
               "device": {"deviceId": "d", "displayName": "name", "deviceOwnership": "Company",
                 "enrollmentProfileName": "profile", "extensionAttribute1": "one", "extensionAttribute15": "fifteen",
                 "isCompliant": false, "isManaged": true, "manufacturer": "maker", "mdmAppId": "mdm", "model": "model",
                 "operatingSystem": "iOS", "operatingSystemVersion": "26.0", "physicalIds": ["[ZTDID]:1"],
                 "profileType": "RegisteredDevice", "systemLabels": ["MultiUser"], "trustType": "Workplace"},
               "authenticationMethods": ["password", "fido2"], "fido2AAGUID": "aa", "x509IssuerSKI": "0A",
               "x509PolicyOIDs": ["1.2"], "secondsSinceSignIn": 5, "secondsSinceSecondFactor": 4, "isTokenBound": true},
             "controls": {"mfa": "met", "compliantDevice": "unmet",
               "compliantApplication": {"state": "undetermined", "reason": "source_failed"},
               "passwordChange": {"state": "unmet", "reason": "password_change_required", "satisfiable": false}},
             "purpose": "becomeCompliant"}
            """#
        #expect(try AccessRequest(jsonBytes: Array(text.utf8)) == Self.account)
    }

    @Test(arguments: [
        account,
        AccessRequest(
            subject: .servicePrincipal(ServicePrincipal(ClientID("c"), isOfThisTenant: false)),
            resource: .authenticationContext("c1")),
        AccessRequest(
            subject: .account(AccountMembership(account: AccountID("a"), guest: GuestIdentity(.internalGuest))),
            resource: .application(ApplicationID("r")), context: AccessContext(device: DeviceInfo())),
    ])
    func `what is written is read as the same request`(_ request: AccessRequest) throws {
        #expect(try AccessRequest(jsonBytes: request.jsonBytes()) == request)
    }

    @Test(arguments: [("true", GuestIdentity(.b2bCollaborationGuest)), ("false", nil)])
    func `a guest of no particular kind was invited`(_ text: String, _ guest: GuestIdentity?) throws {
        let text = #"{"subject": {"account": "a", "guest": \#(text)}, "resource": {"application": "r"}}"#
        let membership = AccountMembership(account: AccountID("a"), guest: guest)
        #expect(try AccessRequest(jsonBytes: Array(text.utf8)).subject == .account(membership))
    }

    @Test func `an identifier in capitals is the same identifier`() throws {
        let text =
            #"{"subject": {"account": "AAAAAAAA-0000-4000-8000-00000000000A"}, "resource": {"application": "r"}}"#
        let membership = AccountMembership(account: AccountID("aaaaaaaa-0000-4000-8000-00000000000a"))
        #expect(try AccessRequest(jsonBytes: Array(text.utf8)).subject == .account(membership))
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let text: String
        var testDescription: String { text }
    }

    @Test(arguments: [
        Bad(text: #"{"resource": {"application": "r"}}"#),
        Bad(text: #"{"subject": {"account": "a"}}"#),
        Bad(text: #"{"subject": {"account": "a", "client": "c"}, "resource": {"application": "r"}}"#),
        Bad(text: #"{"subject": {}, "resource": {"application": "r"}}"#),
        Bad(text: #"{"subject": {"account": "a"}, "resource": {"application": "r", "userAction": "u"}}"#),
        Bad(text: #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "contexts": {}}"#),
        Bad(
            text: #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "context": {"platform": "phone"}}"#),
        Bad(
            text: #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "context": {"ipAddress": "1.2.3"}}"#
        ),
        Bad(text: #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "controls": {"mfa": "yes"}}"#),
        Bad(
            text:
                #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "controls": {"mfa": {"state": "unmet"}}}"#
        ),
        Bad(text: #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "purpose": "play"}"#),
        Bad(text: #"{"subject": {"client": "c", "groups": ["g"]}, "resource": {"application": "r"}}"#),
        Bad(text: #"{"subject": {"account": "a", "isOfThisTenant": true}, "resource": {"application": "r"}}"#),
        Bad(text: #"{"subject": {"account": "a", "guest": {"type": "friend"}}, "resource": {"application": "r"}}"#),
        Bad(text: #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "context": {"country": "usa"}}"#),
        Bad(
            text:
                #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "context": {"secondsSinceSignIn": -1}}"#
        ),
        Bad(
            text:
                #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "context": {"authenticationMethods": ["pin"]}}"#
        ),
        Bad(
            text:
                #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "context": {"device": {"name": "x"}}}"#
        ),
    ])
    func `refuses a request with a mistake`(_ bad: Bad) {
        let error = #expect(throws: JSONError.self) { try AccessRequest(jsonBytes: Array(bad.text.utf8)) }
        #expect(error?.position != nil)
    }

    @Test func `a decision is written the same way every time`() throws {
        let decision = Decision(
            outcome: .requires(.mfa, .mfaRequired),
            unmet: [UnmetRequirement(policy: PolicyID("p"), control: .mfa, reason: .mfaRequired)],
            appliedPolicies: [PolicyID("p")], demandsAppProtection: true)
        let expected =
            #"{"allowed":false,"appliedPolicies":["p"],"control":"mfa","demandsAppProtection":true,"#
            + #""outcome":"requires","reason":"mfa_required","session":{},"#
            + #""unmet":[{"control":"mfa","policy":"p","reason":"mfa_required"}]}"#
        #expect(String(decoding: decision.jsonBytes(), as: UTF8.self) == expected)
    }
}
