import CCurl

/// The owner of libcurl's handles. It stays on the transport's thread.
final class CurlTransfers {
    private let multi: UnsafeMutableRawPointer
    private let options: CurlTransport.Options
    private var transfers: [Int: CurlTransfer] = [:]

    private static let isStarted = peel_curl_start() == CURLE_OK

    init(_ options: CurlTransport.Options) {
        guard Self.isStarted, let multi = curl_multi_init() else {
            preconditionFailure("libcurl has no memory for its first handle")
        }
        self.multi = multi
        self.options = options
        _ = peel_curl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, options.connectionsPerHost)
        _ = peel_curl_multi_set_number(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, options.connections)
        _ = peel_curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, options.connections)
    }

    deinit {
        curl_multi_cleanup(multi)
    }

    var waker: CurlWaker { CurlWaker(multi) }
    var count: Int { transfers.count }

    func start(_ job: CurlJob, decodes: Bool = true) {
        guard let transfer = CurlTransfer(job, options, decodes: decodes) else {
            return job.finish(.failure(TransportError(.unsupportedURL)))
        }
        guard curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
            return job.finish(.failure(TransportError(.unreachable)))
        }
        transfers[job.id] = transfer
    }

    /// Cancels a transfer. Nothing more is received once this returns.
    func cancel(_ id: Int) {
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        curl_multi_remove_handle(multi, transfer.handle)
        transfer.job.finish(.failure(TransportError(.cancelled)))
    }

    func cancelAll() {
        for id in Array(transfers.keys) { cancel(id) }
    }

    /// Reads and writes what is possible, and ends finished transfers.
    func perform() {
        var hasStarted = true
        while hasStarted { hasStarted = performOnce() }
    }

    /// Reads and writes once. Returns whether a transfer has started again.
    private func performOnce() -> Bool {
        var running: CInt = 0
        curl_multi_perform(multi, &running)
        var hasStarted = false
        var code = CURLE_OK
        while let handle = peel_curl_next_ended(multi, &code) {
            guard let context = peel_curl_context(handle) else { continue }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            curl_multi_remove_handle(multi, handle)
            transfers[transfer.job.id] = nil
            if transfer.mustTakeBodyAsItIs(after: code) {
                start(transfer.job, decodes: false)
                hasStarted = true
            } else {
                transfer.job.finish(transfer.result(code))
            }
        }
        return hasStarted
    }

    /// Waits until something can be done, or the waker is called.
    func wait() {
        // libcurl shortens this to its own next timer.
        curl_multi_poll(multi, nil, 0, 60_000, nil)
    }
}
