import CMicroHTTPD
import Glibc
import HTTPMessages

extension Exchange {
    /// Passes an answer to libmicrohttpd.
    ///
    /// - Returns: whether the connection goes on.
    func send(_ answer: HTTPResponse, for request: HTTPRequest, on connection: Connection) -> Bool {
        phase = .answered
        var response = core.service.finish(answer, for: request)
        guard let handle = make(&response, for: request, connection) else { return false }
        if core.isStopping || leavesBody || isLast { response.fields["Connection"] = "close" }
        let bytes = request.method == .head ? 0 : response.body.count
        core.connections.setDeadline(bytes.map { .now + core.limits.sendingTime(of: $0) }, for: socket)
        defer { MHD_destroy_response(handle) }
        for field in response.fields.fields where !Self.isOwn(field.name) {
            _ = MHD_add_response_header(handle, field.name, field.value)
        }
        return MHD_queue_response(connection.handle, UInt32(response.status.rawValue), handle) == .YES
    }

    /// Whether only the server writes this field.
    private static func isOwn(_ name: String) -> Bool {
        ["content-length", "transfer-encoding", "date"].contains(name.lowercased())
    }

    private func make(
        _ response: inout HTTPResponse, for request: HTTPRequest, _ connection: Connection
    ) -> OpaquePointer? {
        if request.method == .head, response.body.count == nil { return peel_http_headers_alone() }
        if let handle = makeBody(response.body, connection) { return handle }
        response = core.service.finish(core.busy, for: request)
        return makeBody(response.body, connection)
    }

    private func makeBody(_ body: HTTPBody, _ connection: Connection) -> OpaquePointer? {
        switch body {
        case .bytes(let bytes):
            if bytes.count > BodyReader.shortest {
                guard core.withLoad({ $0.reserveAnswer(bytes.count) }) else { return nil }
                reservedAnswerBytes += bytes.count
            }
            return BodyReader.response(bytes)
        case .file(let file):
            guard let descriptor = file.duplicate() else { return nil }
            let handle = MHD_create_response_from_fd_at_offset64(
                UInt64(file.range.count), descriptor, UInt64(file.range.lowerBound))
            if handle == nil { close(descriptor) }
            return handle
        case .stream(let stream):
            return makeStream(capacity: stream.bufferedBytes, heartbeat: nil, connection) { buffer in
                let isWhole = await stream.run { await buffer.writeWaiting($0) }
                buffer.end(isWhole ? .finished : .broken)
            }
        case .events(let events):
            return makeStream(capacity: events.maximumBufferedBytes, heartbeat: events.heartbeat, connection) {
                buffer in
                await events.run { event in
                    events.waitsForClient ? await buffer.writeWaiting(event.bytes) : buffer.write(event.bytes)
                }
                buffer.end(.finished)
            }
        }
    }

    private func makeStream(
        capacity: Int, heartbeat: Duration?, _ connection: Connection,
        source: @escaping @Sendable (StreamBuffer) async -> Void
    ) -> OpaquePointer? {
        guard let buffer = StreamBuffer(capacity: capacity, socket: socket),
            core.begin(buffer, eventsOf: heartbeat == nil ? nil : connection.remoteAddress)
        else { return nil }
        self.buffer = buffer
        return StreamReader(
            buffer: buffer, connection: connection, socket: socket, heartbeat: heartbeat,
            idleTime: core.limits.idleTime,
            source: source
        ).response()
    }
}
