public import AccessModel
public import JSONCoding

extension AccessRequest: JSONWritable {
    /// Writes the request as the document that ``init(json:)`` reads; the same request gives the same bytes.
    ///
    /// Signals that are missing, and controls that stand as they do when nothing is said of them, are left out.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            if context != AccessContext() { object.object("context") { context.write(to: &$0) } }
            if controls != ControlFacts() { object.object("controls") { controls.write(to: &$0) } }
            if purpose == .becomeCompliant { object.member("purpose", "becomeCompliant") }
            object.object("resource") { object in
                switch resource {
                case .application(let id): object.member("application", id.rawValue)
                case .userAction(let action): object.member("userAction", action)
                case .authenticationContext(let context): object.member("authenticationContext", context)
                }
            }
            object.object("subject") { subject.write(to: &$0) }
        }
    }
}

extension AccessSubject {
    fileprivate func write(to object: inout JSONObjectWriter) {
        switch self {
        case .account(let membership):
            object.member("account", membership.account.rawValue)
            if !membership.groups.isEmpty { object.member("groups", membership.groups.map(\.rawValue).sorted()) }
            if let guest = membership.guest {
                object.object("guest") { object in
                    if let tenant = guest.homeTenant { object.member("tenant", tenant.rawValue) }
                    object.member("type", guest.type.rawValue)
                }
            }
            if !membership.roles.isEmpty { object.member("roles", membership.roles.map(\.rawValue).sorted()) }
        case .servicePrincipal(let principal):
            object.member("client", principal.client.rawValue)
            if !principal.isOfThisTenant { object.member("isOfThisTenant", false) }
        }
    }
}

extension AccessContext {
    fileprivate func write(to object: inout JSONObjectWriter) {
        authentication.write(to: &object)
        object.member("clientAppType", ifPresent: clientAppType?.rawValue)
        object.member("country", ifPresent: country)
        if let device { object.object("device") { device.write(to: &$0) } }
        object.member("insiderRiskLevel", ifPresent: insiderRisk?.rawValue)
        object.member("ipAddress", ifPresent: ipAddress?.description)
        object.member("platform", ifPresent: platform?.rawValue)
        object.member("servicePrincipalRiskLevel", ifPresent: servicePrincipalRisk?.rawValue)
        object.member("signInRiskLevel", ifPresent: signInRisk?.rawValue)
        object.member("transferMethod", ifPresent: transferMethod?.rawValue)
        object.member("userRiskLevel", ifPresent: userRisk?.rawValue)
    }
}

extension AuthenticationFacts {
    fileprivate func write(to object: inout JSONObjectWriter) {
        if !methods.isEmpty { object.member("authenticationMethods", methods.map(\.rawValue).sorted()) }
        object.member("fido2AAGUID", ifPresent: fido2AAGUID)
        if isTokenBound { object.member("isTokenBound", true) }
        if let secondsSinceSecondFactor { object.member("secondsSinceSecondFactor", secondsSinceSecondFactor) }
        if let secondsSinceSignIn { object.member("secondsSinceSignIn", secondsSinceSignIn) }
        object.member("x509IssuerSKI", ifPresent: x509IssuerSKI)
        if !x509PolicyOIDs.isEmpty { object.member("x509PolicyOIDs", x509PolicyOIDs.sorted()) }
    }
}

extension DeviceInfo {
    fileprivate func write(to object: inout JSONObjectWriter) {
        for (name, attribute) in DeviceDocument.texts { object.member(name, ifPresent: self[keyPath: attribute]) }
        for (number, value) in extensionAttributes.sorted(by: { $0.key < $1.key }) {
            object.member("extensionAttribute\(number)", value)
        }
        if let isCompliant { object.member("isCompliant", isCompliant) }
        if isManaged { object.member("isManaged", true) }
        if !physicalIDs.isEmpty { object.member("physicalIds", physicalIDs) }
        if !systemLabels.isEmpty { object.member("systemLabels", systemLabels) }
    }
}

extension ControlFacts {
    fileprivate func write(to object: inout JSONObjectWriter) {
        let usual = ControlFacts()
        for (name, control) in ControlsDocument.names where self[keyPath: control] != usual[keyPath: control] {
            object.object(name) { object in
                switch self[keyPath: control] {
                case .met: object.member("state", "met")
                case .unmet(let reason, let isSatisfiable):
                    object.member("reason", reason.rawValue)
                    object.member("satisfiable", isSatisfiable)
                    object.member("state", "unmet")
                case .undetermined(let reason):
                    object.member("reason", reason.rawValue)
                    object.member("state", "undetermined")
                }
            }
        }
    }
}
