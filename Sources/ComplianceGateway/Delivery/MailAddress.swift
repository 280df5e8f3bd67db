/// Mail addresses, as far as a destination's settings may have them.
enum MailAddress {
    /// Whether a text is one address that a mail's header can carry as it is: a dot-atom on both sides (RFC 5322, section 3.4.1),
    /// of any script (RFC 6532, section 3.2).
    static func isWritable(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].utf8.count <= 64 && parts[1].utf8.count <= 255
            && parts.allSatisfy { part in
                part.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                    !atom.isEmpty && atom.unicodeScalars.allSatisfy(isAtomText)
                }
            }
    }

    private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return scalar.properties.isAlphabetic || scalar.properties.numericType != nil }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
    }
}
