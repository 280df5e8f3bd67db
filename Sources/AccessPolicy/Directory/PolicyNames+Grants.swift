import AccessModel

extension PolicyNames {
    /// What a grant demands: "multifactor authentication or a compliant device".
    func phrase(_ grant: GrantRequirement) -> String {
        Phrases.list(grant.controls.sorted().map { phrase($0, of: grant) }, joinedBy: grant.combination.word)
    }

    /// One control of a grant, a strength by its name.
    func phrase(_ control: PolicyControl, of grant: GrantRequirement) -> String {
        guard control == .authenticationStrength, let strength = grant.strength else { return control.words }
        return phrase(strength)
    }
}

extension GrantRequirement.Combination {
    /// What stands between the controls in a sentence.
    var word: String {
        switch self {
        case .all: "and"
        case .any: "or"
        }
    }
}
