import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

@Suite struct AccessRequestDocumentTests {
    @Test func `reads everything that a request can say`() throws {
        let text = #"""
            {"subject": {"account": "a", "groups": ["g"], "roles": ["r"], "isGuest": true},
             "resource": {"userAction": "urn:user:registerdevice"},
             "context": {"clientAppType": "browser", "platform": "macOS", "ipAddress": "2001:db8::1"},
             "controls": {"mfa": "met", "compliantDevice": "unmet",
               "compliantApplication": {"state": "undetermined", "reason": "source_failed"}},
             "purpose": "becomeCompliant"}
            """#
        let expected = AccessRequest(
            subject: .account(
                AccountMembership(
                    account: AccountID("a"), groups: [GroupID("g")], roles: [RoleID("r")], isGuest: true)),
            resource: .userAction("urn:user:registerdevice"),
            context: AccessContext(clientAppType: .browser, platform: .macOS, ipAddress: IPAddress("2001:db8::1")),
            controls: ControlFacts(mfa: .met, compliantApplication: .undetermined(.sourceFailed)),
            purpose: .becomeCompliant)
        #expect(try AccessRequest(jsonBytes: Array(text.utf8)) == expected)
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
        Bad(text: #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "context": {"platform": "ios"}}"#),
        Bad(
            text: #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "context": {"ipAddress": "1.2.3"}}"#
        ),
        Bad(text: #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "controls": {"mfa": "yes"}}"#),
        Bad(
            text:
                #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "controls": {"mfa": {"state": "unmet"}}}"#
        ),
        Bad(text: #"{"subject": {"account": "a"}, "resource": {"application": "r"}, "purpose": "play"}"#),
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
            + #""outcome":"requires","reason":"mfa_required","#
            + #""unmet":[{"control":"mfa","policy":"p","reason":"mfa_required"}]}"#
        #expect(String(decoding: decision.jsonBytes(), as: UTF8.self) == expected)
    }
}
