/// A request to the introspection or the revocation endpoint (RFC 7662 section 2.1, RFC 7009 section 2.1).
public struct TokenInspectionRequest: Sendable, Hashable {
    /// The longest token that is looked at, in bytes.
    public static let maximumByteCount = 16_384

    /// The token.
    public var token: PresentedSecret
    /// How the caller authenticates.
    public var credential: ClientCredential

    /// Reads a request; `token_type_hint` is only a hint, and every token of ours says itself what it is.
    ///
    /// - Parameters:
    ///   - fields: the form's parameters, decoded, in their order, repeated ones repeated.
    ///   - headers: the headers that count.
    /// - Returns: the request, or what is wrong with it.
    public static func parse(
        _ fields: [(name: String, value: String)], headers: TokenRequestHeaders
    ) -> Result<TokenInspectionRequest, TokenRequestRefusal> {
        do {
            let form = try FormFields(fields)
            let credential = try ClientCredential.read(form, authorization: headers.authorization)
            let token = try form.required("token", atMost: maximumByteCount)
            return .success(TokenInspectionRequest(token: PresentedSecret(token), credential: credential))
        } catch {
            return .failure(.invalidRequest(error))
        }
    }
}
