/// What a mail server took.
public struct MailReceipt: Sendable, Equatable {
    /// A recipient that the server did not take, while it took others.
    public struct Refusal: Sendable, Equatable {
        /// Who does not get the mail.
        public let recipient: MailAddress
        /// The server's reply code.
        public let code: Int

        /// Whether the reply will be the same the next time (RFC 5321, section 4.2.1).
        public var isFinal: Bool { (500..<600).contains(code) }
    }

    /// The recipients that were not taken, in the mail's order; never all of them.
    public var refusals: [Refusal] = []
}
