import AccessModel
import Compliance
import Cryptography
import Directory

/// An authority whose certificates name the device that they were issued to.
struct DeviceNamingAuthority: Sendable {
    let store: CertificateAuthorityStore
    let naming: DeviceNaming

    /// Every such authority, by the clients that it is configured for.
    ///
    /// - Throws: when a certificate cannot be read.
    static func opening(
        _ registered: [CertificateAuthorityRegistration]
    ) throws -> [ClientID: [DeviceNamingAuthority]] {
        var authorities: [ClientID: [DeviceNamingAuthority]] = [:]
        for authority in registered {
            guard let naming = authority.deviceNaming else { continue }
            let store = try CertificateAuthorityStore([Certificate(pem: authority.certificate)])
            for client in authority.clients {
                authorities[client, default: []].append(DeviceNamingAuthority(store: store, naming: naming))
            }
        }
        return authorities
    }

    /// The device that a chain names; nil when it is not of this authority, or names none.
    func device(of chain: [Certificate], now: Timestamp) -> DeviceIdentifier? {
        guard let leaf = chain.first, store.refusal(of: chain, at: now.seconds, for: .clientAuthentication) == nil,
            let kind = DeviceIdentifier.Kind(rawValue: naming.kind), let name = name(in: leaf)
        else { return nil }
        return DeviceIdentifier(kind, name)
    }

    private func name(in leaf: Certificate) -> String? {
        switch naming.part {
        case .subjectSerialNumber: return DistinguishedName.value(of: "serialNumber", in: leaf.subject)
        case .subjectCommonName: return DistinguishedName.value(of: "CN", in: leaf.subject)
        case .uri(let prefix):
            let named = leaf.alternativeNames.compactMap { name -> String? in
                guard case .uri(let uri) = name, uri.hasPrefix(prefix) else { return nil }
                return String(uri.dropFirst(prefix.count))
            }
            return named.count == 1 ? named[0] : nil
        }
    }
}

/// A subject as RFC 2253 writes it.
enum DistinguishedName {
    /// The value of an attribute that is there once and holds nothing that had to be escaped.
    ///
    /// - Returns: nil when it is not there, there more than once, or written in any way that could be read as another.
    static func value(of attribute: String, in name: String) -> String? {
        let found = parts(name).filter { $0.hasPrefix(attribute + "=") }.map { $0.dropFirst(attribute.count + 1) }
        guard found.count == 1, let value = found.first, !value.isEmpty, !value.hasPrefix("#"),
            !value.contains("\\"), !value.contains("\"")
        else { return nil }
        return String(value)
    }

    /// What stands between separators that are not escaped.
    private static func parts(_ name: String) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in name {
            if !isEscaped, character == "," || character == "+" {
                parts.append("")
                continue
            }
            isEscaped = !isEscaped && character == "\\"
            parts[parts.count - 1].append(character)
        }
        return parts
    }
}
