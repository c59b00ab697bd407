import Dispatch
import Execution
import Files
import Glibc
import HTTPMessages
import Synchronization
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport

@Suite struct LoadTests {
    private static let get = "GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// A handler that says that it runs, and then waits to be cancelled or let go.
    private static func router(running: Gate, release: Gate, cancelled: Gate = Gate()) -> Router {
        var router = Router()
        router.add(.get, "/wait") { _, _ in
            running.open()
            await withTaskCancellationHandler {
                await release.wait()
            } onCancel: {
                cancelled.open()
                release.open()
            }
            return .text(Task.isCancelled ? "cancelled" : "done")
        }
        router.add(.get, "/") { _, _ in .text("home") }
        router.add(.post, "/count") { request, _ in .text("\(request.body.count)") }
        return router
    }

    @Test func aClientThatLeavesCancelsItsRequest() async throws {
        let (running, cancelled) = (Gate(), Gate())
        try await withServer(Self.router(running: running, release: Gate(), cancelled: cancelled)) { server in
            let port = server.address.port
            let client = try await blocking { try RawClient(port: port) }
            try await blocking { try client.send(Self.get) }
            await running.wait()
            client.close()
            await cancelled.wait()
        }
    }

    @Test func aServerThatHasEnoughToDoSaysSo() async throws {
        var limits = ServerLimits.patient
        limits.requestsInFlight = 1
        let (running, release) = (Gate(), Gate())
        try await withServer(Self.router(running: running, release: release), limits: limits) { server in
            let port = server.address.port
            let first = try await blocking { try RawClient(port: port) }
            try await blocking { try first.send(Self.get) }
            await running.wait()
            let second = try await blocking { try RawClient(port: port) }
            try await blocking {
                for _ in 0..<2 {
                    try second.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    let answer = try second.readAnswer()
                    #expect(answer.status == 503 && answer.fields["Retry-After"] == "2")
                    #expect(answer.text.contains(#""busy""#) && answer.fields["X-Content-Type-Options"] == "nosniff")
                }
            }
            release.open()
            try await blocking {
                #expect(try first.readAnswer().text == "done")
                try second.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try second.readAnswer().text == "home")
            }
        }
    }

    @Test func bodiesHaveABoundedMemoryWhichComesBack() async throws {
        var limits = ServerLimits.patient
        limits.bufferedBodyBytes = 1000
        try await withServer(Self.router(running: Gate(), release: Gate()), limits: limits) { server in
            let port = server.address.port
            try await blocking {
                let (slow, other) = (try RawClient(port: port), try RawClient(port: port))
                let post = "POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                try other.send("\(post)1001\r\n\r\n" + String(repeating: "a", count: 1001))
                #expect(try other.readAnswer().status == 503)
                for _ in 0..<3 {
                    try slow.send("\(post)900\r\n\r\n" + String(repeating: "a", count: 900))
                    #expect(try slow.readAnswer().text == "900")
                }
                try other.send("\(post)1000\r\n\r\n" + String(repeating: "a", count: 1000))
                #expect(try other.readAnswer().text == "1000")
            }
        }
    }

    @Test func aClientThatDoesNotReadItsAnswerIsCutOff() async throws {
        var limits = ServerLimits.patient
        limits.sendingTime = .seconds(300)
        limits.leastSendingRate = .max
        var router = Router()
        router.add(.get, "/large") { _, _ in HTTPResponse(type: "text/plain", [UInt8](repeating: 0x61, count: 64 << 20))
        }
        try await withServer(router, limits: limits) { server in
            let port = server.address.port
            let client = try await blocking { try RawClient(port: port) }
            try client.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
            // The answer has begun, and with it the client's time; more of it waits than the system holds.
            #expect(try await blocking { try client.readHead().status } == 200)
            try #require(server.core.connections.sweep(at: .now + .seconds(400)) == 1)
            #expect(try await blocking { try client.readToEnd().count } < 64 << 20)
        }
    }

    @Test func answersThatWaitForSlowReadersHaveABoundAndTheirRoomComesBack() async throws {
        var limits = ServerLimits.patient
        limits.bufferedAnswerBytes = 100 << 20
        let count = 64 << 20
        var router = Router()
        router.add(.get, "/large") { _, _ in HTTPResponse(type: "text/plain", [UInt8](repeating: 0x61, count: count)) }
        router.add(.get, "/small") { _, _ in .text("small") }
        try await withServer(router, limits: limits) { server in
            let port = server.address.port
            try await blocking {
                let slow = try RawClient(port: port)
                try slow.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try slow.readHead().status == 200)
                let other = try RawClient(port: port)
                try other.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try other.readAnswer().status == 503)
                try other.send("GET /small HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try other.readAnswer().text == "small")
                #expect(try slow.read(count).count == count)
                // The connection takes its next request when it has let go of the answer.
                try slow.send("GET /small HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try slow.readAnswer().text == "small")
                #expect(server.core.withLoad { $0.bufferedAnswerBytes } == 0)
                try other.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try other.readAnswer().body.count == count)
            }
        }
    }

    /// In a process of its own, whose memory is that of the server and its clients.
    @Test(.enabled(if: !SystemAbilities.isSanitized, "a sanitizer takes several times the memory"))
    func eightWhoReadALargeFileSlowlyTakeNoMemoryForIt() async {
        await #expect(processExitsWith: .success) {
            let folder = TemporaryFolder()
            let original = folder.path.appending("original")
            try folder.write("", to: "original")
            let size = 100 << 20
            try #require(original.withCString { truncate($0, size) } == 0)
            var limits = ServerLimits.patient
            limits.connectionsPerClient = 16
            var router = Router()
            router.add(.get, "/original") { _, _ in
                (try? .file(original, type: "image/jpeg")) ?? .text("it cannot be read")
            }
            try await withServer(router, limits: limits) { server in
                let port = server.address.port
                try await blocking {
                    let get = "GET /original HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    let first = try RawClient(port: port)
                    try first.send(get)
                    _ = try first.read(100_000)
                    let before = try PeakMemory.bytes()
                    let slow = try (0..<8).map { _ in try RawClient(port: port) }
                    for client in slow { try client.send(get) }
                    // Round by round, none ahead of the others.
                    for _ in 0..<20 {
                        for client in slow { try #require(try client.read(20_000).count == 20_000) }
                    }
                    let taken = try PeakMemory.bytes() - before
                    try #require(taken < 16 << 20, "they take \(taken >> 20) MiB")
                }
            }
        }
    }

    @Test func oneClientHasNoMoreThanItsConnections() async throws {
        var limits = ServerLimits.patient
        limits.connectionsPerClient = 2
        limits.eventStreams = 0
        try await withServer(Self.router(running: Gate(), release: Gate()), limits: limits) { server in
            let port = server.address.port
            try await blocking {
                let get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
                let clients = [try RawClient(port: port), try RawClient(port: port)]
                for client in clients {
                    try client.send(get)
                    #expect(try client.readAnswer().text == "home")
                }
                let third = try RawClient(port: port)
                #expect(throws: RawClient.Failure.self) {
                    try third.send(get)
                    _ = try third.readAnswer()
                }
            }
        }
    }

    @Test func aServerThatStopsLetsRequestsFinishAndTakesNoMore() async throws {
        let (running, release) = (Gate(), Gate())
        let router = Self.router(running: running, release: release)
        let server = try HTTPServer(port: 0, limits: .patient) { _ in router }
        let port = server.address.port
        let (client, idle) = try await blocking { (try RawClient(port: port), try RawClient(port: port)) }
        try await blocking {
            try idle.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try idle.readAnswer()
            try client.send(Self.get)
        }
        await running.wait()
        async let stopped: Void = server.stop(grace: .seconds(60))
        try await blocking {
            // The listening socket hangs up when it refuses clients.
            let listener = try #require(server.core.listener.withLock { $0?.descriptor })
            var hangup = pollfd(fd: listener, events: 0, revents: 0)
            #expect(poll(&hangup, 1, -1) == 1)
            #expect((try? RawClient(port: port)) == nil)
            release.open()
            let answer = try client.readAnswer()
            #expect(answer.text == "done" && answer.fields["Connection"] == "close")
            #expect(try client.readToEnd() == [])
            #expect(try idle.readToEnd() == [])
        }
        await stopped
        await server.stop()
        #expect(server.connectionCount == 0)
    }

    private static let noRequest = "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n"

    /// libmicrohttpd 0.9.75 ends the process when it refuses a request itself in the moment in which it is being ended.
    @Test func aServerStopsWhileClientsSendWhatIsNoRequest() async throws {
        for round in 0..<40 {
            let server = try HTTPServer(port: 0, limits: .patient) { _ in Router() }
            let port = server.address.port
            let clients = try await blocking { try (0..<24).map { _ in try RawClient(port: port) } }
            async let ends: Void = blocking {
                for client in clients { try? client.send(Self.noRequest) }
                for client in clients { _ = try? client.readToEnd() }
            }
            await Task.yield(times: round * 10)
            await server.stop()
            try await ends
            #expect(server.connectionCount == 0)
        }
    }

    @Test func aServerStopsWhileItTakesClientsThatSendWhatIsNoRequest() async throws {
        for count in 0..<100 {
            let server = try HTTPServer(port: 0, limits: .patient) { _ in Router() }
            let port = server.address.port
            try await blocking {
                for _ in 0..<count % 5 { try? RawClient(port: port).send(Self.noRequest) }
            }
            await server.stop()
            #expect(server.connectionCount == 0)
        }
    }

    /// The thread that takes clients stands still between taking one and making it known. The connection after it
    /// begins twice: as it is made, and when that thread takes it.
    @Test func connectionsHaveEndedOnlyWhenOneThatIsBeingTakenHasEndedToo() async throws {
        let (isTaken, turn) = (Gate(), DispatchSemaphore(value: 0))
        let events = Watched<[String]>([])
        let connections = OpenConnections {
            let isFirst = events.withLock { events in
                events.append("begins")
                return events.count == 1
            }
            guard isFirst else { return }
            isTaken.open()
            turn.wait()
        }
        let listener = try ListeningSocket(host: "127.0.0.1", port: 0)
        let (port, descriptor) = (ServerAddress(listener.address, isSecure: false).port, listener.descriptor)
        let core = ServerCore(service: Router(), limits: .patient, listener: listener, connections: connections)
        let daemon = Mutex(try Daemon(listener: descriptor, core: core, certificate: nil))
        let client = try await blocking { try RawClient(port: port) }
        await isTaken.wait()
        daemon.withLock { $0.refuseClients() }
        core.refuseClients()
        let ending = Task {
            await daemon.withLock { $0 }.endConnections()
            events.withLock { $0.append("all have ended") }
        }
        await events.until { $0.count >= 2 }
        events.withLock { $0.append("goes on") }
        turn.signal()
        await ending.value
        #expect(events.value == ["begins", "begins", "goes on", "begins", "all have ended"])
        await OwnThread.run { daemon.withLock { $0.stop() } }
        core.closeListener()
        client.close()
    }

    @Test func aServerThatHasWaitedLongEnoughCancelsTheRest() async throws {
        let (running, cancelled, stubborn, isStubborn) = (Gate(), Gate(), Gate(), Gate())
        var router = Self.router(running: running, release: Gate(), cancelled: cancelled)
        router.add(.get, "/stubborn") { _, _ in
            isStubborn.open()
            await stubborn.wait()
            return .text("late")
        }
        router.add(.get, "/events") { _, _ in .events(EventStream { AsyncStream<ServerSentEvent> { _ in } }) }
        let server = try HTTPServer(port: 0, limits: .patient) { _ in router }
        let port = server.address.port
        let clients = try await blocking {
            try ["/wait", "/stubborn", "/events"].map { path in
                let client = try RawClient(port: port)
                try client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return client
            }
        }
        try await blocking { _ = try clients[2].readHead() }
        await running.wait()
        await isStubborn.wait()
        await server.stop(grace: .zero)
        await cancelled.wait()
        try await blocking { _ = #expect(throws: RawClient.Failure.self) { try clients[1].readHead() } }
        stubborn.open()
    }

    @Test func eventStreamsEndInOrderWhenTheServerStops() async throws {
        let started = Gate()
        var router = Router()
        router.add(.get, "/events") { _, _ in
            .events(
                EventStream {
                    AsyncStream { continuation in
                        continuation.yield(ServerSentEvent(data: "last"))
                        started.open()
                    }
                })
        }
        let server = try HTTPServer(port: 0, limits: .patient) { [router] _ in router }
        let port = server.address.port
        let client = try await blocking { try RawClient(port: port) }
        try await blocking {
            try client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try client.readHead()
            #expect(try client.readChunk() == Array("data: last\n\n".utf8))
        }
        await server.stop(grace: .seconds(60))
        let last = try await blocking { try client.readChunk() }
        #expect(last == [])
    }

    @Test func aPortCanBeListenedOnAgainAsSoonAsItsServerHasStopped() async throws {
        let first = try HTTPServer(port: 0, limits: .patient) { _ in RouterTests.router }
        let port = first.address.port
        try await blocking {
            let client = try RawClient(port: port)
            try client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try client.readAnswer()
        }
        await first.stop()
        let second = try HTTPServer(port: UInt16(port)) { address in
            #expect(address.port == port)
            return RouterTests.router
        }
        #expect(second.address == first.address)
        await second.stop()
    }

    @Test func aServerListensOnIPv6WhereTheMachineHasIt() async throws {
        do throws(ServerError) {
            let server = try HTTPServer(host: "[::1]", port: 0) { _ in Router() }
            #expect(server.address.host == "::1" && server.address.isLoopback)
            #expect(server.address.url == "http://[::1]:\(server.address.port)/")
            await server.stop()
        } catch {
            #expect(error.code == .addressNotAvailable || error.code == .system(EAFNOSUPPORT))
        }
    }

    @Test func eachReasonWhyAServerDoesNotStartHasItsWords() async throws {
        func words(_ host: String, _ port: UInt16) -> ServerError? {
            #expect(throws: ServerError.self) { _ = try HTTPServer(host: host, port: port) { _ in Router() } }
        }
        try await withServer(Router()) { server in
            let port = UInt16(server.address.port)
            #expect(port > 0 && server.address.host == "127.0.0.1" && server.address.isLoopback)
            #expect(server.address.url == "http://127.0.0.1:\(port)/")
            let error = words("127.0.0.1", port)
            #expect(error?.code == .addressInUse)
            #expect(
                error?.description == "cannot listen on 127.0.0.1:\(port): another program already listens on it")
        }
        #expect(words("example.org", 0)?.code == .invalidAddress)
        #expect(words("", 0)?.code == .invalidAddress)
        #expect(words("192.0.2.1", 0)?.code == .addressNotAvailable)
        #expect(ServerAddress.isLoopback("localhost") == true && ServerAddress.isLoopback("127.9.9.9") == true)
        #expect(ServerAddress.isLoopback("[::1]") == true && ServerAddress.isLoopback("0.0.0.0") == false)
        #expect(ServerAddress.isLoopback("::") == false && ServerAddress.isLoopback("example.org") == nil)
    }
}
