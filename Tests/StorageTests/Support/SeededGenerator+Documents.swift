import AccessModel
import Compliance
import Directory

extension SeededGenerator {
    mutating func version() -> Version {
        let text = (0..<1 + below(4)).map { _ in String(below(1000)) }.joined(separator: ".")
        guard let version = Version(text) else { preconditionFailure("`\(text)` is a version") }
        return version
    }

    mutating func revision() -> PolicyRevision? {
        PolicyRevision("p-\(below(9))@\(below(1000)),q@1")
    }

    mutating func instance(_ id: AppInstanceID = "instance") -> AppInstance {
        let lifecycle = one(of: [.enrolled, .unenrolled(timestamp()), .wiped(timestamp())] as [AppInstance.Lifecycle])
        let failing = some(of: ProtectionCheck.allCases)
        return AppInstance(
            id: id, account: TestTenant.alice, client: ClientID(text()), platform: one(of: DevicePlatform.allCases),
            keyThumbprint: maybe("key of \(id)"), enrolledAt: timestamp(), device: maybe(DeviceID(text())),
            evidence: Evidence(one(of: EvidenceLevel.allCases), expires: maybe(timestamp())), isApproved: flag(),
            isBlocked: flag(), lifecycle: lifecycle, pendingWipe: flag(), posture: maybe(posture()),
            lastCheckIn: maybe(timestamp()), confirmedRevision: flag() ? revision() : nil,
            failingSince: Dictionary(uniqueKeysWithValues: failing.sorted().map { ($0, timestamp()) }),
            result: result())
    }

    mutating func posture() -> PostureReport {
        PostureReport(
            appliedRevision: flag() ? revision() : nil, appVersion: version(), osVersion: version(),
            platform: one(of: DevicePlatform.allCases), pinSet: maybe(flag()), rooted: maybe(flag()),
            reportedAt: timestamp())
    }

    mutating func result() -> ComplianceResult {
        ComplianceResult(
            status: one(of: ComplianceStatus.allCases), reasons: some(of: ReasonCode.allCases).sorted(by: before),
            warnings: some(of: ReasonCode.allCases).sorted(by: before), isManaged: flag(),
            evidence: one(of: EvidenceLevel.allCases), weakEvidence: flag(), earnsProtapp: flag(),
            evaluatedAt: timestamp(), reevaluateAt: maybe(timestamp()),
            pendingSteps: (0..<below(3)).map { _ in
                PendingStep(
                    check: text(), reason: one(of: ReasonCode.allCases), action: one(of: CheckAction.allCases),
                    due: maybe(timestamp()), began: timestamp(), isTolerated: flag(),
                    told: one(of: PendingStep.Notice.allCases))
            }, remindAt: maybe(timestamp()),
            checks: (0..<below(4)).map { _ in
                CheckTrace(
                    policy: AppProtectionPolicyID(text()), check: one(of: ProtectionCheck.allCases),
                    outcome: one(of: CheckOutcome.allCases), detail: text(atMost: 40))
            }, supportID: maybe(text()))
    }

    mutating func policy(_ id: AppProtectionPolicyID) throws -> AppProtectionPolicy {
        let configurable = ProtectionCheck.allCases.filter(\.isConfigurable)
        let responses = some(of: configurable).sorted().map {
            ($0, CheckResponse(action: one(of: CheckAction.allCases), grace: .seconds(below(365 * 86_400))))
        }
        let platforms = some(of: DevicePlatform.allCases).sorted { $0.rawValue < $1.rawValue }.map { ($0, version()) }
        let apps: ProtectedApps = flag() ? .all : .clients([ClientID(text()), "mail"])
        return try AppProtectionPolicy(
            id: id, displayName: text(alphabet: Array("ab é漢🔑\"\\")), revision: Int64(1 + below(1 << 40)),
            target: AssignmentTarget(include: members(all: true), exclude: members(all: false)), apps: apps,
            rules: ProtectionRules(
                minimumAppVersion: maybe(version()),
                minimumOSVersion: Dictionary(uniqueKeysWithValues: platforms), requiresPIN: flag(),
                blocksRooted: flag(), checkInInterval: .seconds(60 + below(80 * 86_400)),
                minimumEvidence: one(of: EvidenceLevel.allCases), revisionGrace: .seconds(below(90 * 86_400)),
                responses: Dictionary(uniqueKeysWithValues: responses)))
    }

    private mutating func members(all: Bool) -> AssignmentTarget.Members {
        .init(
            all: all, guests: flag() ? [.everyGuest] : [], accounts: some(of: [TestTenant.alice, TestTenant.bob]),
            groups: some(of: ["g", "h"]), roles: some(of: ["r"]))
    }

    mutating func exemption(_ id: String) throws -> Exemption {
        let granted = timestamp()
        let scope: Exemption.Scope = one(of: [.account(TestTenant.alice), .device("d"), .instance("i")])
        return try Exemption(
            id: id, scope: scope, check: one(of: ProtectionCheck.allCases.filter(\.isConfigurable)), reason: text(),
            approver: text(), grantedAt: granted, ends: granted + .milliseconds(1 + below(1 << 30)))
    }

    /// Always the same identifiers, so that one document replaces the last.
    mutating func directory() -> DirectoryContents {
        let clients = ["c1", "c2", "c3"].map { id in
            ClientApp(
                id: ClientID(id), name: text(), kind: one(of: [.native, .web, .daemon]),
                redirectURIs: (0..<below(3)).map { _ in text() }, instanceProof: one(of: [.key, .enrollmentId]),
                authentication: ClientAuthentication(
                    secretHashes: (0..<below(3)).map { _ in (0..<32).map { _ in UInt8(below(256)) } },
                    jwkSet: maybe(#"{"keys":[]}"#), certificates: (0..<below(3)).map { _ in text() }),
                permissions: (0..<below(3)).map {
                    ClientPermission(resource: ApplicationID("r\($0)"), scopes: some(of: ["Mail.Read", "b"]))
                })
        }
        let resources = ["r1", "r2"].map { id in
            ResourceApp(
                id: ApplicationID(id), identifier: text(), alternativeIdentifiers: (0..<below(3)).map { _ in text() },
                name: text(), scopes: some(of: ["Mail.Read", "b"]), wantsClientCapabilities: flag(),
                tokenLifetime: one(of: TokenLifetimeClass.allCases), introspectionClients: some(of: ["c1", "c2"]))
        }
        return DirectoryContents(
            resources: resources, clients: clients,
            authorities: [.init(name: "authority", certificate: text(atMost: 60), clients: some(of: ["c1", "c2"]))])
    }

    private func before(_ left: ReasonCode, _ right: ReasonCode) -> Bool { left.rawValue < right.rawValue }
}
