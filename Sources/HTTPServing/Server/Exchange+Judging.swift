import HTTPMessages

extension Exchange {
    /// Judges the request by its header fields.
    func judge(_ connection: Connection, method sent: UnsafePointer<CChar>) -> Bool {
        let header = connection.header(method: sent, target: targetBytes)
        let method = String(cString: sent)
        guard header.isClean else { return refuseHeader(connection, method) }
        let fields = header.fields
        // libmicrohttpd ends a chunk's line at a bare line feed, and does not check what follows its length, nor the
        // fields after the last chunk: another program may find the end of the body elsewhere.
        isLast = header.isTerse || fields["Transfer-Encoding"] != nil
        let length = fields["Content-Length"]
        let hasBody = fields["Transfer-Encoding"] != nil || (length != nil && length != "0")
        core.connections.setDeadline(hasBody ? .now + core.limits.bodyTime : nil, for: socket)
        do throws(HTTPError) {
            try Self.checkFraming(fields)
            try Self.checkSize(connection.headerBytes, limit: core.limits.headerBytes)
            let request = try HTTPRequest(
                HTTPMethod(rawValue: method), target, fields: fields, remoteAddress: connection.remoteAddress)
            switch core.service.admission(of: request) {
            case .refused(let response):
                return refuse(response, request, hasBody: hasBody, on: connection)
            case .accepted(let limit, let folder):
                if let count = length.flatMap({ Int($0) }), count > limit {
                    return refuse(HTTPResponse(.bodyTooLarge(limit: limit)), request, hasBody: true, on: connection)
                }
                if core.isFull { return refuse(core.busy, request, hasBody: hasBody, on: connection) }
                if let folder {
                    let count = length.flatMap { Int($0) } ?? 0
                    if let full = lackOfRoom(for: count, in: folder) {
                        return refuse(full, request, hasBody: hasBody, on: connection)
                    }
                    bodyFolder = folder
                    if hasBody { core.connections.setDeadline(.now + core.limits.storingTime(of: count), for: socket) }
                }
                phase = .receiving(request, maximumBodyBytes: limit)
                guard folder == nil else { return true }
                // Enough for most bodies, but little memory for one that is only announced.
                body.reserveCapacity(min(length.flatMap { Int($0) } ?? 0, 16 << 20))
                return true
            }
        } catch {
            // A request that was not understood is answered as if it were for the first page, and without its fields.
            guard let request = try? HTTPRequest(HTTPMethod(rawValue: method), "/") else { return false }
            return refuse(HTTPResponse(error), request, hasBody: hasBody, on: connection)
        }
    }

    /// Refuses a header. It is unknown where the body begins and ends, so nothing more is read.
    private func refuseHeader(_ connection: Connection, _ method: String) -> Bool {
        guard let request = try? HTTPRequest(HTTPMethod(rawValue: method), "/") else { return false }
        let error = HTTPError.badRequest(
            "a header field is a name, a colon, a blank and a value on one line, without control characters")
        return refuse(HTTPResponse(error), request, hasBody: true, on: connection)
    }

    /// Refuses a request. A short body is read before the answer, so that the connection can be used again; otherwise
    /// the answer is sent at once, and the connection ends.
    private func refuse(
        _ response: HTTPResponse, _ request: HTTPRequest, hasBody: Bool, on connection: Connection
    ) -> Bool {
        let count = hasBody ? request.fields["Content-Length"].flatMap { Int($0) } : 0
        let waits = request.fields["Expect"]?.lowercased() == "100-continue"
        if let count, count == 0 || count <= 65_536 && !waits {
            phase = .discarding(request, response, count: 0)
            return true
        }
        leavesBody = true
        return send(response, for: request, on: connection)
    }

    /// Checks that two servers in a row cannot read one message as two (RFC 9112, 6.3).
    private static func checkFraming(_ fields: HTTPFields) throws(HTTPError) {
        let lengths = fields.values("Content-Length")
        let encodings = fields.values("Transfer-Encoding")
        guard lengths.count <= 1, encodings.count <= 1, lengths.isEmpty || encodings.isEmpty else {
            throw .badRequest("the body's length is given twice")
        }
        guard lengths.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            encodings.allSatisfy({ $0.lowercased() == "chunked" })
        else { throw .badRequest("the body has no valid length and is not chunked") }
    }

    private static func checkSize(_ count: Int, limit: Int) throws(HTTPError) {
        guard count <= limit else {
            throw HTTPError(
                .headerFieldsTooLarge, code: "headerFieldsTooLarge",
                "the header fields have more than the \(limit) bytes that are allowed")
        }
    }
}
