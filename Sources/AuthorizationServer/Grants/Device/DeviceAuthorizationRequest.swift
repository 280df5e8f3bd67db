public import AccessModel

/// A device authorization request (RFC 8628 section 3.1).
public struct DeviceAuthorizationRequest: Sendable, Hashable {
    /// How the client authenticates.
    public var credential: ClientCredential
    /// The scope.
    public var scope: String
    /// The capabilities that `claims` declares.
    public var declaredCapabilities: Set<ClientCapability>
    /// The client's `client-request-id`, when it is a GUID.
    public var correlation: CorrelationID?

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - fields: the form's parameters, decoded, in their order, repeated ones repeated.
    ///   - headers: the headers that count.
    /// - Returns: the request, or what is wrong with it.
    public static func parse(
        _ fields: [(name: String, value: String)], headers: TokenRequestHeaders
    ) -> Result<DeviceAuthorizationRequest, TokenRequestRefusal> {
        do {
            return .success(try read(FormFields(fields), headers))
        } catch {
            return .failure(.invalidRequest(error))
        }
    }

    private static func read(
        _ form: FormFields, _ headers: TokenRequestHeaders
    ) throws(RequestFault) -> DeviceAuthorizationRequest {
        let credential = try ClientCredential.read(form, authorization: headers.authorization)
        let scope = try form.required("scope", atMost: FieldLimit.scope)
        let claims = try form.optional("claims", atMost: FieldLimit.claims)
        let declared = try claims.map { (text) throws(RequestFault) in try ClaimsRequest.parse(text).get() }
        return DeviceAuthorizationRequest(
            credential: credential, scope: scope, declaredCapabilities: declared?.declaredCapabilities ?? [],
            correlation: headers.clientRequestID.flatMap(GUID.init).map { CorrelationID($0.description) })
    }
}
