import AccessModel
import AuthorizationServer
import Cryptography
import JOSE
import JSONCoding
import Testing

struct RequestProofTests {
    private let key: SigningKey

    init() throws {
        key = try SigningKey.generate(.p256)
    }

    private func proof(iat: Int64 = Fixture.now.seconds, htu: String = Fixture.tokenURL) throws -> String {
        let payload = JSONValue.object(
            JSONMembers([("htm", "POST"), ("htu", .string(htu)), ("iat", .integer(iat)), ("jti", "j-1")])
        ).serialized()
        let header = ProtectedHeader(algorithm: .es256, type: TokenType.dpop, embedding: key.publicKey)
        let signer = try Signer(key, algorithm: .es256)
        return String(decoding: try JWS.sign(payload, header: header, signer: signer), as: UTF8.self)
    }

    private func verify(_ proof: String?) -> RequestProof {
        RequestProof.verify(proof, method: "POST", url: Fixture.tokenURL, tenant: Fixture.tenant, now: Fixture.now)
    }

    @Test func `a proof shows its key once`() throws {
        let thumbprint = KeyThumbprint(of: key.publicKey).encoded
        let use = OneTimeUse(.proof, tenant: Fixture.tenant, owner: thumbprint, identifier: "j-1")
        let proved = RequestProof.proved(
            keyThumbprint: thumbprint, use: .useOnce(use, until: Fixture.now + RequestProof.memory))
        #expect(verify(try proof()) == proved)
        #expect(verify(try proof(iat: Fixture.now.seconds - 60)) == proved)
        #expect(verify(try proof(iat: Fixture.now.seconds + 60)) == proved)
        #expect(verify(nil) == .absent)
    }

    @Test func `a used proof is remembered for longer than it can be presented`() {
        #expect(RequestProof.memory > RequestProof.window * 2)
    }

    @Test func `refuses a proof of another time or address, or none at all`() throws {
        #expect(verify(try proof(iat: Fixture.now.seconds - 61)) == .refused(.invalid))
        #expect(verify(try proof(iat: Fixture.now.seconds + 61)) == .refused(.invalid))
        #expect(verify(try proof(htu: "https://other.example/token")) == .refused(.invalid))
        #expect(verify("a.b.c") == .refused(.invalid))
        #expect(verify("") == .refused(.invalid))
    }
}
