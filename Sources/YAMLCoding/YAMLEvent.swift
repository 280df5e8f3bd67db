import JSONCoding

/// What libyaml's parser met, with its place.
struct YAMLEvent {
    enum Content {
        case streamStart
        case streamEnd
        case documentStart(hasTagDirectives: Bool)
        case documentEnd
        case alias
        case scalar(YAMLScalar)
        case sequenceStart(tag: String?, hasAnchor: Bool)
        case sequenceEnd
        case mappingStart(tag: String?, hasAnchor: Bool)
        case mappingEnd
    }

    let content: Content
    let position: SourcePosition
}

/// A scalar as it is written, before it is given a type.
struct YAMLScalar {
    let text: String
    let tag: String?
    let isPlain: Bool
    let hasAnchor: Bool
}
