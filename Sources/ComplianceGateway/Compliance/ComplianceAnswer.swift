public import AccessModel
public import AuthorizationServer
public import Compliance

/// What a call of the compliance API comes to.
public enum ComplianceAnswer: Sendable {
    /// The status, and whatever was issued with it.
    case status(ComplianceReport)
    /// The call is refused.
    case refused(ComplianceRefusal)
}

/// The status of one app instance as its app is told it.
public struct ComplianceReport: Sendable {
    /// The instance; nil while there is none.
    public var instance: AppInstanceID?
    /// The result.
    public var result: ComplianceResult
    /// The enrolment identifier that was issued with it; a secret.
    public var enrollmentID: EnrollmentIdentifier?
    /// Where the user is led through what is to be done; nil when the user is not needed.
    public var remediation: RemediationLink?
    /// Whether the app is to wipe the account's managed data and confirm it.
    public var isWipePending: Bool
    /// The compliance of the device that it runs on; nil where nobody asked.
    public var device: ComplianceResult?

    /// Makes a report.
    public init(
        instance: AppInstanceID?, result: ComplianceResult, enrollmentID: EnrollmentIdentifier? = nil,
        remediation: RemediationLink? = nil, isWipePending: Bool = false,
        device: ComplianceResult? = nil
    ) {
        self.instance = instance
        self.result = result
        self.enrollmentID = enrollmentID
        self.remediation = remediation
        self.isWipePending = isWipePending
        self.device = device
    }
}

/// Why a call of the compliance API is refused.
public enum ComplianceRefusal: Sendable, Hashable {
    /// There is no such instance for this account and client.
    case unknownInstance
    /// The account in the path is not an object identifier, as a user principal name is none.
    case invalidAccountID
    /// The account in the path is not the token's.
    case otherAccount
    /// The key belongs to an enrolled instance of another account or client.
    case keyInUse
    /// The managed identity backs an instance of another account or client.
    case identityInUse
    /// The proof of possession is missing, wrong, or of another key than the instance's.
    case invalidProof
    /// The proof of a managed identity is not good.
    case invalidEvidence(EvidenceFault)
    /// The posture report is not good.
    case invalidPosture(PostureFault)
    /// The instance's state does not allow it.
    case transition(TransitionRefusal)
    /// A proof or a report was used before.
    case replayed
    /// No app-protection policy targets the instance.
    case noPolicy
    /// Something else changed the instance at the same moment: ask again.
    case concurrentChange
}

/// What is wrong with the proof of a managed identity.
public enum EvidenceFault: String, Error, Sendable, Hashable, CaseIterable {
    /// It is no such proof, or a claim is missing.
    case malformed
    /// It is signed by another key than its certificate's.
    case signature
    /// Audience, client, key or time are not this request's.
    case claims
    /// No authority is configured for this client.
    case noAuthority = "no_authority"
    /// The certificate is not of a configured authority, or it is not valid now.
    case certificate
}

/// What is wrong with a posture report.
public enum PostureFault: String, Error, Sendable, Hashable, CaseIterable {
    /// It is no such report, or a claim is missing or of a wrong kind.
    case malformed
    /// It is not signed by the instance's key.
    case signature
    /// Audience, instance or time are not this request's.
    case claims
}
