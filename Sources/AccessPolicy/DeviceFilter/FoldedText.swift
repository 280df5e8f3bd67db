/// A text that compares equal to every text that differs from it only in case.
///
/// Comparison is ordinal, over Unicode scalars: no language's rules, no normalization. Each scalar becomes its upper
/// case if that is one scalar and lies on the same side of ASCII, so that no character outside of ASCII ever passes
/// for a letter in it.
struct FoldedText: Sendable, Hashable {
    private let scalars: [Unicode.Scalar]

    init(_ text: String) {
        scalars = text.unicodeScalars.map(Self.fold)
    }

    func starts(with other: FoldedText) -> Bool {
        scalars.starts(with: other.scalars)
    }

    func ends(with other: FoldedText) -> Bool {
        scalars.count >= other.scalars.count && scalars.suffix(other.scalars.count).elementsEqual(other.scalars)
    }

    func contains(_ other: FoldedText) -> Bool {
        let room = scalars.count - other.scalars.count
        guard room >= 0 else { return false }
        guard let first = other.scalars.first else { return true }
        return (0...room).contains { scalars[$0] == first && scalars[$0...].starts(with: other.scalars) }
    }

    private static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII {
            let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(UInt8(truncatingIfNeeded: scalar.value))
            return isLower ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) - 0x20) : scalar
        }
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        guard let first = upper.first, upper.count == 1, !first.isASCII else { return scalar }
        return first
    }
}
