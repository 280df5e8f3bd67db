public import AccessModel
import AccessPolicy
import Cryptography
import JOSE
import JSONCoding

extension Administration {
    /// Makes a tenant with its own data key and signing key.
    ///
    /// - Parameters:
    ///   - id: the tenant's GUID.
    ///   - alias: by which URLs may name it.
    ///   - name: its display name.
    /// - Returns: false when the identifier or the alias is taken.
    /// - Throws: ``StoreError``, or `CryptographyError` when the library fails.
    public func createTenant(_ id: TenantID, alias: String, name: String) async throws -> Bool {
        let now = environment.now()
        let dataKeyBytes = environment.randomBytes(AESGCM.keyByteCount)
        guard let dataKey = SealingKey(SecretBytes(dataKeyBytes)) else { return false }
        let sealed = try environment.masterKey.seal(
            dataKeyBytes, for: SealingPurpose.dataKey(of: id), nonce: environment.randomBytes(AESGCM.nonceByteCount))
        let record = TenantRecord(
            head: TenantHead(id: id, alias: alias, epoch: 1, sequence: 0, revisions: ConfigurationRevisions()),
            name: name, whenNothingMatches: .allow, sealedDataKey: sealed,
            signingKeys: [try newSigningKey(of: id, under: dataKey, at: now)], clients: [], resources: [],
            authorities: [], policyDocument: nil, protectionPolicies: [], exemptions: [])
        let entry = JournalEntry(
            .tenantCreated, at: now, subject: JournalSubject(actor: actor), details: [("alias", .string(alias))])
        return try await commit([.createTenant(record)], [entry], in: id)
    }

    private func newSigningKey(
        of tenant: TenantID, under dataKey: SealingKey, at now: Timestamp
    ) throws -> SigningKeyRecord {
        let key = try SigningKey.generate(.p256)
        let id = KeyThumbprint(of: key.publicKey).encoded
        let secret = try key.pkcs8().copiedBytes
        return SigningKeyRecord(
            id: id,
            sealedPrivateKey: try dataKey.seal(
                secret, for: SealingPurpose.signingKey(id, of: tenant),
                nonce: environment.randomBytes(AESGCM.nonceByteCount)),
            isActive: true, createdAt: now)
    }
}
