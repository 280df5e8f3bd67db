import AccessModel
import Authentication
import AuthorizationServer
import Compliance
import ComplianceGateway
import Cryptography
import Directory
import JOSE
import JSONCoding
import Testing

@Suite struct AdministrationTests {
    /// Each act with the kind of its entry, in an order in which each is possible.
    static let acts: [(InstanceAct, String)] = [
        (.approve, "instanceApproved"), (.revokeApproval, "instanceApprovalRevoked"), (.block, "instanceBlocked"),
        (.unblock, "instanceUnblocked"), (.unenrol, "instanceUnenrolled"), (.wipe, "instanceWiped"),
    ]

    @Test func `every act on an instance is journalled with actor and reason`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            for (act, kind) in Self.acts {
                let before = try await world.head().sequence
                try await world.act(act, on: enrolled.instance)
                let entries = try await world.journal(after: before)
                let entry = try #require(entries.first { $0.kind == kind })
                #expect(entry.actor == "root" && entry.instance == enrolled.instance.rawValue)
                #expect(entry.account == World.alice.rawValue)
                #expect(entry.details["reason"]?.stringValue == "because")
                // What follows from the act is the actor's too.
                #expect(entries.allSatisfy { $0.actor == "root" })
            }
        }
    }

    @Test func `an act on an unknown instance or in a state that does not allow it changes nothing`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.enrolled(TestApp(), identity: world.identities.issue())
            try await world.act(.wipe, on: enrolled.instance)
            let before = try await world.head()
            for act in [InstanceAct.approve, .revokeApproval, .block, .unblock, .wipe, .unenrol] {
                let outcome = try await world.administration.act(
                    act, on: enrolled.instance, in: World.tenant, reason: "because", directory: world.directory)
                guard case .refused(.wiped) = outcome else {
                    Issue.record("\(act): \(outcome)")
                    continue
                }
            }
            let unknown = try await world.administration.act(
                .block, on: "unknown", in: World.tenant, reason: "because", directory: world.directory)
            guard case .unknownInstance = unknown else {
                Issue.record("\(unknown)")
                return
            }
            #expect(try await world.head() == before)
        }
    }

    @Test func `a block takes tokens at once and gives them back when it ends`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let mail = try await world.signIn(enrolled.app, scope: World.mailScope).issued()
            try await world.act(.block, on: enrolled.instance)
            #expect(try await world.isActive(mail) == false)
            #expect(try await world.refresh(mail, by: enrolled.app).refusal?.reason == .instanceBlocked)
            try await world.act(.unblock, on: enrolled.instance)
            #expect(try await world.isActive(mail) == false)
            #expect(try await world.isActive(world.refresh(mail, by: enrolled.app).issued()))
        }
    }

    @Test func `a wipe ends the tokens that a grant gave out before it was bound`() async throws {
        try await World.run { world async throws in
            #expect(
                try await world.administration.publishPolicies(World.policies(state: "disabled"), to: world.head())
                    .isPublished)
            let app = try TestApp()
            let first = try await world.signIn(app, scope: world.complianceScope).issued()
            let mail = try await world.refresh(first, by: app, scope: World.mailScope).issued()
            #expect(mail.instance == nil && mail.grant == first.grant)
            let report = try await world.enrol(app, with: first, identity: world.identities.issue()).report()
            #expect(try await world.isActive(mail))
            try await world.act(.wipe, on: #require(report.instance))
            #expect(try await world.isActive(mail) == false)
        }
    }

    // MARK: Accounts

    @Test func `accounts are enabled and disabled with actor and reason`() async throws {
        try await World.run { world async throws in
            let before = try await world.head().sequence
            let administration = world.administration
            #expect(try await administration.setEnabled(false, World.bob, in: World.tenant, reason: "left").isDone)
            #expect(try await administration.setEnabled(true, World.bob, in: World.tenant, reason: "back").isDone)
            #expect(try await administration.setEnabled(true, "nobody", in: World.tenant, reason: "x").isDone == false)
            let entries = try await world.journal(after: before)
            #expect(entries.map(\.kind) == ["accountDisabled", "accountEnabled"])
            #expect(entries.map { $0.details["reason"]?.stringValue } == ["left", "back"])
            #expect(entries.allSatisfy { $0.actor == "root" && $0.account == World.bob.rawValue })
        }
    }

    @Test func `a new password signs in, and signs everybody else out`() async throws {
        try await World.run { world async throws in
            let name = try #require(UserPrincipalName("alice@contoso.example"))
            let signIn = SignIn(world.environment)
            func reply(_ password: String) async throws -> SignInReply {
                try await signIn.signIn(
                    name, password: SecretBytes(Array(password.utf8)), tenant: World.tenant,
                    circumstances: world.circumstances(world.urls.authorize))
            }
            func set(_ password: String) async throws {
                #expect(
                    try await world.administration.setPassword(
                        SecretBytes(Array(password.utf8)), of: World.alice, in: World.tenant))
            }
            try await set("first password")
            guard case .signedIn(_, _, let secret) = try await reply("first password") else {
                Issue.record("not signed in")
                return
            }
            #expect(try await signIn.session(secret, tenant: World.tenant) != nil)
            try await set("second password")
            #expect(try await signIn.session(secret, tenant: World.tenant) == nil)
            guard case .refused = try await reply("first password"), case .signedIn = try await reply("second password")
            else {
                Issue.record("the old password still opens")
                return
            }
            // The hash is in no entry, and the actor is in one.
            let entries = try await world.journal(after: 0).filter { $0.kind == "passwordSet" }
            #expect(entries.map(\.actor) == ["root", "root"])
            #expect(entries.allSatisfy { $0.details.objectValue?.names.isEmpty == true })
            #expect(
                try await world.administration.setPassword(SecretBytes([1]), of: "nobody", in: World.tenant) == false)
        }
    }

    // MARK: Publications

    @Test func `a changed policy gets a higher revision, one that stands keeps its own`() async throws {
        try await World.run { world async throws in
            func publish(_ policies: [AppProtectionPolicy]) async throws -> [String]? {
                try await world.administration.publishProtection(policies, exemptions: [], to: world.head())?
                    .map { "\($0.id)@\($0.revision)" }
            }
            let baseline = try World.protection()
            #expect(try await publish([baseline, World.protection("extra")]) == ["baseline@1", "extra@2"])
            // The revision that a document names is nobody's business.
            #expect(
                try await publish([World.protection(revision: 99), World.protection("extra")])
                    == ["baseline@1", "extra@2"])
            #expect(
                try await publish([World.protection(requiresPIN: false), World.protection("extra")])
                    == ["baseline@4", "extra@2"])
            // A policy that was withdrawn never comes back at a revision that was applied.
            #expect(try await publish([baseline]) == ["baseline@5"])
            #expect(
                try await publish([baseline, World.protection("extra", requiresPIN: false)])
                    == ["baseline@5", "extra@6"])
        }
    }

    @Test func `who published meanwhile is not overwritten`() async throws {
        try await World.run { world async throws in
            let old = try await world.head()
            let administration = world.administration
            #expect(try await administration.publishProtection([], exemptions: [], to: old) == [])
            #expect(try await administration.publishProtection([World.protection()], exemptions: [], to: old) == nil)
            #expect(try await administration.publishPolicies(World.policies(), to: old).isPublished)
            #expect(try await administration.publishPolicies(World.policies(), to: old).isPublished == false)
        }
    }

    @Test func `nothing is published that could not be opened`() async throws {
        try await World.run { world async throws in
            let before = try await world.head()
            let administration = world.administration
            for text in ["", "[]x", "[{}]", "null"] {
                await #expect(throws: UnusableContents.self) {
                    try await administration.publishPolicies(Array(text.utf8), to: before)
                }
            }
            let policy = try World.protection()
            await #expect(throws: UnusableContents.self) {
                try await administration.publishProtection([policy, policy], exemptions: [], to: before)
            }
            let exemption = try Exemption(
                id: "e", scope: .account(World.bob), check: .pin, reason: "r", approver: "a", grantedAt: world.now,
                ends: world.now + .milliseconds(1))
            await #expect(throws: UnusableContents.self) {
                try await administration.publishProtection([], exemptions: [exemption, exemption], to: before)
            }
            var contents = try World.contents(world.identities)
            contents.authorities[0].certificate = "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n"
            await #expect(throws: UnusableContents.self) {
                try await administration.apply(contents, to: World.tenant)
            }
            contents = try World.contents(world.identities)
            contents.clients[0].authentication.certificates = ["no certificate"]
            await #expect(throws: UnusableContents.self) {
                try await administration.apply(contents, to: World.tenant)
            }
            #expect(try await world.head() == before)
            // One that ends within the second in which it began is stored and read back.
            #expect(try await administration.publishProtection([], exemptions: [exemption], to: before) == [])
            let record = try await world.environment.store.configuration(of: World.tenant)
            #expect(record?.exemptions == [exemption])
        }
    }

    @Test func `publications are journalled with actor, revision and content`() async throws {
        try await World.run { world async throws in
            let entries = try await world.journal(after: 0)
            #expect(
                entries.map(\.kind)
                    == ["tenantCreated", "directoryApplied", "policySetPublished", "protectionPoliciesPublished"])
            #expect(entries.allSatisfy { $0.actor == "root" })
            #expect(entries[2].details["revision"] == .integer(1))
            let hash = Hexadecimal.encode(Digest.sha256(World.policies()))
            #expect(entries[2].details["contentHash"]?.stringValue == hash)
            #expect(entries[3].details["policies"]?.arrayValue?.compactMap(\.stringValue) == ["baseline@1"])
        }
    }

    @Test func `a tenant is made once`() async throws {
        try await World.run { world async throws in
            let administration = world.administration
            let other = TenantID("11111111-0000-4000-8000-000000000002")
            #expect(try await administration.createTenant(other, alias: "contoso", name: "X") == false)
            #expect(try await administration.createTenant(World.tenant, alias: "fabrikam", name: "X") == false)
            #expect(try await administration.createTenant(other, alias: "fabrikam", name: "X"))
            let head = try #require(try await world.directory.find("fabrikam"))
            let configuration = try await world.directory.configuration(at: head)
            #expect(configuration.keys.published.keys.count == 1)
            let own = try await world.directory.configuration(at: world.head())
            #expect(own.keys.published != configuration.keys.published)
        }
    }
}
