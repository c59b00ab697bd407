import Glibc
import HTTPMessages
import Synchronization
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport

@Suite struct EventStreamTests {
    private static let get = "GET /events HTTP/1.1\r\nHost: localhost\r\n"

    private func router(
        heartbeat: Duration = .seconds(60), capacity: Int = 1 << 20,
        _ events: @escaping @Sendable (HTTPRequest) -> AsyncStream<ServerSentEvent>
    ) -> Router {
        var router = Router()
        router.add(.get, "/events") { request, _ in
            .events(EventStream(heartbeat: heartbeat, maximumBufferedBytes: capacity) { events(request) })
        }
        return router
    }

    @Test func eventsComeAsTheyHappenAfterTheHeaderFields() async throws {
        let (events, source) = AsyncStream<ServerSentEvent>.makeStream()
        try await withClient(of: router { _ in events }) { client in
            try client.send(Self.get + "\r\n")
            let head = try client.readHead()
            #expect(head.status == 200 && head.fields["Content-Type"] == "text/event-stream")
            #expect(head.fields["Cache-Control"] == "no-cache" && head.fields["X-Accel-Buffering"] == "no")
            var rest: [UInt8] = []
            for number in 0..<5 {
                source.yield(ServerSentEvent(id: "\(number)", data: "a\nb"))
                #expect(try client.readEvent(&rest) == "id: \(number)\ndata: a\ndata: b\n\n")
            }
            source.finish()
            #expect(try client.readChunk() == [], "the stream ends in order, and the connection goes on")
            try client.send(Self.get + "\r\n")
            #expect(try client.readHead().status == 200)
        }
    }

    @Test func aClientThatComesBackGetsWhatItMissed() async throws {
        let router = router { request in
            AsyncStream { continuation in
                let last = request.lastEventID.flatMap { Int($0) } ?? 0
                for number in last + 1..<last + 3 { continuation.yield(ServerSentEvent(id: "\(number)", data: "")) }
            }
        }
        try await withServer(router) { server in
            let port = server.address.port
            try await blocking {
                for (field, first) in [("", 1), ("Last-Event-ID: 7\r\n", 8), ("last-event-id: 2\r\n", 3)] {
                    let client = try RawClient(port: port)
                    var rest: [UInt8] = []
                    try client.send(Self.get + field + "\r\n")
                    _ = try client.readHead()
                    #expect(try client.readEvent(&rest) == "id: \(first)\ndata: \n\n")
                    #expect(try client.readEvent(&rest) == "id: \(first + 1)\ndata: \n\n")
                    client.close()
                }
            }
        }
    }

    @Test func whereNothingHappensAHeartbeatComes() async throws {
        try await withClient(of: router(heartbeat: .milliseconds(5)) { _ in AsyncStream { _ in } }) { client in
            try client.send(Self.get + "\r\n")
            _ = try client.readHead()
            var rest: [UInt8] = []
            for _ in 0..<3 { #expect(try client.readEvent(&rest) == ":\n\n") }
        }
    }

    @Test func aClientThatLeavesEndsTheEvents() async throws {
        let ended = Gate()
        let router = router { _ in AsyncStream { $0.onTermination = { _ in ended.open() } } }
        try await withServer(router) { server in
            let port = server.address.port
            try await blocking {
                let client = try RawClient(port: port)
                try client.send(Self.get + "\r\n")
                _ = try client.readHead()
                client.close()
            }
            await ended.wait()
        }
    }

    @Test func aClientThatFallsBehindIsDisconnectedAndItsEventsEnd() async throws {
        let ended = Gate()
        let router = router(capacity: 1 << 16) { _ in
            AsyncStream { continuation in
                let data = String(repeating: "x", count: 1 << 20)
                for number in 0..<50 { continuation.yield(ServerSentEvent(id: "\(number)", data: data)) }
                continuation.onTermination = { _ in ended.open() }
            }
        }
        try await withServer(router) { server in
            let port = server.address.port
            let client = try await blocking { try RawClient(port: port) }
            try await blocking {
                try client.send(Self.get + "\r\n")
                _ = try client.readHead()
            }
            await ended.wait()
            try await blocking {
                _ = #expect(throws: RawClient.Failure.self) { while true { _ = try client.readChunk() } }
            }
        }
    }

    @Test func headStartsNoEvents() async throws {
        let isStarted = Watched(false)
        let router = router { _ in
            isStarted.withLock { $0 = true }
            return AsyncStream { $0.finish() }
        }
        try await withClient(of: router) { client in
            try client.send("HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let head = try client.readHead()
            #expect(head.fields["Content-Type"] == "text/event-stream")
            #expect(try client.readToEnd() == [])
            #expect(!isStarted.value)
        }
    }

    @Test func asManyStreamsAsThereMayBeFromOneClientLeaveAllItsOtherConnectionsFree() async throws {
        var limits = ServerLimits.patient
        (limits.connections, limits.connectionsPerClient, limits.eventStreams) = (2, 2, 4)
        var router = router { _ in AsyncStream { _ in } }
        router.add(.get, "/") { _, _ in .text("home") }
        try await withServer(router, limits: limits) { server in
            let port = server.address.port
            try await blocking {
                let streams = try (0..<4).map { _ in
                    let client = try RawClient(port: port)
                    try client.send(Self.get + "\r\n")
                    #expect(try client.readHead().status == 200)
                    return client
                }
                for _ in 0..<2 {
                    let client = try RawClient(port: port)
                    try client.send(Self.get + "\r\n")
                    #expect(try client.readAnswer().status == 503)
                    try client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    #expect(try client.readAnswer().text == "home")
                }
                for stream in streams { stream.close() }
            }
        }
    }

    @Test func noMoreStreamsOfOneClientThanAllowedAndTheirPlacesComeBack() async throws {
        var limits = ServerLimits.patient
        (limits.eventStreams, limits.eventStreamsPerClient) = (8, 2)
        let ended = Watched(0)
        let router = router { _ in
            AsyncStream { continuation in
                continuation.onTermination = { _ in ended.withLock { $0 += 1 } }
            }
        }
        try await withServer(router, limits: limits) { server in
            let port = server.address.port
            let open: @Sendable () throws -> (client: RawClient, head: RawClient.Answer) = {
                let client = try RawClient(port: port)
                try client.send(Self.get + "\r\n")
                return (client, try client.readHead())
            }
            let first = try await blocking(open)
            let second = try await blocking(open)
            #expect(first.head.status == 200 && second.head.status == 200)
            let third = try await blocking(open)
            #expect(third.head.status == 503 && third.head.fields["Retry-After"] == "2")
            #expect(third.head.fields["X-Content-Type-Options"] == "nosniff")
            for stream in [first, second, third] { stream.client.close() }
            await server.core.connections.untilNone()
            let again = try await [blocking(open), blocking(open), blocking(open)]
            #expect(again.map { $0.head.status } == [200, 200, 503])
        }
        // A server that stops does not wait for the sources of its streams.
        await ended.until { $0 >= 4 }
        #expect(ended.value == 4)
    }
}
