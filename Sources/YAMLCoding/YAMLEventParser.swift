import CYAML
import JSONCoding

/// libyaml's event parser over a copy of the text.
///
/// It does not recurse: nesting is libyaml's own stack, and whoever reads the events bounds it.
@safe
struct YAMLEventParser: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>

    private let isReady: Bool

    init(_ bytes: [UInt8]) {
        unsafe text = .allocate(capacity: bytes.count)
        _ = unsafe text.initialize(fromContentsOf: bytes)
        unsafe parser = .allocate(capacity: 1)
        unsafe parser.initialize(to: yaml_parser_t())
        isReady = unsafe yaml_parser_initialize(parser) == 1
        guard isReady else { return }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe text.deallocate()
    }

    /// The next event.
    func next() throws(YAMLError) -> YAMLEvent {
        var event = unsafe yaml_event_t()
        // A parser that found no memory at its start is refused here.
        guard isReady else { throw YAMLError(.tooLarge, position: SourcePosition(line: 1, column: 1)) }
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw problem() }
        defer { unsafe yaml_event_delete(&event) }
        let position = unsafe SourcePosition(event.start_mark)
        let content = try unsafe Self.content(of: event, at: position)
        return YAMLEvent(content: content, position: position)
    }

    private static func content(
        of event: yaml_event_t, at position: SourcePosition
    ) throws(YAMLError) -> YAMLEvent.Content {
        switch unsafe event.type {
        case YAML_STREAM_START_EVENT: return .streamStart
        case YAML_DOCUMENT_START_EVENT:
            let directives = unsafe event.data.document_start.tag_directives
            return unsafe .documentStart(hasTagDirectives: directives.start != directives.end)
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_ALIAS_EVENT: return .alias
        case YAML_SCALAR_EVENT: return try unsafe .scalar(YAMLScalar(event.data.scalar, at: position))
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe event.data.sequence_start
            return unsafe .sequenceStart(tag: .init(tag: start.tag), hasAnchor: start.anchor != nil)
        case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            let start = unsafe event.data.mapping_start
            return unsafe .mappingStart(tag: .init(tag: start.tag), hasAnchor: start.anchor != nil)
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        default: return .streamEnd
        }
    }

    /// Turns libyaml's report into an error of ours; its texts are constants that quote nothing of the input.
    private func problem() -> YAMLError {
        let reason = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "the text can't be read"
        switch unsafe parser.pointee.error {
        case YAML_READER_ERROR:
            let kind: YAMLError.Kind = reason.contains("control characters") ? .forbiddenCharacter : .invalidUTF8
            let bytes = unsafe Span(_unsafeElements: UnsafeBufferPointer(text))
            return unsafe YAMLError(kind, position: SourcePosition(offset: parser.pointee.problem_offset, in: bytes))
        case YAML_MEMORY_ERROR:
            return unsafe YAMLError(.tooLarge, position: SourcePosition(parser.pointee.mark))
        default:
            let mark = unsafe parser.pointee.problem_mark
            let isTab = byte(atCharacter: mark.index) == UInt8(ascii: "\t")
            let kind = YAMLError.Kind.syntax(isTab ? "a tab can't be used to indent" : reason)
            return YAMLError(kind, position: SourcePosition(mark))
        }
    }

    /// The first byte of a character, counted from 0.
    private func byte(atCharacter index: Int) -> UInt8? {
        var rest = index
        for offset in unsafe 0..<text.count {
            let byte = unsafe text[offset]
            if byte & 0xC0 == 0x80 { continue }
            if rest == 0 { return byte }
            rest -= 1
        }
        return nil
    }
}

extension SourcePosition {
    /// libyaml counts lines and columns from 0.
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: mark.line + 1, column: mark.column + 1)
    }
}

extension String {
    /// A tag, if there is one.
    fileprivate init?(tag: UnsafeMutablePointer<yaml_char_t>?) {
        guard let tag = unsafe tag else { return nil }
        unsafe self.init(cString: tag)
    }
}

extension YAMLScalar {
    fileprivate init(
        _ scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar, at position: SourcePosition
    ) throws(YAMLError) {
        let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
            throw YAMLError(.invalidUTF8, position: position)
        }
        guard !text.utf8.contains(0) else { throw YAMLError(.forbiddenCharacter, position: position) }
        self.text = text
        tag = unsafe String(tag: scalar.tag)
        isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
        hasAnchor = unsafe scalar.anchor != nil
    }
}
