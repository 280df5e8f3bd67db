import ComplianceGateway

extension DeliveryMessage {
    /// The same with names that can neither break a line nor turn the text around them.
    var withPlainNames: DeliveryMessage {
        var message = self
        message.userPrincipalName = userPrincipalName?.plain
        message.displayName = displayName?.plain
        message.clientName = clientName?.plain
        message.deviceName = deviceName?.plain
        return message
    }
}

extension String {
    /// The text without controls of direction, and with a space for each control character and line separator.
    fileprivate var plain: String {
        var plain = ""
        for scalar in unicodeScalars where !scalar.properties.isBidiControl {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: plain.unicodeScalars.append(" ")
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }
}
