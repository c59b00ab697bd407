import CCurl

/// A form in libcurl's memory. It stays on the transport's thread, and must outlive the transfer.
final class CurlForm {
    private let form: OpaquePointer

    /// Creates libcurl's form; `nil` if there is no memory.
    init?(_ parts: [FormPart], for handle: UnsafeMutableRawPointer) {
        guard let form = curl_mime_init(handle) else { return nil }
        self.form = form
        for part in parts where !Self.add(part, to: form) { return nil }
    }

    deinit {
        curl_mime_free(form)
    }

    func isSet(for handle: UnsafeMutableRawPointer) -> Bool {
        peel_curl_set_form(handle, form) == CURLE_OK
    }

    private static func add(_ part: FormPart, to form: OpaquePointer) -> Bool {
        guard let place = curl_mime_addpart(form), curl_mime_name(place, part.name) == CURLE_OK else { return false }
        let isCopied = part.content.withUnsafeBytes { bytes in
            curl_mime_data(place, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count) == CURLE_OK
        }
        guard isCopied else { return false }
        if let name = part.fileName, curl_mime_filename(place, name) != CURLE_OK { return false }
        if let type = part.contentType, curl_mime_type(place, type) != CURLE_OK { return false }
        return true
    }
}
