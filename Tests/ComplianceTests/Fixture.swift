import AccessModel
import Compliance

enum Fixture {
    static func policy(
        id: String = "work", revision: Int64 = 1, rules: ProtectionRules = ProtectionRules()
    ) throws -> AppProtectionPolicy {
        try AppProtectionPolicy(
            id: AppProtectionPolicyID(id), displayName: "Policy \(id)", revision: revision,
            target: AssignmentTarget(include: .init(all: true)), rules: rules)
    }
}
