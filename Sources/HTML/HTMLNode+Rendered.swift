extension HTMLNode {
    /// The markup, as UTF-8.
    public func rendered() -> [UInt8] {
        var writer = HTMLWriter()
        writer.write(self)
        return writer.bytes
    }

    /// The markup of a whole page behind the document type, as UTF-8.
    public func renderedPage() -> [UInt8] {
        var writer = HTMLWriter()
        writer.bytes.append(contentsOf: "<!doctype html>\n".utf8)
        writer.write(self)
        return writer.bytes
    }
}

/// Writes markup and escapes everything that is not markup.
private struct HTMLWriter {
    var bytes: [UInt8] = []

    mutating func write(_ node: HTMLNode) {
        switch node {
        case .text(let text): escape(text)
        case .fragment(let nodes): nodes.forEach { write($0) }
        case .void(let tag, let attributes): open(tag.name, attributes)
        case .element(let tag, let attributes, let content):
            open(tag.name, attributes)
            content.forEach { write($0) }
            append("</")
            append(tag.name)
            append(">")
        }
    }

    private mutating func open(_ name: String, _ attributes: [HTMLAttribute]) {
        append("<")
        append(name)
        for attribute in attributes {
            guard let name = attribute.name else { continue }
            append(" ")
            append(name)
            guard let value = attribute.value else { continue }
            append("=\"")
            escape(value)
            append("\"")
        }
        append(">")
    }

    private mutating func append(_ markup: String) {
        bytes.append(contentsOf: markup.utf8)
    }

    /// Escapes for text and for quoted attribute values alike; characters that HTML forbids become U+FFFD.
    private mutating func escape(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            case UInt8(ascii: "'"): append("&#39;")
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"): bytes.append(byte)
            case 0..<0x20, 0x7F: append("\u{FFFD}")
            default: bytes.append(byte)
            }
        }
    }
}
