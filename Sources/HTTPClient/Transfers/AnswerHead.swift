/// Reads the head of an answer from the lines that the library hands over.
struct AnswerHead {
    private(set) var finished: HTTPClientResponseHead?
    private(set) var byteCount = 0
    private var status: Int?
    private var fields = HeaderFields()

    /// Takes one line with its end; informational answers are read over.
    ///
    /// - Returns: what is wrong with it, if anything.
    mutating func take(_ line: UnsafeRawBufferPointer, limit: Int) -> HTTPClientError.Cause? {
        byteCount += line.count
        if byteCount > limit { return .headersTooLarge }
        // What comes after the head are trailers.
        if finished != nil { return nil }
        var content = unsafe line[...]
        while let last = unsafe content.last, last == 0x0A || last == 0x0D { unsafe content = content.dropLast() }
        let text = unsafe String(decoding: content, as: UTF8.self)
        guard let status else {
            self.status = Self.status(of: text)
            return self.status == nil ? .malformed : nil
        }
        if text.isEmpty {
            end(status)
            return nil
        }
        return takeField(text)
    }

    private mutating func end(_ status: Int) {
        if status >= 200 { finished = HTTPClientResponseHead(status: status, headers: fields) }
        self.status = nil
        fields = HeaderFields()
    }

    private mutating func takeField(_ text: String) -> HTTPClientError.Cause? {
        guard let colon = text.firstIndex(of: ":") else { return .malformed }
        let name = String(text[..<colon])
        guard name.isToken else { return .malformed }
        let value = text[text.index(after: colon)...].trimmed
        fields.append(name, String(value))
        return nil
    }

    private static func status(of line: String) -> Int? {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].hasPrefix("HTTP/"), parts[1].utf8.count == 3, let status = Int(parts[1]),
            (100...599).contains(status)
        else { return nil }
        return status
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = self
        while let first = rest.first, first == " " || first == "\t" { rest = rest.dropFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest = rest.dropLast() }
        return rest
    }
}
