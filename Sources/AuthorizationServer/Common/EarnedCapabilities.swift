/// What `xms_cc` of a token says: what is true of the app instance, not what was asked for.
public enum EarnedCapabilities {
    /// The capabilities that the token carries.
    ///
    /// - Parameters:
    ///   - declared: what the client declared.
    ///   - earnsProtapp: whether the instance is enrolled, managed and compliant now, whether or not a policy demanded it.
    ///   - target: what the token is for: it must want capabilities, and the compliance resource's never carries `protapp`.
    /// - Returns: the capabilities, sorted.
    public static func of(
        declared: Set<ClientCapability>, earnsProtapp: Bool, target: TokenTarget
    ) -> [ClientCapability] {
        guard target.wantsClientCapabilities else { return [] }
        return declared.sorted().filter { capability in
            switch capability {
            case .cp1: true
            case .protapp: earnsProtapp && !target.isComplianceResource
            }
        }
    }
}
