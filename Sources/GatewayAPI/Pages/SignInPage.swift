import ComplianceGateway
import Directory
import HTML
import HTTPMessage

/// The page that asks for name and password.
struct SignInPage {
    let request: TenantRequest
    let configuration: TenantConfiguration
    let visitor: Visitor
    let form: PageForm
    /// The app that the account is for.
    let clientName: String?
    /// What is filled in already.
    var username: String?
    /// Hidden fields that are sent along.
    var carried: [(name: String, value: String)] = []
    /// Where the answer to the form may lead, beside this site.
    var formTargets: [String] = []
    var problem: SignInProblem?
    /// Whether the page lets its reader choose another language.
    var offersLanguages = false

    func response() throws -> HTTPResponse {
        let texts = PageTexts.of(request.exchange.language)
        let layout = PageLayout(
            title: texts.signInTitle, language: request.exchange.language, organisation: configuration.name,
            formTargets: [PageLayout.thisSite] + formTargets, offersLanguages: offersLanguages)
        var response = layout.response(problem?.status ?? .ok) {
            if let clientName { H.p { PageLayout.named(texts.continueTo, clientName) } }
            PageLayout.alert(problem?.text(texts))
            // Without an action the form goes to this page's own address, with the client's query.
            H.form(.method(.post)) {
                H.input(.type(.hidden), .name("csrf"), .value(visitor.token(of: form, key: configuration.csrfKey)))
                for field in carried { H.input(.type(.hidden), .name(field.name), .value(field.value)) }
                fields(texts)
                H.button(.type(.submit)) { .text(texts.signIn) }
            }
        }
        response.retry(after: problem?.retryAfter)
        try visitor.remember(in: &response.headers)
        return response
    }

    @HTMLBuilder private func fields(_ texts: PageTexts) -> [HTMLNode] {
        let shown = String(decoding: (username ?? "").utf8.prefix(UserPrincipalName.maximumByteCount), as: UTF8.self)
        let problemOf: HTMLAttribute = .when(problem != nil, .aria(.describedby, "problem"))
        H.label(.for("username")) { .text(texts.username) }
        H.input(
            .type(.text), .id("username"), .name("username"), .value(shown), .inputMode(.email),
            .autocomplete("username"), .maxlength(UserPrincipalName.maximumByteCount), .required, problemOf,
            .when(shown.isEmpty, .autofocus))
        H.label(.for("password")) { .text(texts.password) }
        H.input(
            .type(.password), .id("password"), .name("password"), .autocomplete("current-password"),
            .maxlength(SignInAttempt.maximumPasswordByteCount), .required, problemOf,
            .when(!shown.isEmpty, .autofocus))
    }
}
