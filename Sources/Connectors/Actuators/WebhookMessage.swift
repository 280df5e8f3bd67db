import AccessModel
import ComplianceGateway
import JSONCoding

/// What a webhook is sent: a JSON document.
struct WebhookMessage: JSONWritable {
    let message: DeliveryMessage

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("id", message.id)
            if message.isTest { object.member("test", true) }
            object.member("event", message.event.rawValue)
            object.member("at", message.at.rfc3339)
            object.member("tenantId", message.tenant.rawValue)
            object.member("accountId", ifPresent: message.account?.rawValue)
            object.member("userPrincipalName", ifPresent: message.userPrincipalName)
            object.member("clientId", ifPresent: message.client?.rawValue)
            object.member("clientName", ifPresent: message.clientName)
            object.member("instanceId", ifPresent: message.instance?.rawValue)
            object.member("deviceId", ifPresent: message.device?.rawValue)
            object.member("deviceName", ifPresent: message.deviceName)
            object.member("status", ifPresent: message.status?.name)
            object.member("reasons", ifNotEmpty: message.reasons.map(\.rawValue))
            if !message.steps.isEmpty { object.member("checks", message.steps) }
        }
    }
}
