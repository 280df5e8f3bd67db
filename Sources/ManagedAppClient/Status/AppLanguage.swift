/// A language that titles and messages are written in.
public enum AppLanguage: String, Sendable, Hashable, CaseIterable {
    /// English.
    case english = "en"
    /// Spanish.
    case spanish = "es"
    /// Korean.
    case korean = "ko"
    /// Russian.
    case russian = "ru"

    /// The language of a BCP 47 tag such as `es-MX`; English for every other one.
    public init(tag: String) {
        let primary = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first?.lowercased()
        self = primary.flatMap(AppLanguage.init(rawValue:)) ?? .english
    }
}
