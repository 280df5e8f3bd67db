import COpenSSL

/// Takes the DER encoding that a library function of the `i2d` family writes.
enum DERWriter {
    static func write(
        _ operation: String, _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) throws(CryptographyError) -> [UInt8] {
        ERR_clear_error()
        let count = encode(nil)
        guard count > 0 else { throw .failed(to: operation) }
        let bytes = unsafe [UInt8].filled(Int(count)) { start in
            var cursor: UnsafeMutablePointer<UInt8>? = unsafe start
            return unsafe encode(&cursor) == count
        }
        guard let bytes else { throw .failed(to: operation) }
        return bytes
    }
}
