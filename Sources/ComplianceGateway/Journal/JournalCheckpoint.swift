public import AccessModel
import Cryptography
public import JSONCoding

/// What a tenant's signing key says of a journal at a seal: whoever keeps it outside the database can tell later whether
/// the journal still is what it was.
public struct JournalCheckpoint: Sendable, Hashable {
    /// The kind of token (`typ`): it passes for nothing else that the key signs.
    static let type = "postern-journal-checkpoint+jwt"

    /// The tenant.
    public var tenant: TenantID
    /// The epoch of the tenant's store.
    public var epoch: Int64
    /// The seal's number.
    public var seal: Int64
    /// The sequence of the newest entry that it covers.
    public var lastSequence: Int64
    /// The seal's hash.
    public var hash: [UInt8]
    /// When the seal was made.
    public var at: Timestamp

    /// The checkpoint over a seal.
    public init(_ seal: JournalSeal) {
        tenant = seal.tenant
        epoch = seal.epoch
        self.seal = seal.number
        lastSequence = seal.sequences.upperBound
        hash = seal.hash
        at = seal.at
    }

    /// Whether it states what the seal is.
    func states(_ seal: JournalSeal) -> Bool { self == JournalCheckpoint(seal) }
}

extension JournalCheckpoint: JSONObjectReadable, JSONWritable {
    /// What a later program adds is passed over.
    public static var unknownMembers: UnknownMembers { .ignore }

    /// Reads what ``write(to:)`` wrote.
    ///
    /// - Throws: `JSONError`.
    public init(json: inout JSONObject) throws(JSONError) {
        tenant = TenantID(try json.required("tenant", as: String.self))
        epoch = try json.required("epoch")
        seal = try json.required("seal")
        lastSequence = try json.required("lastSequence")
        at = Timestamp(milliseconds: try json.required("at", as: Int64.self))
        let text = try json.required("hash", as: String.self)
        // What can't be decoded is no hash, whatever the decoder's reason.
        guard let bytes = try? Base64URL.decode(text), bytes.count == 32 else {
            throw json.invalid("hash", "not 32 bytes in base64url")
        }
        hash = bytes
    }

    /// Writes the claims.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("at", at.milliseconds)
            object.member("epoch", epoch)
            object.member("hash", Base64URL.encode(hash))
            object.member("lastSequence", lastSequence)
            object.member("seal", seal)
            object.member("tenant", tenant.rawValue)
        }
    }
}
