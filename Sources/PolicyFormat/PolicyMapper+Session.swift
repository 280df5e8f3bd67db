import AccessModel
import AccessPolicy
import JSONCoding

extension PolicyMapper {
    /// What is demanded of the session.
    mutating func session() -> SessionDirectives {
        var directives = SessionDirectives()
        directives.disablesResilienceDefaults =
            document["sessionControls"]?["disableResilienceDefaults"] == .bool(true)
        directives.requiresTokenProtection = control("secureSignInSession") != nil
        if let control = control("persistentBrowser") {
            directives.persistentBrowser = mode(of: control, "persistentBrowser")
        }
        if let control = control("continuousAccessEvaluation") {
            directives.continuousAccessEvaluation = mode(of: control, "continuousAccessEvaluation")
        }
        if let control = control("signInFrequency"), let freshness = freshness(control) {
            directives.secondaryFreshness = freshness
            if control["authenticationType"] != "secondaryAuthentication" { directives.primaryFreshness = freshness }
        }
        return directives
    }

    /// A session control that is there and not switched off.
    private func control(_ name: String) -> JSONValue? {
        guard let control = document["sessionControls"]?[name], control["isEnabled"] != .bool(false) else { return nil }
        return control
    }

    private mutating func mode<Mode: RawRepresentable<String>>(of control: JSONValue, _ name: String) -> Mode? {
        guard let word = control["mode"]?.stringValue else {
            hold(.incomplete, .session, "sessionControls.\(name)", "the control has no `mode`; say how it is meant")
            return nil
        }
        return Mode(rawValue: word)
    }

    private mutating func freshness(_ control: JSONValue) -> SessionDirectives.Freshness? {
        let path = "sessionControls.signInFrequency"
        if control["frequencyInterval"] == "everyTime" {
            guard control["type"] == nil, control["value"] == nil else {
                hold(
                    .contradiction, .session, path,
                    "a time is given although `everyTime` is meant; take out `type` and `value`, or say `timeBased`")
                return nil
            }
            return .everyTime
        }
        guard let unit = control["type"]?.stringValue, case .integer(let count)? = control["value"] else {
            hold(.incomplete, .session, path, "the control has no time; give `type` and `value`, or say `everyTime`")
            return nil
        }
        guard (1...Int64(Int32.max)).contains(count) else {
            hold(.invalidValue, .session, path + ".value", "`\(count)` is no time; give at least 1")
            return nil
        }
        guard let seconds = ["hours": 3600, "days": 86400][unit] else { return nil }
        return .seconds(Int(count) * seconds)
    }
}
