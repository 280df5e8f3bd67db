public import AccessModel

/// The platform that a request's headers tell of.
///
/// A header is the client's own word: policies use it only where no enrolled instance says better.
public enum HeaderPlatform {
    /// The platform; nil when the headers name none that is known.
    public static func of(userAgent: String?, clientOS: String?) -> DevicePlatform? {
        userAgent.flatMap { platform(in: $0, known: agents) } ?? clientOS.flatMap { platform(in: $0, known: systems) }
    }

    /// In this order: a phone's agent also says Mac OS X, Android or Linux.
    private static let agents: [(String, DevicePlatform)] = [
        ("iphone", .iOS), ("ipad", .iOS), ("windows phone", .windowsPhone), ("android", .android),
        ("windows", .windows), ("macintosh", .macOS), ("mac os x", .macOS), ("linux", .linux), ("x11", .linux),
    ]
    private static let systems: [(String, DevicePlatform)] = [
        ("ios", .iOS), ("ipados", .iOS), ("android", .android), ("darwin", .macOS), ("win", .windows),
        ("macos", .macOS), ("mac os", .macOS), ("osx", .macOS), ("linux", .linux),
    ]

    private static func platform(in text: String, known: [(String, DevicePlatform)]) -> DevicePlatform? {
        let bytes = text.utf8.prefix(512).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return known.first { word, _ in contains(Array(word.utf8), in: bytes) }?.1
    }

    private static func contains(_ word: [UInt8], in bytes: [UInt8]) -> Bool {
        guard bytes.count >= word.count else { return false }
        return (0...bytes.count - word.count).contains { bytes[$0..<$0 + word.count].elementsEqual(word) }
    }
}
