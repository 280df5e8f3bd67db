import AccessModel
import AuthorizationServer
import Cryptography
import JOSE
import JSONCoding

/// Access tokens as the gateway makes and reads them.
final class TokenBench {
    private let key: SigningKey
    private let signer: Signer
    private let header: ProtectedHeader
    private let claims: AccessTokenClaims
    private let keys: JWKSet
    private let token: String
    private let message: [UInt8]

    init() throws {
        key = try SigningKey.generate(.p256)
        signer = try Signer(key, algorithm: .es256)
        let id = KeyThumbprint(of: key.publicKey).encoded
        header = AccessToken.header(keyID: id)
        keys = JWKSet([JWK(key.publicKey, keyID: id, algorithm: .es256)])
        let account = TokenClaimAccount(
            id: AccountID("c3b0a1d2-0000-4000-8000-000000000001"),
            grant: GrantID("c3b0a1d2-0000-4000-8000-000000000002"),
            instance: AppInstanceID("c3b0a1d2-0000-4000-8000-000000000003"), device: nil,
            authenticationMethods: ["pwd"], authenticatedAt: Timestamp(seconds: 1_796_000_000))
        claims = AccessTokenClaims(
            issuer: "https://access.example.org/c3b0a1d2-0000-4000-8000-000000000004/v2.0",
            audience: "api://contoso-mail",
            subject: .account(account), tenant: TenantID("c3b0a1d2-0000-4000-8000-000000000004"),
            client: ClientID("c3b0a1d2-0000-4000-8000-000000000005"), scopes: ["mail.read"],
            issuedAt: Timestamp(seconds: 1_796_000_000), expiresAt: Timestamp(seconds: 1_796_000_600),
            tokenID: "c3b0a1d2-0000-4000-8000-000000000006", capabilities: [.protapp],
            point: DecisionPoint(epoch: 1, sequence: 4711))
        token = String(decoding: try AccessToken.mint(claims, header: header, signer: signer), as: UTF8.self)
        message = Array(token.utf8)
    }

    func mint() -> Int { result { try AccessToken.mint(claims, header: header, signer: signer).count } }

    func mintAlone() -> Int {
        result { try JWS.sign(claims.jsonBytes(), header: header, signer: Signer(key, algorithm: .es256)).count }
    }

    func sign() -> Int { result { try signer.sign(message).count } }

    func verify() -> Int {
        let verified = AccessToken.verify(
            token, keys: keys, issuer: claims.issuer, audience: .only(claims.audience),
            now: Timestamp(seconds: 1_796_000_100))
        guard case .success(let read) = verified else { preconditionFailure("the benchmark's own token is refused") }
        return read.scopes.count
    }

    private func result(_ body: () throws -> Int) -> Int {
        do {
            return try body()
        } catch {
            preconditionFailure("the benchmark's own key does not sign: \(error)")
        }
    }
}
