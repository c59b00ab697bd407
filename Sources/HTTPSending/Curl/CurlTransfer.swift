import CCurl
import HTTPMessages

/// A transfer: its handle and what libcurl's callbacks write to. It stays on the transport's thread.
final class CurlTransfer {
    /// The least rate in bytes a second. A server that is slower counts as silent.
    private static let leastRate = 1_000

    let job: CurlJob
    let handle: UnsafeMutableRawPointer
    private var fields: UnsafeMutablePointer<curl_slist>?
    private let form: CurlForm?
    private let refusesPrivateAddresses: Bool
    private let decodes: Bool
    private var hasBody = false
    private var header: HeaderReader
    private var isStopped = false
    private var hasRefusedAddress = false
    private var isHeaderTooLong = false

    /// Creates a transfer.
    ///
    /// - Parameter decodes: whether libcurl unpacks a body that its header calls packed.
    /// - Returns: `nil` when libcurl does not take the address, or a field.
    init?(_ job: CurlJob, _ options: CurlTransport.Options, decodes: Bool) {
        guard let handle = curl_easy_init() else { return nil }
        self.job = job
        self.handle = handle
        self.decodes = decodes && !job.request.isVerbatim
        refusesPrivateAddresses = options.refusesPrivateAddresses
        header = HeaderReader(followsRedirects: job.request.followsRedirects)
        if case .form(let parts) = job.request.body {
            guard let form = CurlForm(parts, for: handle) else { return nil }
            self.form = form
        } else {
            form = nil
        }
        guard setUp(options), setUpBody() else { return nil }
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(fields)
    }

    private func setUp(_ options: CurlTransport.Options) -> Bool {
        for field in job.request.fields.fields {
            guard let longer = curl_slist_append(fields, "\(field.name): \(field.value)") else { return false }
            fields = longer
        }
        // Pictures are compressed already, but some servers compress them again.
        if !job.request.isVerbatim, job.request.fields["Accept-Encoding"] == nil {
            guard let longer = curl_slist_append(fields, "Accept-Encoding: identity") else { return false }
            fields = longer
        }
        if form != nil {
            // Without it, libcurl waits a second for servers that do not know the field.
            guard let longer = curl_slist_append(fields, "Expect:") else { return false }
            fields = longer
        }
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1),
            // What is sent goes only to the server that it was meant for.
            (CURLOPT_FOLLOWLOCATION, job.request.followsRedirects ? 1 : 0),
            (CURLOPT_PATH_AS_IS, job.request.isVerbatim ? 1 : 0),
            (CURLOPT_MAXREDIRS, options.redirects),
            (CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS),
            // A second request to a server with HTTP/2 shares the connection that the first one is opening.
            (CURLOPT_PIPEWAIT, job.request.address.lowercased().hasPrefix("https:") ? 1 : 0),
            (CURLOPT_SSL_VERIFYPEER, 1),
            (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_BUFFERSIZE, 128 << 10),
            // Removing a handle must not wait for a name server.
            (CURLOPT_QUICK_EXIT, 1),
        ]
        var texts: [(CURLoption, String)] = [
            (CURLOPT_URL, job.request.address), (CURLOPT_PROTOCOLS_STR, "http,https"),
            (CURLOPT_REDIR_PROTOCOLS_STR, "http,https"),
            // Cookies without a file: those that a redirect sets are sent to its target, and end with this transfer.
            (CURLOPT_COOKIEFILE, ""),
        ]
        // All encodings that libcurl knows.
        if decodes { texts.append((CURLOPT_ACCEPT_ENCODING, "")) }
        if let seconds = options.silenceLimit {
            guard peel_curl_set_number(handle, CURLOPT_LOW_SPEED_LIMIT, Self.leastRate) == CURLE_OK,
                peel_curl_set_number(handle, CURLOPT_LOW_SPEED_TIME, seconds) == CURLE_OK,
                peel_curl_set_number(handle, CURLOPT_CONNECTTIMEOUT, seconds) == CURLE_OK
            else { return false }
        }
        guard numbers.allSatisfy({ peel_curl_set_number(handle, $0.0, $0.1) == CURLE_OK }),
            texts.allSatisfy({ peel_curl_set_text(handle, $0.0, $0.1) == CURLE_OK }),
            peel_curl_set_fields(handle, fields) == CURLE_OK
        else { return false }
        if refusesPrivateAddresses || !options.usesProxies {
            guard peel_curl_set_text(handle, CURLOPT_PROXY, "") == CURLE_OK else { return false }
        }
        return peel_curl_set_callbacks(
            handle,
            { bytes, size, count, context in
                CurlTransfer.at(context).readHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
            },
            { bytes, size, count, context in
                CurlTransfer.at(context).readBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
            },
            { context, _, address in CurlTransfer.at(context).openSocket(address) },
            Unmanaged.passUnretained(self).toOpaque()) == CURLE_OK
    }

    private func setUpBody() -> Bool {
        switch (job.request.method, job.request.body) {
        case (.get, _): return true
        case (.head, _): return peel_curl_set_number(handle, CURLOPT_NOBODY, 1) == CURLE_OK
        case (_, .form):
            // If the server closes a reused connection without an answer, libcurl sends a form again by itself. Only
            // the caller knows whether that is safe.
            return form?.isSet(for: handle) == true
                && peel_curl_set_number(handle, CURLOPT_FRESH_CONNECT, 1) == CURLE_OK
        case (let method, let body):
            guard peel_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, method.rawValue) == CURLE_OK else { return false }
            guard method != .delete else { return true }
            var content: [UInt8] = []
            if case .bytes(let bytes) = body { content = bytes }
            return content.withUnsafeBytes { peel_curl_copy_body(handle, $0.baseAddress, $0.count) } == CURLE_OK
        }
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
        guard let context else { preconditionFailure("libcurl must return the context it was given") }
        return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Reads a line of the header. Returns the bytes that were taken; libcurl ends the transfer if these are not all.
    private func readHeader(_ line: UnsafeRawBufferPointer) -> Int {
        switch header.read(line) {
        case .nothing: return line.count
        case .activity: return hand(.activity) ? line.count : 0
        case .head(let head): return hand(.head(head)) ? line.count : 0
        case .tooLong:
            isHeaderTooLong = true
            return 0
        }
    }

    private func readBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard !bytes.isEmpty else { return 0 }
        hasBody = true
        return hand(.body(Array(bytes))) ? bytes.count : 0
    }

    private func hand(_ event: TransportEvent) -> Bool {
        if !job.receive(event) { isStopped = true }
        return !isStopped
    }

    private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
        let none: curl_socket_t = -1
        guard let address else { return none }
        if refusesPrivateAddresses {
            var count = 0
            let bytes = peel_curl_address_bytes(address, &count)
            guard AddressRules.isPublic(Array(UnsafeRawBufferPointer(start: bytes, count: count))) else {
                hasRefusedAddress = true
                return none
            }
        }
        return peel_curl_open_socket(address)
    }

    /// Whether the body is not encoded as its header says, or in an unknown way. Browsers take such a body unchanged.
    /// It is asked for again: what is sent once is not.
    func mustTakeBodyAsItIs(after code: CURLcode) -> Bool {
        decodes && !hasBody && code == CURLE_BAD_CONTENT_ENCODING && job.request.method == .get
    }

    /// Converts libcurl's result.
    func result(_ code: CURLcode) -> Result<Void, TransportError> {
        guard code != CURLE_OK else { return .success(()) }
        if isStopped { return .failure(TransportError(.stopped)) }
        let detail = String(cString: curl_easy_strerror(code))
        if isHeaderTooLong { return .failure(TransportError(.badResponse, "the header is too long")) }
        return .failure(TransportError(meaning(of: code), detail))
    }

    private func meaning(of code: CURLcode) -> TransportError.Code {
        switch code {
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT: .unsupportedURL
        case CURLE_COULDNT_CONNECT: hasRefusedAddress ? .addressRefused : .unreachable
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_OPERATION_TIMEDOUT: .unreachable
        case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            .insecure
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_OUT_OF_MEMORY, CURLE_WRITE_ERROR: .badResponse
        default: .connectionLost
        }
    }
}
