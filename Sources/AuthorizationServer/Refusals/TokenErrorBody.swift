/// What the token endpoint answers to a refused request (RFC 6749 section 5.2), without the request's own identifiers.
public struct TokenErrorBody: Sendable, Hashable {
    /// The HTTP status code.
    public var status: Int
    /// The member `error`.
    public var error: String
    /// The member `suberror`, by which stock clients tell how a refusal can be solved.
    public var suberror: String?
    /// The member `error_codes`.
    public var errorCodes: [Int]
    /// The member `error_description`: `POSTERN<code>: text`.
    public var description: String
    /// The challenge of the member `claims`.
    public var claims: ClaimsChallenge?
    /// The account of the members `client_info` and `adi`.
    public var hints: AccountHints?
    /// The header `Retry-After`.
    public var retryAfter: Duration?

    init(
        status: Int = 400, _ error: String, suberror: String? = nil, errorCodes: [Int] = [], _ description: String,
        claims: ClaimsChallenge? = nil, hints: AccountHints? = nil, retryAfter: Duration? = nil
    ) {
        self.status = status
        self.error = error
        self.suberror = suberror
        self.errorCodes = errorCodes
        self.description = description
        self.claims = claims
        self.hints = hints
        self.retryAfter = retryAfter
    }
}
