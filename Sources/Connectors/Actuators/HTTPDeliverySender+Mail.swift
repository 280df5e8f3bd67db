import Compliance
import ComplianceGateway
import Cryptography
import HTTPClient

extension HTTPDeliverySender {
    /// Takes a message to everybody who is to get it as a mail.
    ///
    /// A recipient that is refused does not keep the mail from the others, and another try asks for those alone who did not get it.
    func mail(_ message: DeliveryMessage, _ destination: Destination, _ secret: SecretBytes?) async -> DeliveryOutcome {
        guard let setting = destination.settings["from"] else { return .refused("it has no sender") }
        guard let from = MailAddress(setting) else {
            return .refused("the sender's address cannot be written in a mail")
        }
        let names = Self.recipients(of: message, at: destination)
        guard !names.isEmpty else { return .refused("nobody is to get it") }
        let addresses = names.compactMap { MailAddress($0) }
        guard !addresses.isEmpty else { return .refused("the address cannot be written in a mail") }
        var mail = MailMessage(
            server: destination.url, sender: from, recipients: addresses,
            content: MailContent.bytes(
                message, from: from, to: addresses, isToUser: names == [message.userPrincipalName],
                in: Self.language(of: message, to: destination)))
        // A mail server of this machine seldom has a certificate that anybody trusts.
        mail.requiresTLS = !destination.isOnThisMachine
        if let user = destination.settings["user"] {
            mail.credentials = HTTPClientConfiguration.Credentials(user: user, password: Self.text(secret))
        }
        var state = mails.state(of: message.id)
        state.unwritable = names.count - addresses.count
        let outcome = await send(mail, &state)
        mails.keep(state, of: message.id, isOver: outcome.isLast)
        return outcome
    }

    private static func recipients(of message: DeliveryMessage, at destination: Destination) -> [String] {
        guard let setting = destination.settings["to"] else { return [message.userPrincipalName].compactMap(\.self) }
        return setting.split(separator: ";").map { String($0.filter { $0 != " " }) }.filter { !$0.isEmpty }
    }

    private func send(_ mail: MailMessage, _ state: inout MailProgress.State) async -> DeliveryOutcome {
        var mail = mail
        let count = mail.recipients.count + state.unwritable
        mail.recipients = mail.recipients.filter { !state.isSettled($0) }
        while !mail.recipients.isEmpty {
            do throws(HTTPClientError) {
                let receipt = try await client.send(mail, deadline: Self.deadline)
                let later = state.take(receipt, of: mail.recipients)
                guard let code = later.first?.code else { break }
                return .failed("\(later.count) of \(count) recipients were put off with \(code)")
            } catch {
                guard let rest = state.take(error, of: mail) else { return .failed("\(error)") }
                // Nobody has it: the reason says more than numbers.
                if rest.isEmpty, state.taken.isEmpty { return .refused("\(error)") }
                mail.recipients = rest
            }
        }
        let refused = state.refused.count + state.unwritable
        guard refused > 0 else { return .delivered }
        let why = state.lastCode.map { " with \($0)" } ?? " for their addresses"
        return .refused("\(refused) of \(count) recipients were refused\(why); the others have the mail")
    }

    /// Users read what they prefer; whoever else gets the mail reads what the destination says.
    static func language(of message: DeliveryMessage, to destination: Destination) -> TextLanguage {
        let preferred = destination.settings["to"] == nil ? message.preferredLanguage : nil
        return preferred.flatMap(TextLanguage.init(tag:))
            ?? destination.settings["language"].flatMap(TextLanguage.init(tag:)) ?? .english
    }
}

extension DeliveryOutcome {
    /// Whether no other try follows.
    fileprivate var isLast: Bool {
        switch self {
        case .delivered, .refused: true
        case .failed: false
        }
    }
}
