import HTTPMessage

/// Finds the route of a request.
struct Router: Sendable {
    /// What a method and a path come to.
    enum Match: Sendable {
        /// A route answers.
        case route(Route, parameters: [String: String])
        /// The path exists, with other methods.
        case otherMethods([HTTPMethod], Route)
        /// There is no such path.
        case nothing
    }

    private let routes: [Route]

    init(_ routes: [Route]) {
        self.routes = routes
    }

    func match(_ method: HTTPMethod, _ path: [String]) -> Match {
        var others: [Route] = []
        for route in routes {
            guard let parameters = route.template.match(path) else { continue }
            if route.methods.contains(method) { return .route(route, parameters: parameters) }
            others.append(route)
        }
        guard let first = others.first else { return .nothing }
        return .otherMethods(others.flatMap(\.methods), first)
    }
}
