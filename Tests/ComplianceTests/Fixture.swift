import AccessModel
import Compliance
import Testing

enum Fixture {
    static let start = Timestamp(seconds: 1_800_000_000)
    static let account = AccountID("11111111-1111-4111-8111-111111111111")
    static let client = ClientID("mail")
    static let device = DeviceID("d1")

    static func policy(
        id: String = "work", revision: Int64 = 1, rules: ProtectionRules = ProtectionRules()
    ) throws -> AppProtectionPolicy {
        try AppProtectionPolicy(
            id: AppProtectionPolicyID(id), displayName: "Policy \(id)", revision: revision,
            target: AssignmentTarget(include: .init(all: true)), rules: rules)
    }

    /// Every rule there is, each of them blocking at once.
    static func strictRules(_ responses: [ProtectionCheck: CheckResponse] = [:]) throws -> ProtectionRules {
        ProtectionRules(
            minimumAppVersion: try version("2.0"), minimumOSVersion: [.iOS: try version("18")], requiresPIN: true,
            blocksRooted: true, checkInInterval: .seconds(86_400), revisionGrace: .seconds(3600),
            responses: responses)
    }

    static func facts(
        _ policies: [AppProtectionPolicy], demanded: Bool = true, declared: Bool? = true, enabled: Bool = true,
        sources: SourceState = .available, exemptions: [Exemption] = []
    ) -> ComplianceFacts {
        ComplianceFacts(
            policies: policies, isProtectionDemanded: demanded, declaredCapability: declared,
            isAccountEnabled: enabled, sources: sources, exemptions: exemptions)
    }

    static func strictFacts(_ responses: [ProtectionCheck: CheckResponse] = [:]) throws -> ComplianceFacts {
        facts([try policy(rules: strictRules(responses))])
    }

    static func version(_ text: String) throws -> Version {
        try #require(Version(text))
    }

    /// A report that satisfies the strict rules, made at an instant, for the policies of the facts.
    static func report(
        _ facts: ComplianceFacts, at time: Timestamp, _ change: (inout PostureReport) throws -> Void = { _ in }
    ) throws -> PostureReport {
        var report = PostureReport(
            appliedRevision: facts.revisionInForce, appVersion: try version("2.4.1"), osVersion: try version("18.2"),
            platform: .iOS, pinSet: true, rooted: false, reportedAt: time)
        try change(&report)
        return report
    }

    static func request(
        id: String = "i1", key: String? = "key-1", device: DeviceID? = device,
        evidence: Evidence = Evidence(.managedSecret)
    ) -> EnrolmentRequest {
        EnrolmentRequest(
            id: AppInstanceID(id), account: account, client: client, platform: .iOS, device: device,
            keyThumbprint: key, evidence: evidence)
    }

    static func enrolled(
        _ facts: ComplianceFacts, evidence: Evidence = Evidence(.managedSecret), at time: Timestamp = start
    ) throws -> AppInstance {
        let outcome = AppInstance.enrol(request(evidence: evidence), earlier: [], facts: facts, at: time)
        return try #require(outcome.transition).instance
    }

    /// An instance that has just reported a posture.
    static func reported(
        _ facts: ComplianceFacts, evidence: Evidence = Evidence(.managedSecret), at time: Timestamp = start,
        _ change: (inout PostureReport) throws -> Void = { _ in }
    ) throws -> AppInstance {
        let instance = try enrolled(facts, evidence: evidence, at: time)
        let outcome = instance.reportPosture(try report(facts, at: time, change), facts: facts, at: time)
        return try #require(outcome.transition).instance
    }
}

/// A small generator with a fixed seed (SplitMix64), so that a failing sequence can be played again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
