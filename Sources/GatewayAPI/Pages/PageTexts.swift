import Compliance

/// A text with a name in it: what stands before and behind the name.
struct NamedText: Sendable {
    let before: String
    let after: String

    init(_ before: String, _ after: String = "") {
        self.before = before
        self.after = after
    }
}

/// Everything that a page says, in one language.
struct PageTexts: Sendable {
    // Signing in.

    let signInTitle: String
    let continueTo: NamedText
    let username: String
    let password: String
    let signIn: String
    let wrongCredentials: String
    let tooManyAttempts: String
    let overloaded: String
    let formExpired: String

    // Pages that end a visit.

    let blocked: Message
    let secondFactor: Message
    let unavailable: Message
    let badRequestTitle: String
    let unknownClient: String
    let unknownRedirect: String
    let malformed: String
    let reference: String

    // The way back to the app.

    let returning: Message
    let continueOn: String

    // Signing a device in.

    let deviceTitle: String
    let deviceHint: String
    let deviceCode: String
    let next: String
    let unknownCode: String
    let confirmTitle: String
    let confirmQuestion: NamedText
    let confirmWarning: String
    let signedInAs: NamedText
    let allow: String
    let deny: String
    let allowed: Message
    let denied: Message

    /// A heading and what is said below it.
    struct Message: Sendable {
        let title: String
        let text: String

        init(_ title: String, _ text: String) {
            self.title = title
            self.text = text
        }
    }

    /// The texts in a language.
    static func of(_ language: TextLanguage) -> PageTexts {
        switch language {
        case .english: english
        case .spanish: spanish
        case .korean: korean
        case .russian: russian
        }
    }
}
