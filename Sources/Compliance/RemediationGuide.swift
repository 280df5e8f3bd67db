public import AccessModel

/// What a person is told of one reason beyond its ``ComplianceText``: why it matters, and how to solve it step by step.
///
/// The texts name kinds of things only, never what a policy asks for. The last step, looking again, belongs to whatever
/// shows the guide.
public struct RemediationGuide: Sendable, Hashable {
    /// Why the organisation cares.
    public let why: String
    /// What to do, in order; at least one step.
    public let steps: [String]

    init(why: String, _ steps: String...) {
        self.why = why
        self.steps = steps
    }

    /// The guide of a reason.
    public static func of(_ reason: ReasonCode, in language: TextLanguage) -> RemediationGuide {
        switch language {
        case .english: EnglishGuides.guide(to: reason)
        case .spanish: SpanishGuides.guide(to: reason)
        case .korean: KoreanGuides.guide(to: reason)
        case .russian: RussianGuides.guide(to: reason)
        }
    }
}

extension ComplianceText {
    /// What a reason means, without the status that it leads to.
    public static func message(of reason: ReasonCode, in language: TextLanguage) -> String {
        ComplianceText(.interactionRequired, reason: reason, in: language).message
    }
}
