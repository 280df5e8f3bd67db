import AccessModel
import JSONCoding

/// Gives a document that has no identifier one that follows from its content.
///
/// The identifier is a version 8 GUID (RFC 9562 section 5.8) of the 128-bit FNV-1a hash of the canonical document
/// without `id`, `state` and what a server notes about it, so that the same policy has the same identifier wherever it
/// is imported and in whichever state. It is a name, not a proof.
enum ContentIdentifier {
    static func derived(from members: JSONMembers) -> GUID? {
        var content = members
        for name in ["id", "state", "createdDateTime", "modifiedDateTime", "deletedDateTime"] { content.remove(name) }
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in JSONValue.object(content).canonical(.compact) {
            hash ^= UInt128(byte)
            hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013B
        }
        return GUID(text(hash))
    }

    private static func text(_ hash: UInt128) -> String {
        let version = hash & ~(0xF << 76) | (8 << 76)
        let variant = version & ~(0x3 << 62) | (0x2 << 62)
        let digits = String(variant, radix: 16)
        let padded = Array(String(repeating: "0", count: 32 - digits.count) + digits)
        let groups = [padded[0..<8], padded[8..<12], padded[12..<16], padded[16..<20], padded[20..<32]]
        return groups.map { String($0) }.joined(separator: "-")
    }
}
