import AccessModel

extension GUID {
    /// The nil GUID (RFC 9562 section 5.9), which names no object.
    static let ofNothing = "00000000-0000-0000-0000-000000000000"

    /// Reads the identifier that refers to an object; nil for what is no GUID and for the nil one.
    static func reference(_ text: String) -> GUID? {
        GUID(text).flatMap { $0.description == ofNothing ? nil : $0 }
    }
}
