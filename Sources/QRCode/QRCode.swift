import CQREncode
import Glibc

/// A QR code (ISO/IEC 18004): a square of dark and light modules.
public struct QRCode: Sendable, Hashable {
    /// How much of a code may be lost before it can no longer be read.
    public enum ErrorCorrection: Sendable, Hashable, CaseIterable {
        /// About 7 percent.
        case low
        /// About 15 percent.
        case medium
        /// About 25 percent.
        case quartile
        /// About 30 percent.
        case high
    }

    /// The most bytes of a text: small enough that every level of error correction has room for them.
    public static let maximumByteCount = 1024

    /// The light modules around the code that readers need (ISO/IEC 18004 section 5.3.8).
    public static let quietZone = 4

    /// How many modules a side has, without the quiet zone: 21 for the smallest version, 4 more for each further one.
    public let side: Int
    private let modules: [Bool]

    /// Encodes a text, byte by byte, in the smallest version that holds it.
    ///
    /// - Parameters:
    ///   - text: 1 to ``maximumByteCount`` bytes of UTF-8.
    ///   - errorCorrection: how much of the code may be lost.
    /// - Throws: ``QRCodeError``.
    public init(_ text: String, errorCorrection: ErrorCorrection = .medium) throws(QRCodeError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.maximumByteCount else {
            throw .tooLong(byteCount: bytes.count, maximum: Self.maximumByteCount)
        }
        let size = Int32(bytes.count)
        let found = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe QRcode_encodeData(size, buffer.baseAddress, 0, errorCorrection.level)
        }
        guard let code = unsafe found else { throw .library(code: errno) }
        defer { unsafe QRcode_free(code) }
        let side = Int(unsafe code.pointee.width)
        guard side > 0, let data = unsafe code.pointee.data else { throw .library(code: 0) }
        self.side = side
        // The lowest bit of a byte says whether its module is dark.
        modules = (0..<side * side).map { unsafe data[$0] & 1 == 1 }
    }

    /// Whether a module is dark; those outside of the code are light.
    public func isDark(row: Int, column: Int) -> Bool {
        guard (0..<side).contains(row), (0..<side).contains(column) else { return false }
        return modules[row * side + column]
    }
}

extension QRCode.ErrorCorrection {
    fileprivate var level: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}
