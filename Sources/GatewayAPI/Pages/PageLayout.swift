import Compliance
import HTML
import HTTPMessage

/// What every page has: language, title, one heading, the style sheet, and headers that let nothing else in.
struct PageLayout {
    /// The heading, which is the title too.
    let title: String
    let language: TextLanguage
    /// The tenant's display name; nil when no tenant is known.
    var organisation: String?
    /// Where a form of the page may lead, as sources of `form-action`; empty when it has no form.
    var formTargets: [String] = []
    /// The one script of the page; pages work without it.
    var script: Asset?

    /// The source that stands for this site.
    static let thisSite = "'self'"

    /// The page as an answer.
    func response(_ status: HTTPStatus, @HTMLBuilder content: () -> [HTMLNode]) -> HTTPResponse {
        var response = HTTPResponse(
            status: status, contentType: "text/html; charset=utf-8", body: page(content()).renderedPage())
        CachePolicy.never.apply(to: &response.headers)
        response.headers.set(.contentSecurityPolicy, contentSecurityPolicy)
        response.headers.set(.referrerPolicy, "no-referrer")
        response.headers.set(.contentTypeOptions, "nosniff")
        return response
    }

    private func page(_ content: [HTMLNode]) -> HTMLNode {
        H.html(.lang(language.rawValue)) {
            H.head {
                H.meta(.charset)
                H.meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
                H.title { .text(organisation.map { "\(title) - \($0)" } ?? title) }
                H.link(.rel(.icon), .href("data:,"))
                H.link(.rel(.stylesheet), .href(StyleSheet.asset.url))
                if let script { H.script(script.url) }
            }
            H.body {
                H.main {
                    if let organisation { H.p(.class("organisation")) { .isolated(organisation) } }
                    H.h1 { .text(title) }
                    content
                }
            }
        }
    }

    private var contentSecurityPolicy: String {
        let targets = formTargets.isEmpty ? "'none'" : formTargets.joined(separator: " ")
        let scripts = script == nil ? "" : "script-src 'self'; "
        return "default-src 'none'; \(scripts)style-src 'self'; img-src data:; form-action \(targets); "
            + "frame-ancestors 'none'; base-uri 'none'"
    }

    /// A message that assistive technology reads out as soon as the page is there.
    static func alert(_ text: String?) -> HTMLNode {
        guard let text else { return .empty }
        return H.div(.class("alert"), .role("alert"), .id("problem")) { H.p { .text(text) } }
    }

    /// A text with a name in it, which can't change the direction of what is around it.
    static func named(_ text: NamedText, _ name: String) -> HTMLNode {
        .fragment([.text(text.before), .isolated(name), .text(text.after)])
    }
}
