import Foundation
import Glibc
import Synchronization
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport

private func entries(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? -1
}

@Suite(.timeLimit(.minutes(10))) struct ThousandClientsTests {
    /// In a process of its own, where nothing else opens files or starts threads.
    @Test func aThousandEventStreamsLeaveNoThreadAndNoFileOpen() async {
        await #expect(processExitsWith: .success) {
            let count = 1_000
            var descriptors = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &descriptors)
            descriptors.rlim_cur = descriptors.rlim_max
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &descriptors)
            var limits = ServerLimits.patient
            (limits.connections, limits.connectionsPerClient, limits.eventStreams) = (count + 10, count + 10, count)
            limits.eventStreamsPerClient = count
            let ended = Mutex(0)
            let all = Gate()
            var router = Router()
            router.add(.get, "/events") { _, _ in
                .events(
                    EventStream {
                        AsyncStream { continuation in
                            continuation.yield(ServerSentEvent(data: "here"))
                            continuation.onTermination = { _ in
                                let number = ended.withLock { ended in
                                    ended += 1
                                    return ended
                                }
                                if number == count { all.open() }
                            }
                        }
                    })
            }
            router.add(.get, "/") { _, _ in .text("home") }
            let server = try HTTPServer(port: 0, limits: limits) { [router] _ in router }
            let port = server.address.port
            let get: @Sendable (String, RawClient) throws -> Void = { path, client in
                try client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            }
            // The first request starts what stays: threads of the shared pool, and what Foundation keeps open.
            let measure: @Sendable () async throws -> (files: Int, threads: Int) = {
                await server.core.connections.untilNone()
                // The thread that takes this client has closed the sockets of those before it.
                return try await blocking {
                    let client = try RawClient(port: port)
                    defer { client.close() }
                    try get("/", client)
                    #expect(try client.readAnswer().text == "home")
                    return (entries("/proc/self/fd"), entries("/proc/self/task"))
                }
            }
            _ = try await measure()
            let before = try await measure()
            let clients = try await blocking {
                try (0..<count).map { _ in
                    let client = try RawClient(port: port)
                    try get("/events", client)
                    _ = try client.readHead()
                    #expect(try client.readChunk() == Array("data: here\n\n".utf8))
                    return client
                }
            }
            let during = entries("/proc/self/task")
            #expect(during >= count)
            try await blocking {
                let start = ContinuousClock.now
                let client = try RawClient(port: port)
                try get("/", client)
                #expect(try client.readAnswer().text == "home")
                print("beside 1,000 event streams an answer took \(ContinuousClock.now - start)")
                client.close()
            }
            for client in clients { client.close() }
            await all.wait()
            var after = try await measure()
            // The pool may have started one thread more. What belonged to the last stream goes a moment after its end.
            for _ in 0..<1_000 where after.files > before.files || after.threads > before.threads + 2 {
                after = try await measure()
            }
            #expect(after.files <= before.files && after.threads <= before.threads + 2)
            print("threads \(before.threads), \(during), \(after.threads); files \(before.files), \(after.files)")
            await server.stop()
            #expect(server.connectionCount == 0)
        }
    }
}
