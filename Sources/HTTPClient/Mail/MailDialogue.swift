/// What is said between the client and a mail server (RFC 5321), as the library reports it, and what that means.
struct MailDialogue {
    /// What the server answers next.
    enum Step: Int, Comparable {
        case greeting, hello, startTLS, authentication, sender, recipients, data, content

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    private let recipients: [MailAddress]
    private let needsUTF8: Bool
    private var isSecured: Bool
    private var offersStartTLS = false
    private var offersUTF8 = false
    private var answeredRecipients = 0
    /// The last reply, if it was none that lets the mail go on.
    private var refusal: Int?

    private(set) var step = Step.greeting
    private(set) var receipt = MailReceipt()
    /// Whether any reply came.
    private(set) var hasBegun = false
    /// Whether the client has said its farewell, after which no reply changes anything.
    private(set) var isOver = false
    /// Whether the server has taken the mail upon itself.
    private(set) var isAccepted = false

    /// Begins with the server's greeting.
    init(_ mail: MailMessage, isSecured: Bool) {
        recipients = mail.recipients
        needsUTF8 = mail.needsUTF8
        self.isSecured = isSecured
    }

    /// Takes the begin of a line that the client sent.
    mutating func sent(_ line: String) {
        if line.hasPrefix("MAIL FROM:") {
            step = .sender
        } else if step < .sender {
            sentBeforeMail(line)
        } else if step <= .recipients, line.hasPrefix("RCPT TO:") {
            step = .recipients
        } else if step == .recipients, line.hasPrefix("DATA") {
            step = .data
        } else if line.hasPrefix("QUIT") {
            isOver = true
        }
    }

    private mutating func sentBeforeMail(_ line: String) {
        if line.hasPrefix("EHLO ") || line.hasPrefix("HELO ") {
            step = .hello
            (offersStartTLS, offersUTF8) = (false, false)
        } else if line.hasPrefix("AUTH ") {
            step = .authentication
        } else if step == .hello, line.hasPrefix("STARTTLS") {
            step = .startTLS
        }
    }

    /// Takes the begin of a line that came, with its whole length.
    ///
    /// - Returns: why the mail must go no further, if so.
    mutating func received(_ line: String, length: Int) -> HTTPClientError.Cause? {
        guard !isOver, let code = Self.code(line) else { return nil }
        let isOK = (200..<300).contains(code)
        if step == .hello, isOK { noteOffer(line.dropFirst(4)) }
        // As the library reads it: what ends a reply has a space behind the code, or nothing.
        guard line.dropFirst(3).first == " " || length <= 5 else { return nil }
        hasBegun = true
        refusal = (200..<400).contains(code) ? nil : code
        switch step {
        case .hello where isOK:
            if isSecured || !offersStartTLS { return faultOfAddresses }
        case .startTLS:
            if code != 220 { return faultOfAddresses }
            isSecured = true
        case .recipients:
            if !isOK { refused(code) }
            answeredRecipients += 1
        case .data where code == 354: step = .content
        case .content: isAccepted = isOK
        case .greeting, .hello, .authentication, .sender, .data: break
        }
        return nil
    }

    /// What the last reply means for the mail; nil if it was not the reason that the mail ended.
    var cause: HTTPClientError.Cause? {
        guard let refusal else { return nil }
        guard (400..<600).contains(refusal) else { return .malformed }
        if refusal == 421 || step < .sender { return .mailServerRefused(refusal) }
        switch step {
        case .sender: return refusal == 530 ? .mailServerRefused(refusal) : .mailRefused(refusal)
        case .recipients:
            guard receipt.refusals.count == recipients.count else { return nil }
            // What one of them may get later is worth another try.
            let later = receipt.refusals.first { !$0.isFinal }
            return later.map { $0.code < 500 ? .mailRefused($0.code) : .malformed } ?? .mailRefused(refusal)
        default: return .mailRefused(refusal)
        }
    }

    /// The library looks for these very letters, and says `SMTPUTF8` only then.
    private mutating func noteOffer(_ text: Substring) {
        if text.hasPrefix("STARTTLS") { offersStartTLS = true }
        if text.hasPrefix("SMTPUTF8") { offersUTF8 = true }
    }

    private var faultOfAddresses: HTTPClientError.Cause? {
        needsUTF8 && !offersUTF8 ? .mailAddressUnsupported : nil
    }

    private mutating func refused(_ code: Int) {
        guard answeredRecipients < recipients.count else { return }
        receipt.refusals.append(.init(recipient: recipients[answeredRecipients], code: code))
    }

    private static func code(_ line: String) -> Int? {
        let digits = Array(line.utf8.prefix(3))
        guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
