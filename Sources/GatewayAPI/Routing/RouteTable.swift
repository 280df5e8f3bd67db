import AuthorizationServer
import ComplianceGateway
import HTTPMessage

/// Every route of the public listener: what is not here does not exist, and discovery is made of it.
enum RouteTable {
    static func routes(_ services: GatewayServices) -> [Route] {
        let endpoints = oauth(services)
        let assets = Route(.get, "/assets/{name}", .document, answersHead: true, .host { Asset.answer($0) })
        let signals = SignalEndpoints(services: services)
        return endpoints + documents(services, naming: endpoints) + compliance(services) + people(services) + [
            Route(.post, "/{tenant}/signals/v1/{source}", .source, .tenant(signals.receive)), assets,
        ]
    }

    private static func oauth(_ services: GatewayServices) -> [Route] {
        let tokens = TokenEndpoints(services: services)
        let authorize = AuthorizeEndpoint(services: services)
        let device = DevicePageEndpoint(services: services)
        let discovery = DiscoveryEndpoints(services: services, entries: [])
        return [
            Route(
                .post, "/{tenant}/oauth2/v2.0/token", .oauth, discovery: DiscoveryEntry(.token) { $0.token },
                .tenant(tokens.token)),
            Route(
                .post, "/{tenant}/oauth2/v2.0/introspect", .oauth,
                discovery: DiscoveryEntry(.introspection) { $0.introspect }, .tenant(tokens.introspect)),
            Route(
                .post, "/{tenant}/oauth2/v2.0/revoke", .oauth, discovery: DiscoveryEntry(.revocation) { $0.revoke },
                .tenant(tokens.revoke)),
            Route(
                .post, "/{tenant}/oauth2/v2.0/devicecode", .oauth,
                discovery: DiscoveryEntry(.deviceAuthorization) { $0.deviceCode }, .tenant(tokens.deviceCode)),
            Route(
                .get, "/{tenant}/oauth2/v2.0/authorize", .page, answersHead: true,
                discovery: DiscoveryEntry(.authorization) { $0.authorize }, .tenant(authorize.show)),
            Route(.post, "/{tenant}/oauth2/v2.0/authorize", .page, .tenant(authorize.signIn)),
            Route(.get, "/{tenant}/oauth2/v2.0/deviceauth", .page, answersHead: true, .tenant(device.show)),
            Route(.post, "/{tenant}/oauth2/v2.0/deviceauth", .page, .tenant(device.submit)),
            Route(
                .get, "/{tenant}/discovery/v2.0/keys", .document, answersHead: true,
                discovery: DiscoveryEntry(.keys) { $0.keys }, .tenant(discovery.keys)),
        ]
    }

    private static func documents(_ services: GatewayServices, naming routes: [Route]) -> [Route] {
        let discovery = DiscoveryEndpoints(services: services, entries: routes.compactMap(\.discovery))
        return [
            Route(
                .get, "/{tenant}/v2.0/.well-known/openid-configuration", .document, answersHead: true,
                .tenant { discovery.metadata($0) }),
            // RFC 8414 section 3.1 puts the document of an issuer with a path at the host's root.
            Route(
                .get, "/.well-known/oauth-authorization-server/{tenant}/v2.0", .document, answersHead: true,
                .tenant { discovery.metadata($0) }),
        ]
    }

    private static func people(_ services: GatewayServices) -> [Route] {
        let remediation = RemediationEndpoint(services: services)
        let own = SelfServiceEndpoint(services: services)
        return [
            Route(.get, "/{tenant}/remediate/{session}", .page, answersHead: true, .tenant(remediation.show)),
            Route(.post, "/{tenant}/remediate/{session}", .page, .tenant(remediation.submit)),
            Route(
                .get, "/{tenant}/remediate/{session}/qr.svg", .document, answersHead: true,
                .tenant(remediation.picture)),
            Route(.get, "/{tenant}/me", .page, answersHead: true, .tenant(own.show)),
            Route(.post, "/{tenant}/me", .page, .tenant(own.submit)),
        ]
    }

    private static func compliance(_ services: GatewayServices) -> [Route] {
        let apps = ComplianceEndpoints(services: services)
        let accounts = AccountEndpoints(services: services)
        let events = EventEndpoints(services: services)
        let wipes = WipeEndpoints(services: services)
        return [
            Route(.post, "/{tenant}/compliance/v1/enrollments", .compliance, .tenant(apps.enrol)),
            Route(.delete, "/{tenant}/compliance/v1/enrollments/{instance}", .compliance, .tenant(apps.unenrol)),
            Route(
                .post, "/{tenant}/compliance/v1/enrollments/{instance}/evidence", .compliance, .tenant(apps.prove)),
            Route(
                .get, "/{tenant}/compliance/v1/enrollments/{instance}/policy", .compliance, .tenant(apps.policy)),
            Route(
                .post, "/{tenant}/compliance/v1/enrollments/{instance}/posture", .compliance, .tenant(apps.report)),
            Route(.get, "/{tenant}/compliance/v1/enrollments/{instance}/wipe", .compliance, .tenant(wipes.show)),
            Route(
                .post, "/{tenant}/compliance/v1/enrollments/{instance}/wipe-confirmation", .compliance,
                .tenant(wipes.confirm)),
            Route(
                .get, "/{tenant}/compliance/v1/accounts/{account}/status", .compliance, .tenant(accounts.status)),
            Route(
                .post, "/{tenant}/compliance/v1/accounts/{account}/remediation", .compliance,
                .tenant(accounts.remediate)),
            Route(
                .delete, "/{tenant}/compliance/v1/accounts/{account}/remediation", .compliance,
                .tenant(accounts.cancel)),
            Route(
                .get, "/{tenant}/compliance/v1/events", .compliance, answersHead: true, .tenant(events.follow)),
        ]
    }
}
