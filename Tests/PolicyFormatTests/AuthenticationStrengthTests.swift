import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

@Suite struct AuthenticationStrengthTests {
    private static let id = PolicySample.strength
    private static let key = "cb69481e-8ff7-4039-93ec-0a2729a154a8"
    private static let x509 = "#microsoft.graph.x509CertificateCombinationConfiguration"

    private static func strength(_ combinations: String, _ configurations: String = "[]") -> String {
        #"""
        {"id": "\#(id)", "displayName": "Own keys", "policyType": "custom", "requirementsSatisfied": "mfa",
         "allowedCombinations": \#(combinations), "combinationConfigurations": \#(configurations)}
        """#
    }

    private func read(_ text: String) throws -> AuthenticationStrengthDocument {
        let file = PolicySample.read(text)
        try #require(file.refusedCount == 0 && file.authenticationStrengths.count == 1, "\(file.diagnostics)")
        return file.authenticationStrengths[0]
    }

    @Test func `reads combinations and what restricts them`() throws {
        let document = try read(
            Self.strength(
                #"["fido2", "password, SMS", "x509CertificateMultiFactor"]"#,
                ##"""
                [{"@odata.type": "#microsoft.graph.fido2CombinationConfiguration", "id": "AAAAAAAA-0000-4000-8000-000000000001",
                  "appliesToCombinations": ["fido2"], "allowedAAGUIDs": ["\##(Self.key.uppercased())"]},
                 {"@odata.type": "#microsoft.graph.x509CertificateCombinationConfiguration",
                  "appliesToCombinations": ["x509CertificateMultiFactor"], "allowedIssuerSkis": ["0A1B"],
                  "allowedPolicyOIDs": ["1.2.3"]}]
                """##))
        #expect(
            document.strength.combinations == [
                .init([.fido2], restrictions: [.fido2(allowedAAGUIDs: [Self.key])]),
                .init([.password, .sms]),
                .init(
                    [.x509CertificateMultiFactor],
                    restrictions: [.x509(allowedIssuerSKIs: ["0a1b"], allowedPolicyOIDs: ["1.2.3"])]),
            ])
        #expect(document.diagnostics == [])
        #expect(document.document["allowedCombinations"] == ["fido2", "password,sms", "x509CertificateMultiFactor"])
        #expect(document.fileName == "strength-own-keys-55555555.json")
        let again = try read(String(decoding: document.canonicalBytes, as: UTF8.self))
        #expect(again.canonicalBytes == document.canonicalBytes)
        #expect(again.strength == document.strength)
    }

    struct Unsatisfiable: Sendable, CustomTestStringConvertible {
        let note: String
        let combinations: String
        let configurations: String
        let left: Int
        var testDescription: String { note }
    }

    @Test(arguments: [
        Unsatisfiable(
            note: "a method that is not known", combinations: #"["telepathy", "password,telepathy", "fido2"]"#,
            configurations: "[]", left: 1),
        Unsatisfiable(note: "a comma too much", combinations: #"["fido2,"]"#, configurations: "[]", left: 0),
        Unsatisfiable(
            note: "a restriction that is not known", combinations: #"["fido2", "windowsHelloForBusiness"]"#,
            configurations:
                ##"[{"@odata.type": "#microsoft.graph.moonConfiguration", "appliesToCombinations": ["fido2"]}]"##,
            left: 1),
        Unsatisfiable(
            note: "a restriction of nothing in particular that is not known",
            combinations: #"["fido2", "password,sms"]"#,
            configurations: ##"[{"@odata.type": "#microsoft.graph.moonConfiguration", "phase": 1}]"##, left: 0),
        Unsatisfiable(
            note: "a member of a restriction that is not known", combinations: #"["fido2", "password,sms"]"#,
            configurations: #"[{"allowedAAGUIDs": ["\#(key)"], "color": "red"}]"#, left: 1),
        Unsatisfiable(
            note: "a restriction of certificates to none in particular",
            combinations: #"["fido2", "x509CertificateMultiFactor", "x509CertificateSingleFactor,password"]"#,
            configurations: ##"[{"@odata.type": "\##(x509)", "allowedIssuerSkis": [], "allowedPolicyOIDs": null}]"##,
            left: 1),
        Unsatisfiable(
            note: "a restriction of some certificates to none in particular",
            combinations: #"["x509CertificateMultiFactor", "x509CertificateSingleFactor,password"]"#,
            configurations:
                ##"[{"@odata.type": "\##(x509)", "appliesToCombinations": ["x509CertificateMultiFactor"]}]"##, left: 1),
        Unsatisfiable(
            note: "a restriction of combinations that are not known", combinations: #"["fido2", "password,sms"]"#,
            configurations: #"[{"allowedAAGUIDs": ["\#(key)"], "appliesToCombinations": ["fido-2"]}]"#, left: 1),
    ])
    func `what is not known makes a strength stricter, never weaker`(_ sample: Unsatisfiable) throws {
        let document = try read(Self.strength(sample.combinations, sample.configurations))
        #expect(document.strength.combinations.count == sample.left)
        #expect(!document.diagnostics.isEmpty)
        #expect(document.diagnostics.allSatisfy { $0.severity == .warning && $0.position != nil })
    }

    @Test func `a restriction that is for no allowed combination is told of`() throws {
        let document = try read(
            Self.strength(
                #"["fido2"]"#,
                #"[{"allowedAAGUIDs": ["\#(Self.key)"], "appliesToCombinations": ["windowsHelloForBusiness"]}]"#))
        #expect(document.strength.combinations == [.init([.fido2])])
        #expect(document.diagnostics.map(\.severity) == [.warning])
        #expect(document.diagnostics.first?.message.contains("restricts nothing") == true)
    }

    @Test func `a certificate may be restricted by its issuer or by its policy alone`() throws {
        for (list, restriction) in [
            (
                #""allowedIssuerSkis": ["0A"]"#,
                AuthenticationStrength.Restriction.x509(allowedIssuerSKIs: ["0a"], allowedPolicyOIDs: [])
            ), (#""allowedPolicyOIDs": ["1.2"]"#, .x509(allowedIssuerSKIs: [], allowedPolicyOIDs: ["1.2"])),
        ] {
            let document = try read(Self.strength(#"["x509CertificateMultiFactor"]"#, "[{\(list)}]"))
            #expect(
                document.strength.combinations == [.init([.x509CertificateMultiFactor], restrictions: [restriction])])
            #expect(document.diagnostics == [])
        }
    }

    @Test func `a key that is no identifier allows nothing`() throws {
        let document = try read(Self.strength(#"["fido2"]"#, #"[{"allowedAAGUIDs": ["<key>"]}]"#))
        #expect(document.strength.combinations == [.init([.fido2], restrictions: [.fido2(allowedAAGUIDs: [])])])
        #expect(document.diagnostics.count == 2)
    }

    @Test(arguments: [
        #"{"displayName": 7, "allowedCombinations": ["fido2"]}"#,
        #"{"displayName": "s", "allowedCombinations": "fido2"}"#,
        #"{"displayName": "s", "allowedCombinations": [7]}"#,
        #"{"displayName": "s", "allowedCombinations": ["fido2"], "AllowedCombinations": ["password"]}"#,
        #"{"displayName": "s", "allowedCombinations": ["fido2"], "combinationConfigurations": [7]}"#,
        #"{"displayName": "s", "allowedCombinations": ["fido2"], "combinationConfigurations": [{"allowedAAGUIDs": "x"}]}"#,
    ])
    func `refuses a strength of the wrong type`(_ text: String) {
        let file = PolicySample.read(text)
        #expect(file.authenticationStrengths.isEmpty)
        #expect(file.refusedCount == 1)
        #expect(file.diagnostics.first?.position != nil)
    }

    // MARK: In policies

    private static func policy(_ strength: String) -> String {
        PolicySample.policy(grant: #""grantControls": {"operator": "OR", "authenticationStrength": \#(strength)}"#)
    }

    private func held(_ texts: [String]) -> [String] {
        var collection = PolicyCollection(texts.map { PolicySample.read($0) })
        collection.holdUnresolvedReferences()
        return collection.policies.flatMap { $0.policy.unenforceable.map { "\($0.kind.rawValue) \($0.path)" } }
    }

    @Test func `a policy refers to a strength that the set holds, or is held at import`() throws {
        let own = Self.policy(#"{"id": "\#(Self.id.uppercased())"}"#)
        let document = try #require(PolicySample.read(own).only)
        #expect(
            document.policy.grant
                == GrantRequirement(.any, [.authenticationStrength], strength: AuthenticationStrengthID(Self.id)))
        #expect(
            document.document["grantControls"]?["authenticationStrength"]
                == .object(JSONMembers([("id", .string(Self.id))])))
        #expect(held([own, Self.strength(#"["fido2"]"#)]) == [])
        #expect(held([own]) == ["unresolvedReference grantControls.authenticationStrength.id"])
        #expect(held([Self.policy(#"{"id": "00000000-0000-0000-0000-000000000002"}"#)]) == [])
    }

    @Test func `a strength that a policy has written out is taken over where no file has it`() throws {
        let policy = Self.policy(Self.strength(#"["fido2"]"#))
        var alone = PolicyCollection([PolicySample.read(policy)])
        alone.holdUnresolvedReferences()
        #expect(alone.policies.first?.isEnforceable == true)
        let adopted = try #require(alone.authenticationStrengths.first)
        #expect(adopted.strength.combinations == [.init([.fido2])])
        #expect(adopted.diagnostics.map(\.severity) == [.note])
        #expect(try alone.policySet().strengths == [adopted.strength])

        let file = PolicySample.read(Self.strength(#"["windowsHelloForBusiness"]"#), named: "own.json")
        let both = PolicyCollection([PolicySample.read(policy), file])
        #expect(both.authenticationStrengths.map(\.file) == ["own.json"])
        #expect(both.authenticationStrengths.map(\.diagnostics) == [[]])

        let builtIn = Self.policy(
            Self.strength(#"["password"]"#).replacing(Self.id, with: "00000000-0000-0000-0000-000000000004"))
        #expect(PolicyCollection([PolicySample.read(builtIn)]).authenticationStrengths.isEmpty)
        #expect(held([builtIn]) == [])
    }

    private static func policy(_ number: Int, _ strength: String) -> String {
        policy(strength).replacing(PolicySample.id, with: "11111111-2222-4333-8444-00000000000\(number)")
    }

    @Test func `a policy that has written out another strength under the same identifier is held`() throws {
        let texts = [#"["fido2"]"#, #"["fido2"]"#, #"["password,sms"]"#].enumerated().map {
            Self.policy($0.offset, Self.strength($0.element)).replacing("Sample", with: "Sample \($0.offset)")
        }
        var collection = PolicyCollection(texts.map { PolicySample.read($0) })
        #expect(collection.policies.map(\.isEnforceable) == [true, true, false])
        #expect(collection.authenticationStrengths.map(\.strength.combinations) == [[.init([.fido2])]])
        let reason = try #require(collection.policies.last?.policy.unenforceable.first)
        #expect(reason.kind == .contradiction)
        #expect(reason.part == .grant)
        #expect(reason.path == "grantControls.authenticationStrength")
        #expect(reason.detail.contains("`Sample 0`"))
        collection.holdUnresolvedReferences()
        #expect(collection.policies.flatMap(\.policy.unenforceable) == [reason])
        #expect(collection.policies.last?.diagnostics.filter { $0.severity == .held }.count == 1)
    }

    @Test func `a policy that has written out another strength than a file has is told of it`() throws {
        let file = PolicySample.read(Self.strength(#"["windowsHelloForBusiness"]"#), named: "own.json")
        let policies = [#"["fido2"]"#, #"["windowsHelloForBusiness"]"#].enumerated().map {
            PolicySample.read(Self.policy($0.offset, Self.strength($0.element)))
        }
        var collection = PolicyCollection(policies + [file])
        collection.holdUnresolvedReferences()
        #expect(collection.policies.map(\.isEnforceable) == [true, true])
        #expect(collection.policies.map { $0.diagnostics.map(\.severity) } == [[.warning], []])
        #expect(collection.policies.first?.diagnostics.first?.message.contains("`own.json`") == true)
    }

    @Test func `a strength that is written out and cannot be read holds its policy`() throws {
        let texts = [#"["fido2"]"#, #"[7]"#].enumerated().map { Self.policy($0.offset, Self.strength($0.element)) }
        let collection = PolicyCollection(texts.map { PolicySample.read($0) })
        #expect(collection.policies.map { $0.policy.unenforceable.map(\.kind) } == [[], [.invalidValue]])
        #expect(collection.policies.last?.policy.unenforceable.first?.detail.contains("expected a string") == true)
        let file = PolicySample.read(Self.strength(#"["windowsHelloForBusiness"]"#), named: "own.json")
        let both = PolicyCollection([PolicySample.read(texts[1]), file])
        #expect(both.policies.map(\.isEnforceable) == [true])
        #expect(both.policies.map { $0.diagnostics.map(\.severity) } == [[.warning]])
    }

    @Test func `a policy is not the same when the strength that it has written out is another`() {
        let texts = [#"["fido2"]"#, #"["fido2"]"#, #"["sms"]"#, "[7]"].map { Self.policy(Self.strength($0)) }
        let collection = PolicyCollection(texts.map { PolicySample.read($0) })
        #expect(collection.policies.count == 1)
        #expect(collection.refusedCount == 2)
        let bare = PolicySample.read(Self.policy(#"{"id": "\#(Self.id)"}"#))
        #expect(PolicyCollection([PolicySample.read(texts[0]), bare]).refusedCount == 0)
    }

    @Test func `two strengths with one identifier are not both read`() {
        let texts = [#"["fido2"]"#, #"["fido2"]"#, #"["sms"]"#].map { Self.strength($0) }
        let collection = PolicyCollection(texts.map { PolicySample.read($0) })
        #expect(collection.authenticationStrengths.count == 1)
        #expect(collection.refusedCount == 1)
    }
}
