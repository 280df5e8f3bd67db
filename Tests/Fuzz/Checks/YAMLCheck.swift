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
    let again = Result { () throws(YAMLError) in try YAMLDocument.parse(document.value.serialized()) }
    if case .success(let again) = again { try promise(again == document.value, "JSON reads the same as YAML") }
}
