import AuthorizationServer
import HTML
import HTTPMessage

/// The page whose form carries an answer to the client (OAuth 2.0 Form Post Response Mode 1.0): it sends itself, and has
/// a button for browsers without script.
struct FormPostPage {
    let redirect: AuthorizeRedirect
    let exchange: ExchangeRequest
    var organisation: String?

    static let script = Asset(
        "\"use strict\";\ndocument.forms[0].submit();\n", suffix: ".js", contentType: "text/javascript; charset=utf-8")

    func response() -> HTTPResponse {
        guard let action = HTMLURL(redirect.redirectURI, schemes: ["https", "http"]),
            let target = FormTarget.source(of: redirect.redirectURI)
        else {
            return MessagePage(.malformed, exchange, organisation: organisation).response(.badRequest)
        }
        let texts = PageTexts.of(exchange.language)
        let layout = PageLayout(
            title: texts.returning.title, language: exchange.language, organisation: organisation,
            formTargets: [target], script: Self.script)
        return layout.response(.ok) {
            H.p { .text(texts.returning.text) }
            H.form(.method(.post), .action(action)) {
                for parameter in redirect.parameters {
                    H.input(.type(.hidden), .name(parameter.name), .value(parameter.value))
                }
                H.button(.type(.submit)) { .text(texts.continueOn) }
            }
        }
    }
}
