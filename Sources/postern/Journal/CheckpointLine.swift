import AccessModel
import ComplianceGateway
import Cryptography
import JSONCoding

/// A line of a file of checkpoints: the checkpoint, and in plain words what it states.
///
/// Only the checkpoint is signed. The other members tell people and this program which one it is.
struct CheckpointLine: JSONObjectReadable, JSONWritable, Hashable {
    /// The epoch of the tenant's store.
    let epoch: Int64
    /// The seal's number.
    let seal: Int64
    /// The newest entry that it covers.
    let lastSequence: Int64
    /// The seal's hash, in base64url.
    let hash: String
    /// When the seal was made.
    let at: String
    /// The checkpoint, a JWS in compact form.
    let checkpoint: String

    static var unknownMembers: UnknownMembers { .ignore }

    init(_ stored: StoredSeal) {
        epoch = stored.seal.epoch
        seal = stored.seal.number
        lastSequence = stored.seal.sequences.upperBound
        hash = Base64URL.encode(stored.seal.hash)
        at = stored.seal.at.rfc3339
        checkpoint = stored.checkpoint
    }

    init(json: inout JSONObject) throws(JSONError) {
        epoch = try json.required("epoch")
        seal = try json.required("seal")
        lastSequence = try json.required("lastSequence")
        hash = try json.required("hash")
        at = try json.required("at")
        checkpoint = try json.required("checkpoint")
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("at", at)
            object.member("checkpoint", checkpoint)
            object.member("epoch", epoch)
            object.member("hash", hash)
            object.member("lastSequence", lastSequence)
            object.member("seal", seal)
        }
    }

    /// The checkpoint of a line, which is such an object or the bare checkpoint; nil of an empty line.
    static func checkpoint(in line: [UInt8]) -> String? {
        let text = String(decoding: line, as: UTF8.self).trimmingSpaces
        if text.isEmpty { return nil }
        guard text.hasPrefix("{") else { return text }
        // What cannot be read is handed on as it is, and is no checkpoint then.
        return (try? JSONValue.parse(line))?["checkpoint"]?.stringValue ?? text
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
