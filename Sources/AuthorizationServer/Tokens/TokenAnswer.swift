import AccessModel
public import JSONCoding

/// The token endpoint's answer to a granted request (RFC 6749 section 5.1, RFC 9449 section 5).
public struct TokenAnswer: Sendable, JSONWritable {
    private let result: TokenGrantResult
    private let accessToken: String
    private let idToken: String?
    private let showsClientInfo: Bool

    /// Makes the answer.
    ///
    /// - Parameters:
    ///   - result: what was granted.
    ///   - accessToken: the signed access token.
    ///   - idToken: the signed id_token, if one was asked for.
    ///   - showsClientInfo: whether the request asked for `client_info`.
    public init(_ result: TokenGrantResult, accessToken: String, idToken: String?, showsClientInfo: Bool) {
        self.result = result
        self.accessToken = accessToken
        self.idToken = idToken
        self.showsClientInfo = showsClientInfo
    }

    /// Writes the body.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("token_type", result.keyThumbprint == nil ? "Bearer" : "DPoP")
            object.member("access_token", accessToken)
            object.member("expires_in", result.target.lifetime.wholeSeconds)
            object.member("scope", result.scope.text)
            object.member("refresh_token", ifPresent: result.refreshToken?.text)
            object.member("id_token", ifPresent: idToken)
            if showsClientInfo, case .account(let account) = result.subject {
                object.member("client_info", ClientInfo.encode(account: account.id, tenant: result.tenant))
            }
        }
    }
}
