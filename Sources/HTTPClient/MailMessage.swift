/// A mail that is handed to a mail server (RFC 5321).
public struct MailMessage: Sendable {
    /// The server: `smtp://host:port` or `smtps://host:port`, without user information.
    public var server: String
    /// User name and password, if the server asks for them.
    public var credentials: HTTPClientConfiguration.Credentials?
    /// Whether the connection must be under TLS, from the begin (`smtps`) or by STARTTLS (RFC 3207); true by default.
    ///
    /// If false, TLS is used when the server offers it.
    public var requiresTLS = true
    /// The envelope's sender, an address without angle brackets; empty for none.
    public var sender: String
    /// The envelope's recipients, addresses without angle brackets.
    public var recipients: [String]
    /// The message: header, an empty line, body; lines end in CR LF (RFC 5322).
    public var content: [UInt8]

    /// Makes a mail.
    public init(server: String, sender: String, recipients: [String], content: [UInt8]) {
        self.server = server
        self.sender = sender
        self.recipients = recipients
        self.content = content
    }

    /// What keeps the mail from being sent.
    var fault: String? {
        guard !recipients.isEmpty else { return "the mail has no recipient" }
        // Room for another command would be in a line break or a bracket.
        let areClean = ([sender] + recipients).allSatisfy { address in
            address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x3C && $0 != 0x3E }
        }
        guard areClean, !recipients.contains("") else { return "an address of the mail is not one" }
        return nil
    }
}
