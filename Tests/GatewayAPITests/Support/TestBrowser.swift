import HTTPMessage

/// A browser: it keeps cookies in the order in which they came, and fills forms in.
final class TestBrowser {
    private let gateway: TestGateway
    private(set) var cookies: [(name: String, value: String)] = []
    var language = "en"

    init(_ gateway: TestGateway) {
        self.gateway = gateway
    }

    func get(_ target: String) async -> Answer {
        keep(await gateway.send(.get, target, headers))
    }

    func head(_ target: String) async -> Answer {
        keep(await gateway.send(.head, target, headers))
    }

    func post(_ target: String, _ fields: [(name: String, value: String)]) async -> Answer {
        keep(await gateway.post(target, fields, headers))
    }

    /// Puts a cookie in from outside.
    func plant(_ name: String, _ value: String) { cookies.append((name, value)) }

    /// Opens an address, signs in on the page, and returns what comes then.
    func signIn(_ target: String, _ person: World.Person, password: String? = nil) async -> Answer {
        let page = await get(target)
        return await post(
            target,
            [
                ("csrf", page.field("csrf") ?? ""), ("username", person.name),
                ("password", password ?? person.password),
            ])
    }

    private var headers: [(HTTPHeaderName, String)] {
        let common: [(HTTPHeaderName, String)] = [(.acceptLanguage, language)]
        if cookies.isEmpty { return common }
        return common + [(.cookie, cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))]
    }

    private func keep(_ answer: Answer) -> Answer {
        for line in answer.headers(.setCookie) {
            let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            let name = String(pair[0])
            let value = pair.count > 1 ? String(pair[1]) : ""
            // A cookie that is replaced keeps its place (RFC 6265 section 5.3).
            if line.contains("Max-Age=0") {
                cookies.removeAll { $0.name == name }
            } else if let index = cookies.firstIndex(where: { $0.name == name }) {
                cookies[index].value = value
            } else {
                cookies.append((name, value))
            }
        }
        return answer
    }
}
