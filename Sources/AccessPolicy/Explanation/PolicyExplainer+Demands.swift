package import AccessModel

extension PolicyExplainer {
    /// What must be shown.
    var demands: [String] {
        guard let grant = policy.grant, !grant.controls.isEmpty else {
            return policy.session.isEmpty ? ["nothing"] : []
        }
        guard !policy.blocks else { return ["access is refused"] }
        return grant.controls.sorted().enumerated().map { place, control in
            (place == 0 ? "" : "\(grant.combination.word) ") + names.phrase(control, of: grant)
                + (control == .authenticationStrength ? combinations(of: grant.strength) : "")
        }
    }

    private func combinations(of strength: AuthenticationStrengthID?) -> String {
        let known = (AuthenticationStrength.builtIn + set.strengths).first { $0.id == strength }
        return known.map { ": " + Phrases.list($0.combinations.map(\.words), joinedBy: "or") } ?? ""
    }

    /// What is asked of the session.
    var session: [String] { policy.session.phrases }
}

extension SessionDirectives {
    /// What is demanded, each as a phrase.
    package var phrases: [String] {
        var lines: [String] = []
        switch (primaryFreshness, secondaryFreshness) {
        case (let first?, let second?) where first == second: lines.append("a sign-in \(first.words)")
        case (let first, let second):
            if let first { lines.append("a first factor shown \(first.words)") }
            if let second { lines.append("a second factor shown \(second.words)") }
        }
        switch persistentBrowser {
        case .always: lines.append("a browser stays signed in after it was closed")
        case .never: lines.append("a browser does not stay signed in after it was closed")
        case nil: break
        }
        if requiresTokenProtection { lines.append("tokens are bound to a key of the client") }
        switch continuousAccessEvaluation {
        case .strictLocation: lines.append("a token works only from the address that it was issued to")
        case .strictEnforcement: lines.append("resources enforce changes at once")
        case .disabled: lines.append("continuous evaluation is off")
        case nil: break
        }
        if disablesResilienceDefaults {
            lines.append("nothing is decided on what was known when the session began")
        }
        return lines
    }
}

extension AuthenticationStrength.Combination {
    fileprivate var words: String {
        let methods = AuthenticationMethodMode.allCases.filter(methods.contains).map(\.rawValue).joined(
            separator: " with ")
        return restrictions.isEmpty ? methods : methods + " of certain keys or issuers"
    }
}

extension SessionDirectives.Freshness {
    /// How recent, as what follows "a sign-in".
    fileprivate var words: String {
        switch self {
        case .everyTime: "every time"
        case .seconds(let seconds):
            if seconds % 86_400 == 0 {
                "no longer ago than \(Phrases.count(seconds / 86_400, "day"))"
            } else if seconds % 3600 == 0 {
                "no longer ago than \(Phrases.count(seconds / 3600, "hour"))"
            } else {
                "no longer ago than \(Phrases.count(seconds, "second"))"
            }
        }
    }
}
