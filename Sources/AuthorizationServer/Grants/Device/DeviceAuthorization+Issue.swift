public import AccessModel
public import JSONCoding

extension DeviceAuthorization {
    /// Starts a device authorization.
    ///
    /// - Parameters:
    ///   - request: the request; its client was authenticated and its scope resolved.
    ///   - client: the client.
    ///   - tenant: the tenant.
    ///   - grant: a fresh identifier for the grant that redemption makes.
    ///   - deviceCodeBytes: 32 fresh random bytes.
    ///   - userCodeBytes: 32 more.
    ///   - now: the time of the request.
    /// - Returns: the device code as the client gets it, and what the store keeps; nil without enough random bytes.
    public static func issue(
        for request: DeviceAuthorizationRequest, client: AuthenticatedClient, tenant: TenantID, grant: GrantID,
        deviceCodeBytes: [UInt8], userCodeBytes: [UInt8], now: Timestamp
    ) -> (token: OpaqueToken, authorization: DeviceAuthorization)? {
        guard let token = OpaqueToken(.deviceCode, randomBytes: deviceCodeBytes),
            let userCode = UserCode(randomBytes: userCodeBytes)
        else { return nil }
        let authorization = DeviceAuthorization(
            hash: token.hash, userCode: userCode.canonical, tenant: tenant, client: client.id, grant: grant,
            scope: request.scope, declaredCapabilities: request.declaredCapabilities, issuedAt: now,
            expiresAt: now + lifetime)
        return (token, authorization)
    }

    /// Whether the user may decide now: nobody did, and the codes still live.
    public func isOpen(now: Timestamp) -> Bool { state == .pending && now < expiresAt }
}

/// The device authorization endpoint's answer (RFC 8628 section 3.2).
public struct DeviceAuthorizationAnswer: Sendable, JSONWritable {
    private let token: OpaqueToken
    private let userCode: String
    private let verificationURI: String

    /// Makes the answer.
    ///
    /// - Parameters:
    ///   - token: the device code.
    ///   - authorization: what the store keeps.
    ///   - verificationURI: where the user enters the user code.
    public init(_ token: OpaqueToken, _ authorization: DeviceAuthorization, verificationURI: String) {
        self.token = token
        userCode = UserCode(typed: authorization.userCode)?.display ?? authorization.userCode
        self.verificationURI = verificationURI
    }

    /// Writes the body.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("device_code", token.text)
            object.member("user_code", userCode)
            object.member("verification_uri", verificationURI)
            object.member("expires_in", DeviceAuthorization.lifetime.wholeSeconds)
            object.member("interval", DeviceAuthorization.initialInterval.wholeSeconds)
            object.member(
                "message", "To sign in, open \(verificationURI) on any device and enter the code \(userCode).")
        }
    }
}
