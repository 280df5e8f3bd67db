import AccessModel
import Compliance
import ComplianceGateway

/// A mail's words about what is going to follow from failing checks, and about devices.
struct NoticeTexts {
    private let message: DeliveryMessage
    private let language: TextLanguage
    private let words: NoticeWords
    private let names: [String: String]

    init(_ message: DeliveryMessage, _ language: TextLanguage) {
        self.message = message
        self.language = language
        words = .words(language)
        let isDevice = message.device != nil
        let thing = isDevice ? message.deviceName ?? words.device : message.clientName ?? "Postern"
        let owner = message.displayName ?? message.userPrincipalName
        let whose =
            switch (isDevice, message.deviceName != nil, owner != nil) {
            case (true, true, true): words.deviceOf
            case (true, true, false): words.deviceAlone
            case (true, false, false): "{thing}"
            case (true, false, true), (false, _, _): words.appOf
            }
        var names = ["thing": thing, "name": owner ?? "?"]
        names["whose"] = NoticeWords.fill(whose, names)
        if let due = message.steps.first?.due { names["date"] = words.date(due) }
        self.names = names
    }

    /// The subject and the first sentences; nil for an event that is told in other words.
    var texts: MailTexts? {
        switch message.event {
        case .checkFailing:
            let hasTime = message.steps.contains { $0.due != nil }
            return texts(stepSubject, words.failing + (hasTime ? " " + words.timeLeft : ""))
        case .checkStepNear: return texts(words.again + stepSubject, words.near)
        case .checkSettled: return texts(words.settledSubject, words.settled)
        case .deviceComplianceLost: return texts(words.lostSubject, words.lost)
        case .deviceComplianceGained: return texts(words.gainedSubject, words.gained)
        case .complianceLost, .complianceGained, .accountDisabled, .passwordSet, .wipeRequested, .breakGlassUsed:
            return nil
        }
    }

    /// What is wrong, what can be done, and what follows when: of each step, lines of its own.
    var steps: [String] {
        guard message.event == .checkFailing || message.event == .checkStepNear else { return [] }
        return message.steps.flatMap { step -> [String] in
            let (what, how) = text(of: step)
            return ["", what, how, consequence(of: step)]
        }
    }

    private func texts(_ subject: String, _ opening: String) -> MailTexts {
        MailTexts(subject: NoticeWords.fill(subject, names), opening: NoticeWords.fill(opening, names))
    }

    private var stepSubject: String {
        switch message.steps.first?.action {
        case .block?: message.device == nil ? words.blockSubject : words.deviceBlockSubject
        case .wipe?: words.wipeSubject
        case .warn?, nil: words.warnSubject
        }
    }

    private func text(of step: DeliveryStep) -> (String, String) {
        if message.device != nil {
            switch DeviceCheck(rawValue: step.check) {
            case .management?: return words.unmanaged
            case .encryption?: return words.unencrypted
            case .lastSeen?, .rooted?, .osVersion?, nil: break
            }
        }
        let text =
            message.device == nil
            ? ComplianceText(.interactionRequired, reason: step.reason, in: language)
            : ComplianceText(ofDevice: .interactionRequired, reason: step.reason, in: language)
        return (text.message, text.action)
    }

    private func consequence(of step: DeliveryStep) -> String {
        guard let due = step.due else { return words.warn }
        let text =
            switch step.action {
            case .warn: words.warn
            case .block: message.device == nil ? words.block : words.deviceBlock
            case .wipe: words.wipe
            }
        return NoticeWords.fill(text, ["time": words.time(due)])
    }
}

extension NoticeWords {
    /// The day, as it is written in the language; in UTC, since nobody knows where the reader is.
    func date(_ at: Timestamp) -> String {
        let text = Array(at.rfc3339.utf8)
        func number(_ range: Range<Int>) -> Int? { Int(String(decoding: text[range], as: UTF8.self)) }
        guard text.count >= 19, let year = number(0..<4), let month = number(5..<7), (1...12).contains(month),
            let day = number(8..<10)
        else { return at.rfc3339 }
        return Self.fill(date, ["day": "\(day)", "month": months[month - 1], "year": "\(year)"])
    }

    /// The day and the minute.
    func time(_ at: Timestamp) -> String {
        let clock = String(at.rfc3339.dropFirst(11).prefix(5))
        return Self.fill(time, ["date": date(at), "clock": clock])
    }
}
