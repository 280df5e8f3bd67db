public import AccessPolicy

/// Why a policy does not apply, in the words and numbers of What If (`analysisReasons` of Microsoft Graph).
public struct AnalysisReasons: OptionSet, Sendable, Hashable {
    /// The flags.
    public var rawValue: Int

    /// Takes flags as they are.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The policy applies.
    public static let notSet: AnalysisReasons = []
    /// A signal is missing that the reason beside it depends on.
    public static let notEnoughInformation = AnalysisReasons(rawValue: 1)
    /// A condition of the policy cannot be evaluated.
    public static let invalidCondition = AnalysisReasons(rawValue: 2)
    /// The user is not among those that the policy is for.
    public static let users = AnalysisReasons(rawValue: 4)
    /// The service principal, or its risk, is not one that the policy is for.
    public static let workloadIdentities = AnalysisReasons(rawValue: 8)
    /// The policy is not about the application.
    public static let application = AnalysisReasons(rawValue: 16)
    /// The policy is not about the user action.
    public static let userActions = AnalysisReasons(rawValue: 32)
    /// The policy is not about the authentication context.
    public static let authenticationContext = AnalysisReasons(rawValue: 64)
    /// The policy is not for the platform.
    public static let devicePlatform = AnalysisReasons(rawValue: 128)
    /// The filter for devices leaves the device out.
    public static let devices = AnalysisReasons(rawValue: 256)
    /// The policy is not for the kind of client.
    public static let clientApps = AnalysisReasons(rawValue: 512)
    /// The policy is not for the place.
    public static let location = AnalysisReasons(rawValue: 1024)
    /// The risk of the sign-in is none that the policy is for.
    public static let signInRisk = AnalysisReasons(rawValue: 2048)
    /// The policy says nothing that could be demanded, or of nobody.
    public static let emptyPolicy = AnalysisReasons(rawValue: 4096)
    /// What the policy demands cannot be enforced.
    public static let invalidPolicy = AnalysisReasons(rawValue: 8192)
    /// The policy is disabled.
    public static let policyNotEnabled = AnalysisReasons(rawValue: 16384)
    /// The risk of the user is none that the policy is for.
    public static let userRisk = AnalysisReasons(rawValue: 32768)
    /// The policy depends on the time of day, which is not evaluated.
    public static let time = AnalysisReasons(rawValue: 65536)
    /// The insider risk is none that the policy is for.
    public static let insiderRisk = AnalysisReasons(rawValue: 131_072)
    /// The way in which the sign-in is carried over is none that the policy is for.
    public static let authenticationFlow = AnalysisReasons(rawValue: 262_144)

    /// The flags that have a name, in the order of their numbers.
    private static let named: [(reason: AnalysisReasons, name: String)] = [
        (.notEnoughInformation, "notEnoughInformation"), (.invalidCondition, "invalidCondition"), (.users, "users"),
        (.workloadIdentities, "workloadIdentities"), (.application, "application"), (.userActions, "userActions"),
        (.authenticationContext, "authenticationContext"), (.devicePlatform, "devicePlatform"), (.devices, "devices"),
        (.clientApps, "clientApps"), (.location, "location"), (.signInRisk, "signInRisk"),
        (.emptyPolicy, "emptyPolicy"), (.invalidPolicy, "invalidPolicy"), (.policyNotEnabled, "policyNotEnabled"),
        (.userRisk, "userRisk"), (.time, "time"), (.insiderRisk, "insiderRisk"),
        (.authenticationFlow, "authenticationFlow"),
    ]

    /// The flags as Graph writes them: names joined by commas, or `notSet`.
    public var text: String {
        isEmpty ? "notSet" : Self.named.filter { contains($0.reason) }.map(\.name).joined(separator: ",")
    }
}

extension AnalysisReasons {
    /// The reasons of a policy's part in a decision: the first condition that is not satisfied, or what keeps the policy
    /// from being enforced.
    public init(_ trace: PolicyTrace) {
        switch trace.applicability {
        case .notEvaluated: self = .policyNotEnabled
        case .doesNotApply(let condition):
            self = Self.reason(condition)
            if trace.unknownConditions.contains(condition) { insert(.notEnoughInformation) }
        case .applies: self = trace.unenforceable.reduce(into: .notSet) { $0.formUnion(Self.reason($1)) }
        case .cannotBeKnown:
            self = trace.unenforceable.reduce(into: .notSet) { $0.formUnion(Self.reason($1)) }
            guard isEmpty else { return }
            // Something that the policy refers to is missing: a condition's, or else what it demands.
            self = trace.unknownConditions.isEmpty ? .invalidPolicy : .invalidCondition
        }
    }

    private static func reason(_ hindrance: UnenforceableReason) -> AnalysisReasons {
        if hindrance.kind == .incomplete { return .emptyPolicy }
        return switch hindrance.part {
        case .condition(.time): .time
        case .condition: .invalidCondition
        case .grant, .session: .invalidPolicy
        }
    }

    private static func reason(_ condition: PolicyCondition) -> AnalysisReasons {
        switch condition {
        case .users: .users
        case .workloadIdentities, .servicePrincipalRisk: .workloadIdentities
        case .application: .application
        case .userActions: .userActions
        case .authenticationContext: .authenticationContext
        case .devicePlatform: .devicePlatform
        case .devices: .devices
        case .clientApps: .clientApps
        case .location: .location
        case .signInRisk: .signInRisk
        case .userRisk: .userRisk
        case .insiderRisk: .insiderRisk
        case .authenticationFlow: .authenticationFlow
        case .time: .time
        case .other: .invalidCondition
        }
    }
}
