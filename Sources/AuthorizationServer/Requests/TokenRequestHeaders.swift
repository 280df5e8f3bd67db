/// The headers of a request that the token endpoint looks at.
public struct TokenRequestHeaders: Sendable, Hashable {
    /// Every `Authorization` header.
    public var authorization: [String]
    /// Every `DPoP` header (RFC 9449 section 4.1).
    public var proof: [String]
    /// `client-request-id`.
    public var clientRequestID: String?
    /// `User-Agent`.
    public var userAgent: String?
    /// `x-client-OS`.
    public var clientOS: String?

    /// Makes the headers; by default there are none.
    public init(
        authorization: [String] = [], proof: [String] = [], clientRequestID: String? = nil, userAgent: String? = nil,
        clientOS: String? = nil
    ) {
        self.authorization = authorization
        self.proof = proof
        self.clientRequestID = clientRequestID
        self.userAgent = userAgent
        self.clientOS = clientOS
    }
}
