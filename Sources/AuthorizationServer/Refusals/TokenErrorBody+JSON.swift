public import AccessModel
import JSONCoding

/// The identifiers of the request that an error is the answer to.
public struct ErrorEnvelope: Sendable, Hashable {
    /// The gateway's own identifier of the request.
    public var trace: String
    /// The client's correlation identifier, or the gateway's.
    public var correlation: CorrelationID
    /// When the request was answered.
    public var at: Timestamp

    /// Makes an envelope.
    public init(trace: String, correlation: CorrelationID, at: Timestamp) {
        self.trace = trace
        self.correlation = correlation
        self.at = at
    }
}

extension ClaimsChallenge {
    /// The challenge as JSON: `{"access_token":{"capolids":{"essential":true,"values":[...]}}}`.
    ///
    /// - Returns: nil when it names no policy, since a challenge that asks for nothing would only miss the cache.
    public var json: String? {
        guard !policies.isEmpty else { return nil }
        var writer = JSONWriter(capacity: 256)
        writer.object { root in
            root.object("access_token") { token in
                token.object("capolids") { ids in
                    ids.member("essential", true)
                    ids.member("values", policies.map(\.rawValue))
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension TokenErrorBody {
    /// The answer's body.
    ///
    /// - Parameter envelope: the request's identifiers.
    /// - Returns: JSON; `claims` is an object encoded as a string.
    public func json(_ envelope: ErrorEnvelope) -> [UInt8] {
        var writer = JSONWriter(capacity: 768)
        writer.object { object in
            object.member("error", error)
            object.member("error_description", description)
            object.member("suberror", ifPresent: suberror)
            object.member("error_codes", ifNotEmpty: errorCodes)
            object.member("claims", ifPresent: claims?.json)
            if let hints {
                object.member("client_info", ClientInfo.encode(account: hints.account, tenant: hints.tenant))
                object.member("adi", hints.userPrincipalName)
            }
            object.member("timestamp", envelope.at.tokenErrorForm)
            object.member("trace_id", envelope.trace)
            object.member("correlation_id", envelope.correlation.rawValue)
        }
        return writer.bytes
    }
}
