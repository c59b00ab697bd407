import CMicroHTTPD
import Glibc
import HTTPMessages

extension Exchange {
    /// Hands an answer to libmicrohttpd.
    ///
    /// - Returns: whether the connection goes on.
    func send(_ answer: HTTPResponse, for request: HTTPRequest, on connection: Connection) -> Bool {
        phase = .answered
        var response = core.service.finish(answer, for: request)
        if core.isStopping || leavesBody { response.fields["Connection"] = "close" }
        guard let handle = make(&response, for: request, connection) else { return false }
        let bytes = request.method == .head ? 0 : response.body.count
        core.deadlines.set(bytes.map { .now + core.limits.sendingTime(of: $0) }, for: socket)
        defer { MHD_destroy_response(handle) }
        for field in response.fields.fields where !Self.isOwn(field.name) {
            _ = MHD_add_response_header(handle, field.name, field.value)
        }
        return MHD_queue_response(connection.handle, UInt32(response.status.rawValue), handle) == .YES
    }

    /// What the server alone writes.
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
                guard core.reserveAnswer(bytes.count) else { return nil }
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
            return makeStream(capacity: stream.bufferedBytes, heartbeat: nil, connection) { feed in
                let isWhole = await stream.run { await feed.writeWaiting($0) }
                feed.end(isWhole ? .finished : .broken)
            }
        case .events(let events):
            return makeStream(capacity: events.maximumBufferedBytes, heartbeat: events.heartbeat, connection) { feed in
                await events.run { event in
                    events.waitsForClient ? await feed.writeWaiting(event.bytes) : feed.write(event.bytes)
                }
                feed.end(.finished)
            }
        }
    }

    private func makeStream(
        capacity: Int, heartbeat: Duration?, _ connection: Connection,
        source: @escaping @Sendable (StreamFeed) async -> Void
    ) -> OpaquePointer? {
        guard let feed = StreamFeed(capacity: capacity, socket: socket),
            core.begin(feed, isEvents: heartbeat != nil)
        else { return nil }
        self.feed = feed
        return StreamReader(
            feed: feed, connection: connection, socket: socket, heartbeat: heartbeat, idleTime: core.limits.idleTime,
            source: source
        ).response()
    }
}
