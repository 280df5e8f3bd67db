/// How an account authenticated, as the claim `amr` spells it (RFC 8176).
public enum AuthenticationMethod: String, Sendable, Hashable, CaseIterable {
    /// A password.
    case password = "pwd"
    /// More than one factor.
    case multipleFactors = "mfa"

    /// The methods as `amr` lists them, in a stable order.
    public static func claim(_ methods: Set<AuthenticationMethod>) -> [String] {
        methods.map(\.rawValue).sorted()
    }

    /// Reads a stored claim; a value that is not known is dropped, since it can only add strength.
    public static func methods(in claim: [String]) -> Set<AuthenticationMethod> {
        Set(claim.compactMap(AuthenticationMethod.init(rawValue:)))
    }
}
