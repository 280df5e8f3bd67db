import JSONCoding

/// How a source's answer leads to the next one.
enum SourcePaging: Sendable, Hashable {
    /// The size that is asked for.
    struct Size: Sendable, Hashable {
        let parameter: String
        let count: Int64
    }

    /// One answer holds everything.
    case none
    /// The next page's URL is in the answer; none, null or empty at the end.
    case nextURL(at: JSONPointer)
    /// The next page's URL is in the header `Link`, with the relation `next` (RFC 8288).
    case link
    /// Pages are numbered; the last is the one that reaches the total or, without one, the first that is empty.
    ///
    /// A short page is no sign of the end: a server may give fewer records a page than it is asked for.
    case page(parameter: String, first: Int64, size: Size?, total: JSONPointer?)
    /// The answer holds the next page's cursor; none, null or empty at the end.
    case cursor(at: JSONPointer, parameter: String, size: Size?)

    /// More pages than any organisation needs are a source that leads in circles.
    static let maximumPages = 10_000

    /// The first page.
    func first(of url: SourceURL) -> PageRequest {
        var url = url
        switch self {
        case .none, .nextURL, .link: break
        case .page(let parameter, let first, let size, _):
            if let size { url = url.setting(size.parameter, to: "\(size.count)") }
            url = url.setting(parameter, to: "\(first)")
        case .cursor(_, _, let size): if let size { url = url.setting(size.parameter, to: "\(size.count)") }
        }
        return PageRequest(url: url, number: 0, seen: 0)
    }

    /// The page after an answer with so many records.
    func next(
        after request: PageRequest, _ answer: JSONElement, link: String?, count: Int
    ) throws(JSONError) -> PageRequest? {
        guard let url = try nextURL(after: request, answer, link: link, count: count) else { return nil }
        guard url != request.url else { throw answer.invalid("the next page is the same again") }
        guard request.number + 1 < Self.maximumPages else {
            throw answer.invalid("more than \(Self.maximumPages) pages follow each other")
        }
        return PageRequest(url: url, number: request.number + 1, seen: request.seen + count)
    }

    private func nextURL(
        after request: PageRequest, _ answer: JSONElement, link: String?, count: Int
    ) throws(JSONError) -> SourceURL? {
        switch self {
        case .none: return nil
        case .nextURL(let pointer):
            guard let place = try Self.place(pointer, in: answer) else { return nil }
            let text = try place.string()
            return text.isEmpty ? nil : try Self.follow(text, from: request, at: place)
        case .link:
            guard let link else { return nil }
            guard let header = LinkHeader(link) else { throw answer.invalid("the header `Link` cannot be read") }
            guard let text = header.next else { return nil }
            return try Self.follow(text, from: request, at: answer)
        case .page(let parameter, let first, _, let total):
            guard try Self.isMore(total, after: request, answer, count: count) else { return nil }
            return request.url.setting(parameter, to: "\(first + Int64(request.number) + 1)")
        case .cursor(let pointer, let parameter, _):
            guard let place = try Self.place(pointer, in: answer) else { return nil }
            guard let text = place.value.scalarText else { throw place.wrongType(expected: .string) }
            guard text.utf8.count <= SourceURL.maximumByteCount / 4 else { throw place.invalid("is too long") }
            return text.isEmpty ? nil : request.url.setting(parameter, to: text)
        }
    }

    private static func isMore(
        _ total: JSONPointer?, after request: PageRequest, _ answer: JSONElement, count: Int
    ) throws(JSONError) -> Bool {
        guard let total else { return count > 0 }
        guard let place = total.element(in: answer) else { throw JSONError(.missing, at: total.path) }
        return try place.integer(in: 0...Int64.max) > request.seen + count && count > 0
    }

    /// The value at a place that may be absent, as long as what would hold it is there.
    private static func place(_ pointer: JSONPointer, in answer: JSONElement) throws(JSONError) -> JSONElement? {
        if let place = pointer.element(in: answer) { return place.value == .null ? nil : place }
        guard let parent = pointer.parent, case .object? = parent.element(in: answer)?.value else {
            throw JSONError(.missing, at: (pointer.parent ?? pointer).path)
        }
        return nil
    }

    private static func follow(
        _ text: String, from request: PageRequest, at place: JSONElement
    ) throws(JSONError) -> SourceURL {
        guard let url = request.url.following(text) else {
            throw place.invalid("the next page must be a URL of the same origin")
        }
        return url
    }
}

extension JSONValue {
    /// A string, truth value or integer as text; nil for anything else.
    var scalarText: String? {
        switch self {
        case .string(let text): text
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let integer): "\(integer)"
        case .null, .number, .array, .object: nil
        }
    }
}
