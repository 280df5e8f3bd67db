import AccessModel
import Compliance
import ComplianceGateway
import JSONCoding
import Testing

@Suite struct ProtectionDocumentTests {
    static let group = "0F6A2C5E-93B1-4D57-8D1E-2B7A60C4F001"
    static let dates = #""grantedAt": "2026-01-01T00:00:00Z", "ends": "2027-01-01T00:00:00Z""#

    private static func read(_ text: String) throws -> ProtectionDocument {
        try ProtectionDocument.read(JSONElement(JSONValue.parse(text)))
    }

    static func policy(include: String = #""all": true"#, exclude: String = "", more: String = "") -> String {
        #"""
        {"id": "p", "displayName": "P", "target": {"include": {\#(include)}, "exclude": {\#(exclude)}},
         "rules": {\#(more)}}
        """#
    }

    static func exemption(_ scope: String) -> String {
        #"{"id": "e", \#(scope), "check": "pin", "reason": "r", "approver": "a", \#(dates)}"#
    }

    @Test func `reads policies and exemptions, identifiers in lower case`() throws {
        let document = try Self.read(
            #"""
            {"policies": [\#(Self.policy(include: #""groups": ["\#(Self.group)"]"#))],
             "exemptions": [\#(Self.exemption(#""account": "\#(Self.group)""#))]}
            """#)
        #expect(document.policies.first?.references == [.group(GroupID(Self.group.lowercased()))])
        #expect(document.exemptions.first?.references == [.account(AccountID(Self.group.lowercased()))])
        #expect(try Self.read(#"{"policies": []}"#).exemptions.isEmpty)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let text: String
        let faults: [String]
        var testDescription: String { faults.joined(separator: "; ") }
    }

    @Test(arguments: [
        Fault(
            text: #"{"policies": [\#(policy(include: #""groups": ["Staff"]"#))]}"#,
            faults: ["`/policies/0/target/include/groups/0`: must be a group's GUID, not its name"]),
        Fault(
            text: #"{"policies": [\#(policy(exclude: #""accounts": ["a@b.example"], "roles": ["Admin"]"#))]}"#,
            faults: [
                "`/policies/0/target/exclude/accounts/0`: must be an account's GUID, not its user principal name",
                "`/policies/0/target/exclude/roles/0`: must be a role's template GUID, not its name",
            ]),
        Fault(
            text: #"{"policies": [], "exemptions": [\#(exemption(#""account": "a@b.example""#))]}"#,
            faults: ["`/exemptions/0/account`: must be an account's GUID, not its user principal name"]),
        Fault(
            text: #"{"policies": [], "exemptions": [\#(exemption(#""device": "d", "instance": "i""#))]}"#,
            faults: ["`/exemptions/0`: exactly one of `account`, `device` and `instance` must be given"]),
        Fault(
            text: #"{"policies": [\#(policy(more: #""minimumEvidence": "strong""#))]}"#,
            faults: [
                "`/policies/0/rules/minimumEvidence`: is not an evidence level; one of `selfReported`, `managedSecret`, `attested`"
            ]),
        Fault(
            text: #"{"policies": [\#(policy(include: #""groups": ["Staff"]"#)), {"id": "q"}], "policy": []}"#,
            faults: [
                "`/policies/0/target/include/groups/0`: must be a group's GUID, not its name",
                "`/policies/1/displayName`: required but missing",
                "`/policy`: unknown member; the members are `policies`, `exemptions`, `devices`, `exemptionsNeedApproval`, `remindAheadSeconds`",
            ]),
        Fault(text: "{}", faults: ["`/policies`: required but missing"]),
    ])
    func `lists every fault with its path`(_ fault: Fault) throws {
        let error = #expect(throws: ProtectionDocumentError.self) { try Self.read(fault.text) }
        #expect(error?.faults.map(\.description) == fault.faults)
    }

    @Test func `an app that is no client's GUID is a fault`() throws {
        let text = #"""
            {"policies": [{"id": "p", "displayName": "P", "target": {"include": {"all": true}}, "rules": {},
              "apps": ["Outlook"]}]}
            """#
        let error = #expect(throws: ProtectionDocumentError.self) { try Self.read(text) }
        #expect(error?.faults.map(\.description) == ["`/policies/0/apps/0`: must be a client's GUID"])
    }
}
