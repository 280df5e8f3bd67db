import JSONCoding
import YAMLCoding

/// Any bytes either are a document, whose tree is JSON and whose places are all known, or give an error of one line.
public func checkYAML(_ bytes: [UInt8]) throws(FuzzFinding) {
    let document: YAMLDocument
    do {
        document = try YAMLDocument(parsing: bytes)
    } catch {
        try promise(!error.description.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "the error is one line")
        let again = Result { () throws(YAMLError) in try YAMLDocument.parse(bytes) }
        guard case .failure(error) = again else { throw FuzzFinding("the error is the same without places") }
        return
    }
    try checkWriting(document.value)
    try checkPlaces(document.value, at: .root, in: document.sources)
    let json = document.value.serialized()
    guard !hasFurtherBreak(json) else { return }
    let again = Result { () throws(YAMLError) in try YAMLDocument.parse(json) }
    if case .success(let again) = again { try promise(again == document.value, "JSON reads the same as YAML") }
}

/// Whether a text has U+0085, U+2028 or U+2029, which break lines in YAML 1.1 (section 4.2) and are characters like
/// others in JSON.
private func hasFurtherBreak(_ bytes: [UInt8]) -> Bool {
    let breaks: [[UInt8]] = [[0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]]
    return bytes.indices.contains { start in breaks.contains { bytes[start...].starts(with: $0) } }
}
