/// How exported documents are named.
enum ExportName {
    /// A name of letters, digits and hyphens: what the document is called, then the first part of its identifier.
    static func file(kind: String, name: String, id: String) -> String {
        let part = id.split(separator: "-").first.map(String.init) ?? id
        return "\(kind)\(slug(name))-\(part).json"
    }

    /// A name of letters, digits and hyphens for what is known by a word alone.
    static func file(kind: String, word: String) -> String { "\(kind)\(slug(word)).json" }

    static func slug(_ name: String) -> String {
        var slug = ""
        for scalar in name.lowercased().unicodeScalars {
            let isPlain = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
            if isPlain { slug.unicodeScalars.append(scalar) } else if !slug.isEmpty, slug.last != "-" { slug += "-" }
            if slug.utf8.count >= 60 { break }
        }
        while slug.last == "-" { slug.removeLast() }
        return slug.isEmpty ? "unnamed" : slug
    }
}
