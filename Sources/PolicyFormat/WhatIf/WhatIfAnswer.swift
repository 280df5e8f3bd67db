import AccessModel
public import AccessPolicy
public import JSONCoding

/// The answer to a What If in the shape of Microsoft Graph's `evaluate` action: every policy, whole, with whether it
/// applies and why not.
///
/// Of several requests a policy applies if it applies to one of them; otherwise the first one says why not.
public struct WhatIfAnswer: Sendable {
    /// A policy and what is said of it.
    private struct Row {
        let document: JSONMembers
        let reasons: AnalysisReasons
    }

    private let rows: [Row]

    /// Makes the answer.
    ///
    /// - Parameters:
    ///   - traces: what every policy had to do with each request.
    ///   - documents: the policies as they were read.
    ///   - appliedOnly: whether policies that do not apply are left out.
    public init(_ traces: [DecisionTrace], _ documents: [PolicyDocument], appliedPoliciesOnly appliedOnly: Bool) {
        var reasons: [PolicyID: AnalysisReasons] = [:]
        for policy in traces.flatMap(\.policies) {
            guard reasons[policy.policy] != .notSet else { continue }
            let found = AnalysisReasons(policy)
            if found == .notSet || reasons[policy.policy] == nil { reasons[policy.policy] = found }
        }
        rows = documents.sorted { $0.policy.id < $1.policy.id }.compactMap { document in
            guard let found = reasons[document.policy.id], !appliedOnly || found == .notSet else { return nil }
            return Row(document: document.document, reasons: found)
        }
    }
}

extension WhatIfAnswer: JSONWritable {
    /// Writes the answer as an object with `value`.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.array("value") { array in
                for row in rows {
                    var members = row.document
                    members.append("analysisReasons", .string(row.reasons.text))
                    members.append("policyApplies", .bool(row.reasons == .notSet))
                    array.append(JSONValue.object(members))
                }
            }
        }
    }
}
