/// Documents of one kind, each with an identifier of its own.
struct DocumentShelf<ID: Hashable & Sendable, Document: SetDocument>: Sendable {
    /// The documents, in the order in which they were added.
    private(set) var documents: [Document] = []
    private var index: [ID: Int] = [:]

    /// Adds a document, unless there is one with its identifier.
    ///
    /// - Returns: what became of it.
    mutating func add(_ document: Document, _ id: ID) -> PolicyCollection.Addition {
        if let twin = self[id] {
            return twin.document == document.document ? .identical(file: twin.file) : .conflicting(file: twin.file)
        }
        index[id] = documents.count
        documents.append(document)
        return .added
    }

    /// The document with an identifier.
    subscript(id: ID) -> Document? { index[id].map { documents[$0] } }

    /// Changes a document, if it is there.
    mutating func update(_ id: ID, _ change: (inout Document) -> Void) {
        if let position = index[id] { change(&documents[position]) }
    }

    /// Changes every document.
    mutating func updateAll(_ change: (inout Document) -> Void) {
        for position in documents.indices { change(&documents[position]) }
    }
}
