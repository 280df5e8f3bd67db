public import AccessModel

/// What a person is told: a title, what is so, and what they can do.
///
/// The texts name kinds of things only, never what a policy asks for.
public struct ComplianceText: Sendable, Hashable {
    /// A few words, without a full stop.
    public let title: String
    /// What is so.
    public let message: String
    /// What the person can do.
    public let action: String

    init(title: String, message: String, action: String) {
        self.title = title
        self.message = message
        self.action = action
    }

    /// The text of a status, for its main reason if there is one.
    ///
    /// The status chooses the title; the reason chooses what is so and what can be done. What is compliant and has a reason is
    /// going to be compliant no longer, and its title says that there is something to do.
    public init(_ status: ComplianceStatus, reason: ReasonCode? = nil, in language: TextLanguage) {
        let general = Self.general(status, language)
        guard let reason else {
            self = general
            return
        }
        let specific = Self.specific(reason, language)
        let title = status == .compliant ? Self.warningTitle(language) : general.title
        self.init(title: title, message: specific.message, action: specific.action)
    }

    private static func general(_ status: ComplianceStatus, _ language: TextLanguage) -> ComplianceText {
        switch language {
        case .english: EnglishTexts.text(of: status)
        case .spanish: SpanishTexts.text(of: status)
        case .korean: KoreanTexts.text(of: status)
        case .russian: RussianTexts.text(of: status)
        }
    }

    private static func warningTitle(_ language: TextLanguage) -> String {
        switch language {
        case .english: EnglishTexts.warningTitle
        case .spanish: SpanishTexts.warningTitle
        case .korean: KoreanTexts.warningTitle
        case .russian: RussianTexts.warningTitle
        }
    }

    private static func specific(_ reason: ReasonCode, _ language: TextLanguage) -> ReasonText {
        switch language {
        case .english: EnglishTexts.text(of: reason)
        case .spanish: SpanishTexts.text(of: reason)
        case .korean: KoreanTexts.text(of: reason)
        case .russian: RussianTexts.text(of: reason)
        }
    }
}

/// What a reason adds to the text of a status.
struct ReasonText {
    let message: String
    let action: String
}

extension ComplianceResult {
    /// The text for this result: of its first reason, or, while it is compliant, of the first thing that is to be mended.
    public func text(in language: TextLanguage) -> ComplianceText {
        ComplianceText(status, reason: reasons.first ?? warnings.first, in: language)
    }
}
