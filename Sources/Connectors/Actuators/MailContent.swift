import AccessModel
import Compliance
import ComplianceGateway
import Cryptography
import HTTPClient

/// A mail as it goes to the server (RFC 5322), its text in UTF-8 and base64 (RFC 2045).
enum MailContent {
    /// The message.
    ///
    /// - Parameters:
    ///   - message: what it tells of.
    ///   - from: the sender's address.
    ///   - recipients: the recipients' addresses.
    ///   - isToUser: whether the user whom it tells of is the one who reads it.
    ///   - language: the language.
    /// - Returns: the bytes, lines ended by CR LF.
    static func bytes(
        _ message: DeliveryMessage, from: MailAddress, to recipients: [MailAddress], isToUser: Bool,
        in language: TextLanguage
    ) -> [UInt8] {
        let message = message.withPlainNames
        let texts = MailTexts.texts(message, language)
        let notice = NoticeTexts(message, language)
        let test = message.isTest ? NoticeWords.words(language).test : nil
        let subject = (test.map { $0.subject + ": " } ?? "") + texts.subject
        var lines = (test.map { [$0.text, ""] } ?? []) + [texts.opening] + notice.steps
        if let status = message.status, status != .compliant {
            let result = ComplianceResult(status: status, reasons: message.reasons, evaluatedAt: message.at)
            let text = message.device == nil ? result.text(in: language) : result.deviceText(in: language)
            lines += ["", text.title, text.message, text.action]
        }
        if let page = isToUser ? selfServicePage(of: message) : nil {
            lines += ["", NoticeWords.words(language).selfService, page]
        }
        let digest = Hexadecimal.encode(Digest.sha256(Array(message.id.utf8)).prefix(16).map(\.self))
        let header = [
            "From: <\(from.text)>",
            "To: \(recipients.map { "<\($0.text)>" }.joined(separator: ",\r\n "))",
            "Subject: \(encodedWords(subject))", "Date: \(date(message.at))",
            "Message-ID: <\(digest)@\(from.domain)>",
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64", "Content-Language: \(language.rawValue)", "", "",
        ].joined(separator: "\r\n")
        return Array(header.utf8) + folded(Base64.encode(Array(lines.joined(separator: "\r\n").utf8)))
    }

    /// Where the user can see what is wrong; nil where nothing is asked of the user.
    private static func selfServicePage(of message: DeliveryMessage) -> String? {
        switch message.event {
        case .complianceLost, .checkFailing, .checkStepNear, .deviceComplianceLost: return message.selfServiceURL
        case .complianceGained, .checkSettled, .deviceComplianceGained, .accountDisabled, .passwordSet, .wipeRequested,
            .breakGlassUsed:
            return nil
        }
    }

    /// Text of any script in a header (RFC 2047): words of at most 75 characters, none of which ends inside a scalar's bytes.
    ///
    /// A word ends between characters where it can; a character that fits into no word is cut between its scalars.
    static func encodedWords(_ text: String) -> String {
        var words: [String] = []
        var bytes: [UInt8] = []
        func take(_ next: [UInt8]) {
            if bytes.count + next.count > longestWord {
                words.append("=?utf-8?B?\(Base64.encode(bytes))?=")
                bytes = []
            }
            bytes += next
        }
        for character in text {
            if character.utf8.count <= longestWord {
                take(Array(character.utf8))
            } else {
                for scalar in character.unicodeScalars { take(Array(String(scalar).utf8)) }
            }
        }
        words.append("=?utf-8?B?\(Base64.encode(bytes))?=")
        return words.joined(separator: "\r\n ")
    }

    /// The bytes of a word before they are encoded.
    private static let longestWord = 42

    private static func folded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, byte) in text.utf8.enumerated() {
            if index > 0, index % 76 == 0 { bytes += [0x0D, 0x0A] }
            bytes.append(byte)
        }
        return bytes + [0x0D, 0x0A]
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `30 Nov 2026 23:10:00 +0000`, made of the time in RFC 3339.
    private static func date(_ at: Timestamp) -> String {
        let text = Array(at.rfc3339.utf8)
        func part(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
        guard text.count >= 19, let month = Int(part(5..<7)), (1...12).contains(month) else { return at.rfc3339 }
        return "\(part(8..<10)) \(months[month - 1]) \(part(0..<4)) \(part(11..<19)) +0000"
    }
}
