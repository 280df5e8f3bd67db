import CCurl

/// An easy handle with the lists that it refers to; lives on the client's thread alone.
@safe
final class CurlHandle {
    let pointer: UnsafeMutableRawPointer
    private var lists: [UnsafeMutablePointer<curl_slist>] = unsafe []
    /// The first option that was refused.
    private(set) var refused: CURLcode?

    init?() {
        guard let made = unsafe curl_easy_init() else { return nil }
        unsafe pointer = made
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe lists.forEach { list in unsafe curl_slist_free_all(list) }
    }

    func set(_ option: CURLoption, _ value: Int) {
        note(unsafe postern_curl_set_long(pointer, option, value))
    }

    func set(_ option: CURLoption, _ value: Duration) {
        set(option, max(1, Int(clamping: value.milliseconds)))
    }

    func set(_ option: CURLoption, _ value: String?) {
        guard let value else { return note(unsafe postern_curl_set_string(pointer, option, nil)) }
        note(unsafe postern_curl_set_string(pointer, option, value))
    }

    func set(_ option: CURLoption, _ lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = unsafe curl_slist_append(list, line) else {
                unsafe curl_slist_free_all(list)
                return note(CURLE_OUT_OF_MEMORY)
            }
            unsafe list = longer
        }
        guard let list = unsafe list else { return }
        unsafe lists.append(list)
        note(unsafe postern_curl_set_list(pointer, option, list))
    }

    func set(_ option: CURLoption, owner: AnyObject) {
        note(unsafe postern_curl_set_pointer(pointer, option, Unmanaged.passUnretained(owner).toOpaque()))
    }

    /// Copies the body into the handle.
    func setBody(_ body: [UInt8]) {
        note(unsafe postern_curl_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, body.count))
        let result = unsafe body.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else {
                return unsafe postern_curl_set_string(pointer, CURLOPT_COPYPOSTFIELDS, "")
            }
            return unsafe postern_curl_set_pointer(
                pointer, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: start))
        }
        note(result)
    }

    func note(_ result: CURLcode) {
        if result != CURLE_OK, refused == nil { refused = result }
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedReportingOverflow(by: 1000).partialValue + attoseconds / 1_000_000_000_000_000
    }
}
