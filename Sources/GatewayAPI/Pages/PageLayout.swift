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
    /// Whether the page lets its reader choose another language, by a link to itself.
    var offersLanguages = false

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
                    if offersLanguages { languages }
                }
            }
        }
    }

    /// Each language in its own words, the current one marked.
    private var languages: HTMLNode {
        H.nav(.class("languages"), .aria(.label, Self.languagesLabel(language))) {
            H.ul {
                for other in TextLanguage.allCases {
                    H.li {
                        if other == language {
                            H.span(.lang(other.rawValue), .aria(.current, "true")) { .text(Self.name(of: other)) }
                        } else {
                            H.a(.href(Self.address(of: other)), .lang(other.rawValue)) { .text(Self.name(of: other)) }
                        }
                    }
                }
            }
        }
    }

    private static func address(of language: TextLanguage) -> HTMLURL {
        switch language {
        case .english: "?lang=en"
        case .spanish: "?lang=es"
        case .korean: "?lang=ko"
        case .russian: "?lang=ru"
        }
    }

    private static func name(of language: TextLanguage) -> String {
        switch language {
        case .english: "English"
        case .spanish: "Español"
        case .korean: "한국어"
        case .russian: "Русский"
        }
    }

    private static func languagesLabel(_ language: TextLanguage) -> String {
        switch language {
        case .english: "Language"
        case .spanish: "Idioma"
        case .korean: "언어"
        case .russian: "Язык"
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
