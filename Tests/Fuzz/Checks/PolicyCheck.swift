import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat

/// Any bytes give policies and diagnostics: what is kept is written and read back the same, what cannot be enforced
/// never acts, and what was refused is named.
public func checkPolicies(_ bytes: [UInt8]) throws(FuzzFinding) {
    for name in ["p.json", "p.yaml"] {
        let file = PolicyReader().read(bytes, named: name)
        try checkDiagnostics(of: file)
        for document in file.policies { try checkPolicy(document) }
        for document in file.namedLocations {
            let again = try reread(document)
            try promise(again.namedLocations.map(\.location) == [document.location], "it means the same")
        }
        for document in file.authenticationStrengths {
            let again = try reread(document)
            try promise(again.authenticationStrengths.map(\.strength) == [document.strength], "it means the same")
        }
        for document in file.applicationGroups {
            let again = try reread(document)
            try promise(again.applicationGroups.map(\.group) == [document.group], "it means the same")
        }
        try checkDecision(by: PolicyCollection([file]))
    }
}

/// What an export is read as, which is exported the same.
private func reread(_ document: some SetDocument) throws(FuzzFinding) -> PolicyFile {
    let again = PolicyReader().read(document.canonicalBytes, named: "again.json")
    try promise(again.refusedCount == 0, "what was exported is read")
    let documents = references(in: again)
    try promise(documents.map(\.canonicalBytes) == [document.canonicalBytes], "its export is the same")
    return again
}

private func references(in file: PolicyFile) -> [any SetDocument] {
    file.namedLocations + file.authenticationStrengths + file.applicationGroups
}

private func checkDiagnostics(of file: PolicyFile) throws(FuzzFinding) {
    let kept = file.policies.flatMap(\.diagnostics) + references(in: file).flatMap(\.diagnostics)
    for diagnostic in file.diagnostics + kept {
        let isOneLine = !diagnostic.description.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        try promise(isOneLine, "a diagnostic is one line")
    }
    let errors = file.diagnostics.count { $0.severity == .error }
    try promise(errors >= file.refusedCount, "whatever is refused has an error")
    try promise(file.refusedCount > 0 || errors == 0, "an error refuses something")
    try promise(!kept.contains { $0.severity == .error }, "what is kept has no error")
}

private func checkPolicy(_ document: PolicyDocument) throws(FuzzFinding) {
    let again = PolicyReader().read(document.canonicalBytes, named: "again.json")
    try promise(again.refusedCount == 0 && again.policies.count == 1, "an exported policy is read")
    try promise(again.policies[0].canonicalBytes == document.canonicalBytes, "its export is the same")
    try promise(again.policies[0].policy == document.policy, "and so is what it means")
    let held = document.diagnostics.count { $0.severity == .held }
    try promise(held == document.policy.unenforceable.count, "every reason has its place")
    let isHeld = document.isEnforceable || document.policy.effectiveState != .enabled
    try promise(isHeld, "what cannot be enforced never acts")
    try promise(GUID(document.policy.id.rawValue) != nil, "a policy has an identifier")
    try promise(!document.fileName.utf8.contains(UInt8(ascii: "/")), "a file's name is a name")
}

private func checkDecision(by collection: PolicyCollection) throws(FuzzFinding) {
    let set: PolicySet
    do {
        set = try collection.policySet()
    } catch {
        throw FuzzFinding("a collection makes a set")
    }
    for platform in [nil, DevicePlatform.iOS] {
        let request = AccessRequest(
            subject: .account(AccountMembership(account: AccountID("a"))), resource: .application(ApplicationID("r")),
            context: AccessContext(platform: platform, ipAddress: IPAddress("192.0.2.1")))
        let trace = set.trace(request)
        try promise(trace.decision == set.evaluate(request), "the trace's decision is the decision")
        let acting = trace.policies.filter { $0.applicability == .applies && $0.effectiveState == .enabled }
        try promise(acting.map(\.policy) == trace.decision.appliedPolicies, "the trace names what applied")
    }
}
