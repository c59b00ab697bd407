import CCurl
import Files
import HTTPMessages
import Synchronization

/// A handle of libcurl with its open connection. A call blocks until the answer is whole.
// libcurl documents that a handle may be used on any thread by one at a time; CurlHandles gives it to one at a time.
final class CurlHandle: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer
    private var answer = StorageAnswer()
    private var limit = 0
    private var isTooLarge = false
    private var stop: TransferStop?

    private static let longestRefusal = 1 << 16
    /// The least rate in bytes a second. A server that is slower counts as silent.
    private static let leastRate = 1_000
    private static let isStarted = peel_curl_start() == CURLE_OK

    init() {
        guard Self.isStarted, let handle = curl_easy_init() else {
            preconditionFailure("libcurl has no memory for a handle")
        }
        self.handle = handle
    }

    deinit {
        curl_easy_cleanup(handle)
    }

    /// Signs a request, sends it and reads the answer.
    func perform(
        _ request: StorageRequest, _ url: String, _ signing: StorageSigning, idleLimit: Duration, _ stop: TransferStop
    ) -> StorageAnswer {
        answer = StorageAnswer()
        limit = request.limit
        isTooLarge = false
        self.stop = stop
        defer { self.stop = nil }
        // Keeps connections and clears all options.
        curl_easy_reset(handle)
        var fields: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(fields) }
        for (name, value) in signing.fields(of: request, to: url).pairs {
            guard let longer = curl_slist_append(fields, "\(name): \(value)") else { break }
            fields = longer
        }
        guard setUp(request, url, idleLimit), peel_curl_set_fields(handle, fields) == CURLE_OK else {
            answer.failure = .badAnswer("libcurl refuses the request")
            return answer
        }
        let code = request.body.withUnsafeBytes { body in
            if request.method == .put || request.method == .post {
                // libcurl reads from here while it sends, and again if a connection turns out to be closed.
                guard peel_curl_set_body(handle, body.baseAddress, body.count) == CURLE_OK else {
                    return CURLE_OUT_OF_MEMORY
                }
            }
            return curl_easy_perform(handle)
        }
        answer.status = peel_curl_status(handle)
        answer.failure = failure(code)
        defer { answer = StorageAnswer() }
        return answer
    }

    private func setUp(_ request: StorageRequest, _ url: String, _ idleLimit: Duration) -> Bool {
        let seconds = max(1, Int(idleLimit / .seconds(1)))
        var numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_CONNECTTIMEOUT, seconds), (CURLOPT_LOW_SPEED_LIMIT, Self.leastRate),
            (CURLOPT_LOW_SPEED_TIME, seconds),
            (CURLOPT_TCP_KEEPALIVE, 1), (CURLOPT_PATH_AS_IS, 1),
        ]
        // This is only a wish: libcurl refuses it on a handle whose last request found no address for the server's
        // name.
        _ = peel_curl_set_number(handle, CURLOPT_BUFFERSIZE, 256 << 10)
        if request.method == .head { numbers.append((CURLOPT_NOBODY, 1)) }
        var texts: [(CURLoption, String)] = [(CURLOPT_URL, url), (CURLOPT_PROTOCOLS_STR, "http,https")]
        if ![.get, .head].contains(request.method) {
            texts.append((CURLOPT_CUSTOMREQUEST, request.method.rawValue))
        }
        guard numbers.allSatisfy({ peel_curl_set_number(handle, $0.0, $0.1) == CURLE_OK }),
            texts.allSatisfy({ peel_curl_set_text(handle, $0.0, $0.1) == CURLE_OK })
        else { return false }
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard
            peel_curl_set_progress(
                handle, { context, _, _, _, _ in CurlHandle.at(context).stop?.isRequested == true ? 1 : 0 }, context)
                == CURLE_OK
        else { return false }
        return peel_curl_set_callbacks(
            handle,
            { bytes, size, count, context in
                CurlHandle.at(context).readHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
            },
            { bytes, size, count, context in
                CurlHandle.at(context).readBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
            },
            { _, _, address in address.map { peel_curl_open_socket($0) } ?? -1 }, context) == CURLE_OK
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> CurlHandle {
        guard let context else { preconditionFailure("libcurl must return the context it was given") }
        return Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
    }

    /// Reads a line of the header. Returns the bytes that were taken; libcurl ends the transfer if these are not all.
    private func readHeader(_ line: UnsafeRawBufferPointer) -> Int {
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            answer.fields = [:]
        } else if let colon = text.firstIndex(of: ":"), answer.fields.fields.count < 200 {
            let value = text[text.index(after: colon)...].filter { !$0.isNewline }
            answer.fields.append(String(text[..<colon]), HTTPFields.trimmed(value))
        }
        return line.count
    }

    private func readBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard (200..<300).contains(peel_curl_status(handle)) else {
            // A refusal, whose text is short; the rest is ignored.
            answer.body.append(contentsOf: bytes.prefix(max(0, Self.longestRefusal - answer.body.count)))
            return bytes.count
        }
        guard answer.body.count + bytes.count <= limit else {
            isTooLarge = true
            return 0
        }
        if answer.body.isEmpty, let length = answer.fields["Content-Length"].flatMap({ Int($0) }) {
            answer.body.reserveCapacity(min(max(0, length), limit))
        }
        answer.body.append(contentsOf: bytes)
        return bytes.count
    }

    private func failure(_ code: CURLcode) -> StorageAnswer.Failure? {
        let detail = String(cString: curl_easy_strerror(code))
        return switch code {
        case CURLE_OK: nil
        case _ where isTooLarge: .tooLarge
        case CURLE_ABORTED_BY_CALLBACK: .cancelled
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            .insecure(detail)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
            .badAnswer(detail)
        default: .connection(detail)
        }
    }
}

/// Ends a transfer from another thread, within a second.
final class TransferStop: Sendable {
    private let flag = Atomic(false)

    var isRequested: Bool { flag.load(ordering: .relaxed) }

    func request() {
        flag.store(true, ordering: .relaxed)
    }
}
