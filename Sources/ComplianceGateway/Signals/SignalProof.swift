import AccessModel
import Compliance
import Cryptography

/// By what a source shows that a body is its own, and of now.
enum SignalProof {
    /// The header `Postern-Signature`; nil when there is none, or more than one.
    case timed(String?)
    /// NanoMDM's header `X-Hmac-Signature`, which signs no time.
    case event(String)

    /// Whether the body was signed with one of the keys.
    func isGood(for body: [UInt8], keys: [SecretBytes], at now: Timestamp) -> Bool {
        switch self {
        case .timed(let header): header.flatMap(WebhookSignature.init)?.isGood(for: body, keys: keys, at: now) ?? false
        case .event(let header): BodySignature(header)?.isGood(for: body, keys: keys) ?? false
        }
    }

    /// Whether what the body says of its time makes up for a time that the header does not sign.
    func covers(_ document: SignalDocument, at now: Timestamp) -> Bool {
        guard case .event = self else { return true }
        let window = WebhookSignature.window
        return document.isEvent
            && document.items.allSatisfy { item in
                guard case .success(let signal) = item.signal else { return false }
                return signal.observedAt >= now - window && signal.observedAt <= now + window
            }
    }
}
