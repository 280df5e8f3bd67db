import CCurl

/// An address that a mail can carry in its envelope and in its header without quotes: a dot-atom on either side of the `@`
/// (RFC 5322, section 3.4.1), in Unicode on the left side (RFC 6532), in ASCII on the right one.
public struct MailAddress: Sendable, Hashable {
    /// The address as it is sent, without angle brackets; the domain in its ASCII form (RFC 5890).
    public let text: String
    /// What stands behind the `@`.
    public let domain: String

    /// Whether every mail server takes it; others must offer SMTPUTF8 (RFC 6531).
    public var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    /// Reads an address.
    ///
    /// - Parameter text: without angle brackets and name; nil is returned for anything that is not such an address.
    public init?(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        guard let at = scalars.firstIndex(of: "@") else { return nil }
        let (local, rest) = (Self.string(scalars[..<at]), Self.string(scalars[(at + 1)...]))
        guard local.utf8.count <= 64, Self.isDotAtom(local), let domain = Self.asciiDomain(rest) else { return nil }
        self.text = "\(local)@\(domain)"
        self.domain = domain
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

    private static func isDotAtom(_ text: String) -> Bool {
        let atoms = text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
        return atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomText) }
    }

    private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case ..<0x80: "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse,
                .unassigned:
                false
            default: true
            }
        }
    }

    private static func asciiDomain(_ text: String) -> String? {
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        guard text.utf8.count <= 255, isDotAtom(text), let domain = isASCII ? text : converted(text) else { return nil }
        let labels = domain.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        let arePlain = labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
                && label.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                    default: false
                    }
                }
        }
        return arePlain && domain.utf8.count <= 255 ? domain : nil
    }

    private static func converted(_ domain: String) -> String? {
        var host = [CChar](repeating: 0, count: 256)
        guard unsafe postern_curl_ascii_host("http://\(domain)/", &host, host.count) == 1 else { return nil }
        return String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
