import AccessModel
import ComplianceGateway
import JSONCoding

/// What each vendor's interface is asked to do for an event; pure, so that it is compared with recorded exchanges.
enum ActuatorCalls {
    /// The requests that end an account's sessions at a destination, in order.
    ///
    /// - Returns: nothing for an event that asks for nothing there, as an app that became compliant again.
    static func calls(for message: DeliveryMessage, to destination: Destination) -> [ActuatorCall] {
        guard message.event.endsSessions, let name = message.userPrincipalName, let account = message.account else {
            return []
        }
        let base = destination.url.hasSuffix("/") ? String(destination.url.dropLast()) : destination.url
        switch destination.kind {
        case .hydra:
            let subject = PercentEncoding.encode(account.rawValue)
            return [
                ActuatorCall("DELETE", "\(base)/admin/oauth2/auth/sessions/login?subject=\(subject)"),
                ActuatorCall("DELETE", "\(base)/admin/oauth2/auth/sessions/consent?subject=\(subject)&all=true"),
            ]
        case .okta:
            let user = PercentEncoding.encode(name)
            return [ActuatorCall("DELETE", "\(base)/api/v1/users/\(user)/sessions?oauthTokens=true", .okta)]
        case .universalLogout:
            return [ActuatorCall("POST", base, .bearer, body: subject(name))]
        case .entra:
            let tenant = PercentEncoding.encode(destination.settings["tenant"] ?? "")
            let login = destination.settings["loginURL"] ?? "https://login.microsoftonline.com"
            let authorization = ActuatorCall.Authorization.clientCredentials(
                tokenURL: "\(login)/\(tenant)/oauth2/v2.0/token", clientID: destination.settings["clientId"] ?? "",
                scope: "\(base)/.default")
            let user = PercentEncoding.encode(name)
            return [ActuatorCall("POST", "\(base)/v1.0/users/\(user)/revokeSignInSessions", authorization)]
        case .keycloak, .webhook, .mail: return []
        }
    }

    /// Keycloak: what finds the user, before anything can be asked of it.
    static func keycloakSearch(_ message: DeliveryMessage, _ destination: Destination) -> ActuatorCall? {
        guard message.event.endsSessions, let name = message.userPrincipalName else { return nil }
        let path = "users?exact=true&max=2&username=\(PercentEncoding.encode(name))"
        return ActuatorCall("GET", keycloak(destination, path), keycloakAuthorization(destination))
    }

    /// Keycloak: what is done to the user that was found.
    static func keycloakActs(
        on user: String, _ message: DeliveryMessage, _ destination: Destination
    ) -> [ActuatorCall] {
        let (authorization, id) = (keycloakAuthorization(destination), PercentEncoding.encode(user))
        let logout = ActuatorCall("POST", keycloak(destination, "users/\(id)/logout"), authorization)
        guard message.event == .accountDisabled else { return [logout] }
        var body = JSONWriter()
        body.object { $0.member("enabled", false) }
        // Disabled first: whoever is logged out could sign in again before.
        return [
            ActuatorCall("PUT", keycloak(destination, "users/\(id)"), authorization, body: body.bytes), logout,
        ]
    }

    private static func keycloak(_ destination: Destination, _ path: String) -> String {
        let realm = PercentEncoding.encode(destination.settings["realm"] ?? "")
        return "\(destination.url)/admin/realms/\(realm)/\(path)"
    }

    private static func keycloakAuthorization(_ destination: Destination) -> ActuatorCall.Authorization {
        let realm = PercentEncoding.encode(destination.settings["realm"] ?? "")
        return .clientCredentials(
            tokenURL: "\(destination.url)/realms/\(realm)/protocol/openid-connect/token",
            clientID: destination.settings["clientId"] ?? "", scope: nil)
    }

    /// The subject of a global token revocation: by mail address (RFC 9493 section 3.2.2).
    private static func subject(_ name: String) -> [UInt8] {
        var body = JSONWriter()
        body.object { object in
            object.object("sub_id") { subject in
                subject.member("format", "email")
                subject.member("email", name)
            }
        }
        return body.bytes
    }
}

extension DeliveryEvent {
    /// Whether sessions that others gave out are to end.
    var endsSessions: Bool {
        switch self {
        case .complianceLost, .accountDisabled, .passwordSet, .wipeRequested: true
        case .complianceGained, .breakGlassUsed, .checkFailing, .checkStepNear, .checkSettled,
            .deviceComplianceLost, .deviceComplianceGained:
            false
        }
    }
}
