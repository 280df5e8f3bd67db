import HTTPClient
import ServiceRuntime

/// What became of each recipient of the mails that are not through with yet.
///
/// It is kept in memory alone: after a restart a mail may come twice, under the same `Message-ID`.
final class MailProgress: Sendable {
    /// The recipients of one mail.
    struct State {
        /// Those that the server took.
        var taken: Set<MailAddress> = []
        /// Those that it will never take.
        var refused: Set<MailAddress> = []
        /// How many cannot be written in a mail.
        var unwritable = 0
        /// The last code of a final refusal.
        var lastCode: Int?

        func isSettled(_ recipient: MailAddress) -> Bool { taken.contains(recipient) || refused.contains(recipient) }

        /// Notes what the server did.
        ///
        /// - Returns: who was put off.
        mutating func take(_ receipt: MailReceipt, of recipients: [MailAddress]) -> [MailReceipt.Refusal] {
            let refusals = receipt.refusals
            taken.formUnion(Set(recipients).subtracting(refusals.map(\.recipient)))
            for refusal in refusals where refusal.isFinal {
                refused.insert(refusal.recipient)
                lastCode = refusal.code
            }
            return refusals.filter { !$0.isFinal }
        }

        /// Notes why the server did nothing.
        ///
        /// - Returns: who is still to be asked now; nil when that is for another time.
        mutating func take(_ error: HTTPClientError, of mail: MailMessage) -> [MailAddress]? {
            switch error.cause {
            case .mailRefused(let code) where (500..<600).contains(code):
                // It will be the same the next time (RFC 5321, section 4.2.1).
                refused.formUnion(mail.recipients)
                lastCode = code
                return []
            case .mailAddressUnsupported:
                let others = mail.sender?.isASCII == false ? [] : mail.recipients.filter(\.isASCII)
                refused.formUnion(Set(mail.recipients).subtracting(others))
                return others
            default: return nil
            }
        }
    }

    private static let capacity = 1000

    private let kept = Lock<(order: [String], states: [String: State])>(([], [:]))

    /// What is known of a mail.
    func state(of id: String) -> State { kept.withLock { $0.states[id] ?? State() } }

    /// Keeps what is known of a mail until it is over, or until too many others came.
    func keep(_ state: State, of id: String, isOver: Bool) {
        kept.withLock { kept in
            kept.order.removeAll { $0 == id }
            kept.states[id] = nil
            if isOver || state.taken.isEmpty { return }
            kept.order.append(id)
            kept.states[id] = state
            if kept.order.count > Self.capacity { kept.states[kept.order.removeFirst()] = nil }
        }
    }
}
