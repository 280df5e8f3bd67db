import AccessModel
import ComplianceGateway
import JSONCoding

/// How a source is asked, as it is stored; its secret apart.
struct StoredPullSource: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    let pull: PullSource

    init(_ pull: PullSource) {
        self.pull = pull
    }

    init(json: inout JSONObject) throws(JSONError) {
        pull = PullSource(
            connector: try json.required("connector"), url: try json.required("url"),
            authentication: try json.required("authentication", as: StoredPullAuthentication.self).authentication,
            mapping: try json.required("mapping"), isInternal: try json.required("isInternal"),
            interval: .milliseconds(try json.required("interval", as: Int64.self)),
            timeout: .milliseconds(try json.required("timeout", as: Int64.self)),
            maximumPages: try json.required("maximumPages"),
            breaker: PullBreaker.Settings(
                failures: try json.required("breakerFailures"),
                longest: .milliseconds(try json.required("breakerLongest", as: Int64.self))))
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("connector", pull.connector)
            object.member("url", pull.url)
            object.member("authentication", StoredPullAuthentication(pull.authentication))
            object.member("mapping", pull.mapping)
            object.member("isInternal", pull.isInternal)
            object.member("interval", pull.interval.wholeMilliseconds)
            object.member("timeout", pull.timeout.wholeMilliseconds)
            object.member("maximumPages", pull.maximumPages)
            object.member("breakerFailures", pull.breaker.failures)
            object.member("breakerLongest", pull.breaker.longest.wholeMilliseconds)
        }
    }
}

private struct StoredPullAuthentication: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    let authentication: PullAuthentication

    init(_ authentication: PullAuthentication) {
        self.authentication = authentication
    }

    init(json: inout JSONObject) throws(JSONError) {
        switch try json.required("kind", as: String.self) {
        case "none": authentication = .none
        case "bearer": authentication = .bearer
        case "basic": authentication = .basic
        case "header": authentication = .header(try json.required("name"))
        case "clientCredentials":
            authentication = .clientCredentials(
                tokenURL: try json.required("tokenURL"), clientID: try json.required("clientID"),
                scope: try json.optional("scope"))
        default: throw json.invalid("kind", "is not what the gateway wrote")
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            switch authentication {
            case .none: object.member("kind", "none")
            case .bearer: object.member("kind", "bearer")
            case .basic: object.member("kind", "basic")
            case .header(let name):
                object.member("kind", "header")
                object.member("name", name)
            case .clientCredentials(let url, let client, let scope):
                object.member("kind", "clientCredentials")
                object.member("tokenURL", url)
                object.member("clientID", client)
                object.member("scope", ifPresent: scope)
            }
        }
    }
}
