import AccessModel
public import AccessPolicy
public import JSONCoding

extension SignInReport: JSONWritable {
    /// Writes the report as an object; the same report gives the same bytes.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("appliedConditionalAccessPolicies", policies)
            object.member("conditionalAccessStatus", status.rawValue)
            object.member("summary", summary)
        }
    }
}

extension AppliedPolicy: JSONWritable {
    /// Writes the policy's part as an object, its conditions as the sum of their bits and by name.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("conditionsNotSatisfied", conditionsNotSatisfied.map(\.name))
            object.member("conditionsNotSatisfiedFlags", conditionsNotSatisfied.reduce(0) { $0 | $1.rawValue })
            object.member("conditionsSatisfied", conditionsSatisfied.map(\.name))
            object.member("conditionsSatisfiedFlags", conditionsSatisfied.reduce(0) { $0 | $1.rawValue })
            object.member("displayName", displayName)
            object.member("enforcedGrantControls", enforcedGrantControls)
            object.member("enforcedSessionControls", enforcedSessionControls)
            object.member("excludeRulesSatisfied", excludeRulesSatisfied)
            object.member("id", policy.rawValue)
            object.member("includeRulesSatisfied", includeRulesSatisfied)
            object.member("result", result.rawValue)
        }
    }
}

extension AppliedPolicy.Rule: JSONWritable {
    /// Writes the rule as an object.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("conditionalAccessCondition", condition.name)
            object.member("ruleSatisfied", rule)
        }
    }
}
