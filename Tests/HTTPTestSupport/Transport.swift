import HTTPMessages
import Synchronization

@testable import HTTPServing

/// A way to ask a service: in memory, or over a socket of this machine.
enum Transport: CaseIterable, Sendable {
    case memory
    case socket

    struct Answer: Hashable, Sendable {
        var status: Int
        var fields: HTTPFields
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    typealias Ask = (_ method: String, _ target: String, _ fields: HTTPFields, _ body: [UInt8]) async throws -> Answer

    func with(
        _ service: any HTTPService, limits: ServerLimits = .patient, _ body: (@escaping Ask) async throws -> Void
    ) async throws {
        switch self {
        case .memory:
            try await body { method, target, fields, bytes in
                var fields = fields
                fields["Host"] = "localhost"
                do throws(HTTPError) {
                    let request = try HTTPRequest(
                        HTTPMethod(rawValue: method), target, fields: fields, body: bytes)
                    return await Self.answer(service.answer(request))
                } catch {
                    return await Self.answer(HTTPResponse(error))
                }
            }
        case .socket:
            try await withServer(service, limits: limits) { server in
                let port = server.address.port
                let client = try await blocking { try RawClient(port: port) }
                try await body { method, target, fields, bytes in
                    let answer = try await blocking {
                        try client.send(Self.head(method, target, fields: fields, bodyCount: bytes.count))
                        try client.send(bytes)
                        return try client.readAnswer(to: method)
                    }
                    return Answer(status: answer.status, fields: answer.fields, body: answer.body)
                }
            }
        }
    }

    private static func answer(_ response: HTTPResponse) async -> Answer {
        let body: [UInt8] =
            switch response.body {
            case .bytes(let bytes): bytes
            case .file(let file): file.readBytes()
            case .stream(let stream): await stream.collect()
            case .events(let events): await events.collect().flatMap(\.bytes)
            }
        return Answer(status: response.status.rawValue, fields: response.fields, body: body)
    }

    private static func head(_ method: String, _ target: String, fields: HTTPFields, bodyCount count: Int) -> String {
        let lines = fields.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        let length = count > 0 ? "Content-Length: \(count)\r\n" : ""
        return "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(lines)\(length)\r\n"
    }
}

extension ByteStream {
    /// Returns all the bytes of a stream that ends.
    fileprivate func collect() async -> [UInt8] {
        let collected = Mutex<[UInt8]>([])
        _ = await run { piece in
            collected.withLock { $0 += piece }
            return true
        }
        return collected.withLock { $0 }
    }
}

extension EventStream {
    /// Returns the events of a stream that ends.
    fileprivate func collect() async -> [ServerSentEvent] {
        let collected = Mutex<[ServerSentEvent]>([])
        await run { event in
            collected.withLock { $0.append(event) }
            return true
        }
        return collected.withLock { $0 }
    }
}

/// A server on a free port that has stopped when this returns.
func withServer(
    _ service: any HTTPService, limits: ServerLimits = .patient, certificate: ServerCertificate? = nil,
    _ body: (HTTPServer) async throws -> Void
) async throws {
    let server = try HTTPServer(port: 0, certificate: certificate, limits: limits) { _ in service }
    do {
        try await body(server)
    } catch {
        await server.stop(grace: .zero)
        throw error
    }
    await server.stop(grace: .zero)
}

/// The same with a client.
func withClient(
    of service: any HTTPService, limits: ServerLimits = .patient,
    _ body: @escaping @Sendable (RawClient) throws -> Void
) async throws {
    try await withServer(service, limits: limits) { server in
        let port = server.address.port
        try await blocking { try body(RawClient(port: port)) }
    }
}
