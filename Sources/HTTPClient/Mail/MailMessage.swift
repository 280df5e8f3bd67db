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
    /// The envelope's sender; nil for none.
    public var sender: MailAddress?
    /// The envelope's recipients.
    public var recipients: [MailAddress]
    /// The message: header, an empty line, body; lines end in CR LF (RFC 5322).
    public var content: [UInt8]

    /// Makes a mail.
    public init(server: String, sender: MailAddress?, recipients: [MailAddress], content: [UInt8]) {
        self.server = server
        self.sender = sender
        self.recipients = recipients
        self.content = content
    }

    /// Whether the server must offer SMTPUTF8 (RFC 6531, section 3.2).
    var needsUTF8: Bool { ([sender].compactMap(\.self) + recipients).contains { !$0.isASCII } }
}
