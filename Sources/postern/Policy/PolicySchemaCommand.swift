import JSONCoding
import PolicyFormat

/// `postern policy schema`: the JSON Schemas of the documents in a set of policies.
enum PolicySchemaCommand {
    static let command = Command(
        "policy", "schema", summary: "Print the JSON Schema of a kind of document.",
        discussion: """
            Prints the schema (draft 2020-12) of policies, or of what KIND says:

            \(DocumentSchema.all.map { "  " + $0.word }.joined(separator: "\n"))

            An editor that is given it completes and checks what is typed. It describes
            documents in the form of Graph; `postern policy import` takes more.

            Exit code 0: it was printed; 2: there is no such kind.
            """,
        operands: Command.Operands(placeholder: "[KIND]", count: 0...1)
    ) { arguments, console in
        let word = arguments.operands.first ?? DocumentSchema(of: .policy).word
        guard let schema = DocumentSchema.all.first(where: { $0.word == word }) else {
            let words = DocumentSchema.all.map(\.word).joined(separator: ", ")
            throw UsageError("there is no schema `\(word.printable(atMost: 300))`; the kinds are \(words)")
        }
        console.write(String(decoding: schema.bytes, as: UTF8.self))
        return .success
    }
}

extension DocumentSchema {
    /// What the command calls the kind.
    fileprivate var word: String { kind == .policy ? "policy" : name }
}
