import AccessModel
import ComplianceGateway
import Cryptography
import JSONCoding

/// What a webhook is sent: a JSON document, and the header by which the receiver knows that it is the gateway's.
struct WebhookMessage: JSONWritable {
    let message: DeliveryMessage

    /// `t=SECONDS,v1=HEX`: the HMAC-SHA-256 under the destination's secret over `SECONDS.BODY`.
    static func signature(of body: [UInt8], secret: SecretBytes, at now: Timestamp) -> String {
        let code = HMACSHA256.authenticate(Array("\(now.seconds).".utf8) + body, key: secret)
        return "t=\(now.seconds),v1=\(Hexadecimal.encode(code))"
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("id", message.id)
            object.member("event", message.event.rawValue)
            object.member("at", message.at.rfc3339)
            object.member("tenantId", message.tenant.rawValue)
            object.member("accountId", ifPresent: message.account?.rawValue)
            object.member("userPrincipalName", ifPresent: message.userPrincipalName)
            object.member("clientId", ifPresent: message.client?.rawValue)
            object.member("clientName", ifPresent: message.clientName)
            object.member("instanceId", ifPresent: message.instance?.rawValue)
            object.member("status", ifPresent: message.status?.name)
            object.member("reasons", ifNotEmpty: message.reasons.map(\.rawValue))
        }
    }
}
