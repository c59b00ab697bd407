import CMicroHTTPD
import Glibc

/// Lets libmicrohttpd send a stream. Its callback waits on the connection's own thread until there is something to
/// send, the client leaves, or a heartbeat is due. It never returns zero bytes, because libmicrohttpd would ask again
/// at once.
final class StreamReader {
    private let buffer: StreamBuffer
    private let connection: Connection
    private let socket: CInt
    private let heartbeat: Duration?
    private let idleTime: Duration
    /// The source; `nil` once it was started.
    private var source: (@Sendable (StreamBuffer) async -> Void)?

    init(
        buffer: StreamBuffer, connection: Connection, socket: CInt, heartbeat: Duration?, idleTime: Duration,
        source: @escaping @Sendable (StreamBuffer) async -> Void
    ) {
        self.buffer = buffer
        self.connection = connection
        self.socket = socket
        self.heartbeat = heartbeat
        self.idleTime = idleTime
        self.source = source
    }

    /// - Returns: `nil` when there is no memory.
    func response() -> OpaquePointer? {
        let reader = Unmanaged.passRetained(self)
        let response = MHD_create_response_from_callback(
            UInt64.max, 16_384,
            { reader, _, buffer, count in
                guard let reader, let buffer else { return -2 }
                return Unmanaged<StreamReader>.fromOpaque(reader).takeUnretainedValue()
                    .read(UnsafeMutableRawBufferPointer(start: buffer, count: count))
            }, reader.toOpaque(),
            { reader in
                if let reader { Unmanaged<StreamReader>.fromOpaque(reader).release() }
            })
        if response == nil { reader.release() }
        return response
    }

    /// - Returns: the number of bytes, or one of libmicrohttpd's two ends.
    private func read(_ target: UnsafeMutableRawBufferPointer) -> Int {
        if let source {
            self.source = nil
            buffer.start(source)
        }
        while true {
            switch buffer.read(into: target) {
            case .bytes(let count): return count
            case .end(.finished): return -1
            case .end(.broken), .end(.cut): return -2
            case .nothingYet: break
            }
            let event = buffer.signal.wait(orHangupOf: socket, timeout: heartbeat)
            connection.restartIdleTime(idleTime)
            switch event {
            case .raised: continue
            case .hangup: return -2
            case .timeout:
                target.copyBytes(from: ServerSentEvent.heartbeat)
                return ServerSentEvent.heartbeat.count
            }
        }
    }
}
