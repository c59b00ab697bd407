import CMicroHTTPD
import Glibc

/// The threads of libmicrohttpd: one accepts clients, and each client has its own.
struct Daemon {
    private let handle: OpaquePointer
    /// The core for the callbacks, until ``stop()``.
    private let core: Unmanaged<ServerCore>

    /// Starts the threads.
    ///
    /// - Parameter listener: stays open until ``stop()`` has returned.
    init(listener: CInt, core: ServerCore, certificate: ServerCertificate?) throws(ServerError) {
        let held = Unmanaged.passRetained(core)
        let limits = core.limits
        var settings = peel_http_settings()
        settings.listener = listener
        settings.connections = UInt32(clamping: limits.connections + limits.eventStreams)
        settings.connections_per_client = UInt32(clamping: limits.connectionsPerClient + limits.eventStreams)
        settings.idle_seconds = UInt32(clamping: max(1, limits.idleTime.components.seconds))
        // Room for the request's fields, as sent and as libmicrohttpd keeps them, and for those of the answer.
        settings.connection_bytes = 3 * limits.headerBytes + (32 << 10)
        settings.stack_bytes = 512 << 10
        settings.context = held.toOpaque()
        settings.connection_changed = { core, connection, _, change in
            Daemon.connectionChanged(core, connection, isNew: change == .CONNECTION_NOTIFY_STARTED)
        }
        settings.request_begins = { Daemon.requestBegins($0, $1, $2) }
        settings.request_continues = { _, connection, _, method, _, data, count, request in
            Daemon.requestContinues(connection, method: method, data: data, count: count, request)
        }
        settings.request_ends = { _, _, request, _ in Daemon.requestEnds(request) }
        let handle = Self.start(&settings, certificate)
        guard let handle else {
            let errorNumber = errno
            held.release()
            let reason = String(cString: strerror(errorNumber))
            throw ServerError(.system(errorNumber), "the server does not start: \(reason)")
        }
        self.handle = handle
        self.core = held
    }

    private static func start(_ settings: inout peel_http_settings, _ certificate: ServerCertificate?) -> OpaquePointer?
    {
        guard let certificate else { return peel_http_start(&settings) }
        return certificate.keyPEM.withCString { key in
            certificate.certificatePEM.withCString { text in
                (settings.key, settings.certificate) = (key, text)
                return peel_http_start(&settings)
            }
        }
    }

    /// The number of open connections.
    var connectionCount: Int { Int(peel_http_connection_count(handle)) }

    /// Accepts no more clients. The socket stays open, and its owner's.
    func refuseClients() {
        _ = MHD_quiesce_daemon(handle)
    }

    /// Ends all connections and waits for their threads. No client may be accepted any more.
    ///
    /// A client may have been taken in this moment and not be known yet. So there is one more connection, whose client
    /// has left, when all others have ended: once it has ended too, the one thread that takes clients has come past
    /// that.
    func endConnections() async {
        let connections = core.takeUnretainedValue().connections
        await connections.endAll()
        guard let client = connections.beginDeparted() else { return }
        guard peel_http_add(handle, client) == .YES else { return connections.end(client) }
        await connections.endAll()
    }

    /// Waits for libmicrohttpd's thread, and for those of connections. Blocks: call it on a thread of its own. No
    /// connection may be open, because libmicrohttpd 0.9.75 would use a response that it does not have if it refused a
    /// request after this call.
    func stop() {
        MHD_stop_daemon(handle)
        core.release()
    }

    // MARK: Callbacks. A request's exchange is held from its first line to its end, each of which comes once.

    private static func connectionChanged(
        _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, isNew: Bool
    ) {
        guard let context, let connection else { return }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        let socket = Connection(handle: connection).socket
        if isNew {
            core.connections.begin(socket, deadline: .now + core.limits.headerTime)
        } else {
            core.connections.end(socket)
        }
    }

    private static func requestBegins(
        _ core: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
    ) -> UnsafeMutableRawPointer? {
        guard let core, let target, let connection else { return nil }
        let exchange = Exchange(
            core: Unmanaged<ServerCore>.fromOpaque(core).takeUnretainedValue(), target: target,
            socket: Connection(handle: connection).socket)
        return Unmanaged.passRetained(exchange).toOpaque()
    }

    private static func requestContinues(
        _ connection: OpaquePointer?, method: UnsafePointer<CChar>?, data: UnsafePointer<CChar>?,
        count: UnsafeMutablePointer<Int>?, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> MHD_Result {
        guard let connection, let method, let count, let request = request?.pointee else { return .NO }
        let exchange = Unmanaged<Exchange>.fromOpaque(request).takeUnretainedValue()
        let piece = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : count.pointee)
        count.pointee = 0
        let goesOn = exchange.proceed(Connection(handle: connection), method: method, piece: piece)
        return goesOn ? .YES : .NO
    }

    private static func requestEnds(_ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) {
        guard let held = request?.pointee else { return }
        request?.pointee = nil
        Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue().end()
    }
}
