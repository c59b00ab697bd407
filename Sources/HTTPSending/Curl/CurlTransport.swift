import CCurl
import Execution
import Glibc
import Synchronization

/// Sends requests with libcurl. Connections are kept and shared; HTTP/2 is used if server and library support it.
///
/// All of libcurl runs on one thread that belongs to the transport, begins with the first request and ends with the
/// transport. What a request's `receive` does, it does on that thread. Certificates are checked. Only `http` and
/// `https` are spoken, also after a redirect.
public final class CurlTransport: HTTPTransport {
    /// The options of a transport.
    public struct Options: Hashable, Sendable {
        /// Whether connections to loopback, private, link-local and other addresses outside the public Internet are
        /// refused, after the name is resolved and at every redirect. No proxy is used then, because it would resolve
        /// the names.
        public var refusesPrivateAddresses = false
        /// The most redirects, 10 by default.
        package var redirects = 10
        /// The connections to one host. Further transfers wait for one of them, or share it.
        package var connectionsPerHost = 6
        /// The connections to all hosts together, 32 by default.
        package var connections = 32
        /// Whether proxies of the environment (`http_proxy`, …) are used.
        public var usesProxies = true
        /// The seconds with fewer than 1,000 bytes each, in either direction, after which a transfer ends as
        /// ``TransportError/Code/unreachable``; at least 1. With `nil`, the caller ends it.
        package var silenceLimit: Int?

        /// Creates the default options.
        public init() {}
    }

    private let loop: CurlLoop

    /// Creates a transport; it opens nothing yet.
    public init(_ options: Options = Options()) {
        loop = CurlLoop(options)
    }

    deinit {
        loop.close()
    }

    /// Sends a request and passes its answer on piece by piece.
    ///
    /// - Throws: ``TransportError``.
    package func send(
        _ request: TransportRequest, receive: @escaping @Sendable (TransportEvent) -> Bool
    ) async throws(TransportError) {
        let id = loop.newTransfer()
        try await withTypedContinuation { continuation in
            loop.add(
                CurlJob(id: id, request: request, receive: receive) { continuation.resume(returning: $0) },
                unless: { Task.isCancelled })
        } onCancel: {
            loop.cancel(id)
        }
    }

    /// Whether an address in digits, such as `192.168.1.1` or `fe80::1`, is in the public Internet; `false` for other
    /// text.
    package static func isPublicAddress(_ digits: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, digits, &bytes) == 1 { return AddressRules.isPublic(Array(bytes[..<4])) }
        let plain = digits.hasPrefix("[") && digits.hasSuffix("]") ? String(digits.dropFirst().dropLast()) : digits
        return inet_pton(AF_INET6, plain, &bytes) == 1 && AddressRules.isPublic(bytes)
    }

    /// The number of transfers in libcurl.
    var runningTransfers: Int { loop.runningTransfers }
    var hasThread: Bool { loop.hasThread }
}

/// A transfer on its way to the loop's thread.
struct CurlJob: Sendable {
    let id: Int
    let request: TransportRequest
    let receive: @Sendable (TransportEvent) -> Bool
    /// Called once; `receive` is not called after it.
    let finish: @Sendable (Result<Void, TransportError>) -> Void
}
