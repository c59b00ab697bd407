import CMicroHTTPD
import Glibc

/// A connection in a callback of libmicrohttpd, valid during the callback, on the connection's thread.
struct Connection {
    let handle: OpaquePointer

    var socket: CInt { peel_http_socket(handle) }

    /// The bytes of the request's line and header fields together.
    var headerBytes: Int { peel_http_header_size(handle) }

    /// The client's address in digits; empty if the system does not know it any more.
    var remoteAddress: String {
        peel_http_client(handle).map { SocketAddress($0).host } ?? ""
    }

    /// - Parameters:
    ///   - method: of the request, where libmicrohttpd has it.
    ///   - target: the same.
    func header(method: UnsafePointer<CChar>, target: UnsafeRawBufferPointer) -> RequestHeader {
        var header = RequestHeader(method: method, target: target)
        withUnsafeMutablePointer(to: &header) { pointer in
            _ = MHD_get_connection_values_n(
                handle, .HEADER_KIND,
                { context, _, name, nameCount, value, valueCount in
                    let header = context?.assumingMemoryBound(to: RequestHeader.self)
                    header?.pointee.add(
                        UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameCount),
                        UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount))
                    return .YES
                }, pointer)
        }
        header.finish(at: UnsafeRawPointer(method) + headerBytes)
        return header
    }

    /// Restarts the idle time, which otherwise counts from the last bytes that were sent while the client waited.
    func restartIdleTime(_ time: Duration) {
        peel_http_restart_idle_time(handle, UInt32(clamping: max(1, time.components.seconds)))
    }
}
