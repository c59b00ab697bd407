import Glibc
import HTTPMessages
import Synchronization
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport

/// What only bytes on a socket can show.
@Suite struct SocketTests {
    static let router: Router = {
        var router = RouterTests.router
        router.add(.post, "/count", maximumBodyBytes: 100_000) { request, _ in .text("\(request.body.count)") }
        router.add(.get, "/cut") { _, _ in
            HTTPResponse(
                body: .stream(
                    ByteStream {
                        AsyncThrowingStream { continuation in
                            continuation.yield([1, 2, 3])
                            continuation.finish(throwing: HTTPError.badRequest("lost"))
                        }
                    }))
        }
        router.add(.get, "/address") { request, _ in .text(request.remoteAddress) }
        return router
    }()

    private func request(_ line: String, _ fields: String = "") -> String {
        "\(line) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
    }

    private func with(
        _ limits: ServerLimits = .patient, _ body: @escaping @Sendable (RawClient) throws -> Void
    ) async throws {
        try await withClient(of: Self.router, limits: limits, body)
    }

    @Test func aConnectionTakesOneRequestAfterTheOther() async throws {
        try await with { client in
            for _ in 0..<20 {
                try client.send(request("GET /?a=%20&b", "Empty: \r\nText: a, b\r\n"))
                #expect(try client.readAnswer().text == "home")
            }
            try client.send(request("GET /address", "Connection: close\r\n"))
            #expect(try client.readAnswer().text == "127.0.0.1")
            #expect(try client.readToEnd() == [])
        }
    }

    @Test func requestsMayComeBeforeTheAnswersToThoseBeforeThem() async throws {
        try await with { client in
            try client.send(
                request("GET /") + request("POST /count", "Content-Length: 3\r\n") + "abc" + request("HEAD /")
                    + request("HEAD /none") + request("GET /photos/9"))
            #expect(try client.readAnswer().text == "home")
            #expect(try client.readAnswer().text == "3")
            #expect(try client.readAnswer(to: "HEAD").fields["Content-Length"] == "4")
            #expect(try client.readAnswer(to: "HEAD").status == 404)
            #expect(try client.readAnswer().text == "photo 9")
        }
    }

    @Test func aBodyMayComeInChunksByteByByte() async throws {
        try await with { client in
            try client.send(request("POST /photos", "Transfer-Encoding: chunked\r\n"))
            for byte in Array("3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n".utf8) { try client.send([byte]) }
            let answer = try client.readAnswer()
            #expect(answer.text == "dcba" && answer.fields["Connection"] == "close")
            #expect(try client.readToEnd() == [])
        }
    }

    @Test func aBodyInChunksThatGrowsTooLongIsRefusedAndTheConnectionEnds() async throws {
        try await with { client in
            try client.send(request("POST /count", "Transfer-Encoding: chunked\r\n"))
            let chunk = [UInt8](repeating: 65, count: 0x8000)
            for _ in 0..<8 { try client.send(Array("8000\r\n".utf8) + chunk + Array("\r\n".utf8)) }
            try client.send("0\r\n\r\n")
            #expect(try client.readAnswer().status == 413)
            #expect(try client.readToEnd() == [])
        }
    }

    @Test func aBodyInChunksThatHasNoEndIsCutOff() async throws {
        var limits = ServerLimits.patient
        limits.discardedBodyBytes = 200_000
        try await with(limits) { client in
            try client.send(request("POST /count", "Transfer-Encoding: chunked\r\n"))
            let chunk = Array("8000\r\n".utf8) + [UInt8](repeating: 65, count: 0x8000) + Array("\r\n".utf8)
            var sent = 0
            #expect(throws: RawClient.Failure.self) {
                while sent < 100 << 20 {
                    try client.send(chunk)
                    sent += chunk.count
                }
            }
        }
    }

    @Test func aClientThatWouldSendALongBodyIsAnsweredBeforeItDoes() async throws {
        try await with { client in
            try client.send(request("POST /count", "Content-Length: 1000000\r\nExpect: 100-continue\r\n"))
            let answer = try client.readAnswer()
            #expect(answer.status == 413 && answer.fields["Connection"] == "close")
        }
        try await with { client in
            try client.send(request("POST /count", "Content-Length: 3\r\nExpect: 100-continue\r\n"))
            #expect(try client.readAnswer().status == 100)
            try client.send("abc")
            #expect(try client.readAnswer().text == "3")
        }
    }

    @Test func aClientThatSendsALongBodyAllTheSameSeesTheAnswer() async throws {
        try await with { client in
            try client.send(request("POST /count", "Content-Length: 3000000\r\n"))
            // The server may give up a client that stands still.
            try? client.send([UInt8](repeating: 1, count: 3_000_000))
            #expect(try client.readAnswer().status == 413)
            #expect(try client.readToEnd() == [])
        }
    }

    @Test(arguments: [
        "GET\r\n\r\n", "GET /\r\n\r\n", "/ GET HTTP/1.1\r\n\r\n", "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n", "GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /%ff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ])
    func whatIsNotARequestIsRefusedAndNothingMoreIsRead(_ text: String) async throws {
        try await with { client in
            try client.send(text)
            shutdown(client.socket, CInt(SHUT_WR))
            let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4") || answer.hasPrefix("HTTP/1.1 505"), "\(answer)")
            // libmicrohttpd 0.9.75 sends the fields of its own refusals twice.
            let isOwn = answer.contains(#"{"error":"#)
            #expect(!isOwn || answer.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
            #expect(!answer.contains("200 OK") && !answer.contains("home"), "\(answer)")
        }
    }

    private static let smuggled = "GET /photos/9 HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// A program in front may read each as one request with a body of 43 bytes, or as one for another host or path.
    @Test(arguments: [
        "POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length : 43\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length\t: 43\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nContent Length: 43\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\n: 43\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nX: a\r\n Content-Length: 43\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nX: a\r\n\tContent-Length: 43\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length:\r\n 43\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 43\r\n foo\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 43\r\n \r\n",
        "POST /count HTTP/1.1\r\n Content-Length: 43\r\nHost: localhost\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding:\r\n chunked\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nX: a\rContent-Length: 43\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nX: a\u{0}Content-Length: 43\r\n",
        "POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length\u{0}: 43\r\n",
        "GET /\u{0}secret HTTP/1.1\r\nHost: localhost\r\n", "GET\u{0} / HTTP/1.1\r\nHost: localhost\r\n",
        "GET /?a\u{0}b HTTP/1.1\r\nHost: localhost\r\n", "GET  / HTTP/1.1\r\nHost: localhost\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\u{0}.example.com\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\u{0}.example.com\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://example.com\r\n x\r\n",
        "POST /count HTTP/1.1\r\nHost:localhost\r\nA:b\r\nC:d\r\nE:f\r\nG:h\r\nContent-Length: 43\r\n x\r\n",
    ])
    func whatTwoProgramsMayReadInTwoWaysIsRefusedAndNothingMoreIsRead(_ header: String) async throws {
        try await expectRefusal(of: header)
    }

    /// - Parameter count: as many blanks are missing in other lines as bytes are hidden.
    @Test(arguments: [
        ("POST /count HTTP/1.1\r\n", "Host: localhost\r\nContent-Length: 0\u{0}43\r\n", 3),
        ("POST /count HTTP/1.1\r\n", "Host: localhost\r\nX: a\r\n b\r\nContent-Length: 43\r\n", 3),
        ("GET / HTTP/1.1\r\n", "Host: localhost\u{0}.example.com\r\n", 13),
        ("GET /\u{0}secret HTTP/1.1\r\n", "Host: localhost\r\n", 7),
        ("GET\u{0} / HTTP/1.1\r\n", "Host: localhost\r\n", 1),
    ])
    func missingBlanksDoNotMakeUpForBytesThatAreHidden(
        _ line: String, _ fields: String, _ count: Int
    ) async throws {
        let others = String(repeating: "X:1\r\n", count: count)
        try await expectRefusal(of: line + fields + others)
        try await expectRefusal(of: line + others + fields)
    }

    private func expectRefusal(of header: String) async throws {
        try await with { client in
            try client.send(header + "\r\n" + Self.smuggled)
            shutdown(client.socket, CInt(SHUT_WR))
            let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
            // A zero byte in the first line makes libmicrohttpd 1.0 end the connection without a word.
            if !(answer.isEmpty && header.prefix { $0 != "\r\n" }.contains("\0")) {
                #expect(answer.hasPrefix("HTTP/1.1 400") && answer.contains("\r\nConnection: close"), "\(answer)")
                #expect(answer.ranges(of: "HTTP/1.1").count == 1 && !answer.contains("photo 9"), "\(answer)")
            }
        }
    }

    /// A program in front may see one line where a carriage return is missing.
    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost:localhost\r\n\r\n", "GET / HTTP/1.1\nHost: localhost\n\n",
    ])
    func aHeaderWithoutItsBlanksIsTheLastOnItsConnection(_ header: String) async throws {
        try await with { client in
            try client.send(header + Self.smuggled)
            shutdown(client.socket, CInt(SHUT_WR))
            let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 ") && answer.ranges(of: "HTTP/1.1").count == 1, "\(answer)")
            #expect(!answer.contains("photo 9"), "\(answer)")
        }
    }

    /// A program in front may find the end of each body elsewhere.
    @Test(arguments: [
        "3\r\nabc\r\n0\r\n\r\n", "3\nabc\n0\n\n", "3;\nabc\r\n0\r\n\r\n", "3;a\rb\r\nabc\r\n0\r\n\r\n",
        "3;a\u{0}b\r\nabc\r\n0\r\n\r\n", "3\r\nabc\r\n0\r\nContent-Length : 9\r\n\r\n",
        "3\r\nabc\r\n0\r\nX: a\r\n b\r\n\r\n", "3\r\nabc\r\n0\r\nX: a\u{0}b\r\n\r\n",
        "3\r\nabc\r\n0\r\nHost: example.com\r\n\r\n",
    ])
    func aBodyInChunksIsTheLastOnItsConnection(_ body: String) async throws {
        try await with { client in
            try client.send(request("POST /count", "Transfer-Encoding: chunked\r\n") + body + Self.smuggled)
            shutdown(client.socket, CInt(SHUT_WR))
            let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
            // libmicrohttpd 1.0 refuses some of them, or ends the connection without a word.
            #expect(answer.ranges(of: "HTTP/1.1").count <= 1 && !answer.contains("photo 9"), "\(answer)")
            #expect(!answer.contains("200 OK") || answer.contains("\r\nConnection: close"), "\(answer)")
        }
    }

    @Test(arguments: [
        (1, 40_000), (40, 1_000), (3, 200_000), (20_000, 10),
    ])
    func headerFieldsThatAreTooLongAreRefused(_ count: Int, _ length: Int) async throws {
        try await with { client in
            let field = "X: " + String(repeating: "a", count: length) + "\r\n"
            do {
                try client.send(request("GET /", String(repeating: field, count: count)))
            } catch is RawClient.Failure {
                // The server has closed the connection before it was sent all.
                return
            }
            #expect(try client.readHead().status == 431)
        }
    }

    @Test func aTargetThatIsTooLongIsRefused() async throws {
        try await with { client in
            try client.send(request("GET /" + String(repeating: "a", count: 60_000)))
            #expect([414, 431].contains(try client.readHead().status))
        }
    }

    @Test func anAnswerThatBreaksOffIsSeenTo() async throws {
        try await with { client in
            try client.send(request("GET /cut"))
            #expect(try client.readHead().status == 200)
            #expect(try client.readChunk() == [1, 2, 3])
            #expect(throws: RawClient.Failure.self) { try client.readChunk() }
        }
    }

    @Test func http1Point0GetsTheEndOfTheConnectionForTheEndOfAStream() async throws {
        try await with { client in
            try client.send("GET /pieces HTTP/1.0\r\n\r\n")
            let head = try client.readHead()
            #expect(head.status == 200 && head.fields["Transfer-Encoding"] == nil)
            #expect(try client.readToEnd().count == 2_000_000)
        }
    }

    @Test func aClientThatLeavesInTheMiddleOfAnythingCostsNothing() async throws {
        try await withServer(Self.router) { server in
            let port = server.address.port
            for text in ["", "GET", request("POST /count", "Content-Length: 10\r\n") + "abc", request("GET /large")] {
                try await blocking {
                    let client = try RawClient(port: port)
                    try client.send(text)
                    client.close()
                }
            }
            try await blocking {
                let client = try RawClient(port: port)
                try client.send(request("GET /"))
                #expect(try client.readAnswer().text == "home")
            }
        }
    }

    @Test(arguments: ["", "GET / HT", "POST /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\na"])
    func aClientThatDoesNotGoOnIsCutOff(_ text: String) async throws {
        var limits = ServerLimits.patient
        (limits.headerTime, limits.bodyTime) = (.milliseconds(40), .milliseconds(40))
        try await with(limits) { client in
            // A client that was late itself is told that its bytes came too late, or cannot send them.
            try? client.send(text)
            #expect(((try? client.readToEnd()) ?? []) == [])
        }
    }

    @Test(.timeLimit(.minutes(10))) func nothingOfAServerStaysOnceItHasStoppedWhateverItsClientsDid()
        async throws
    {
        weak var core: ServerCore?
        let ends = Watched(0)
        do {
            var router = Self.router
            router.add(.get, "/owned") { [owned = CountedEnd(ends)] _, _ in withExtendedLifetime(owned) { .text("") } }
            let server = try HTTPServer(port: 0) { [router] _ in router }
            core = server.core
            let port = server.address.port
            let long = String(repeating: "a", count: 300_000)
            for text in [
                "", "GET", "GET /a", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nX: \(long)", "GET /\(long)",
                request("GET /"), request("GET /large"), request("GET /cut"), request("GET /pieces"),
                request("POST /count", "Content-Length: 10\r\n") + "abc",
                request("POST /count", "Content-Length: 1000000\r\n") + "abc",
                request("POST /count", "Transfer-Encoding: chunked\r\n") + "8\r\nabc",
            ] {
                try await blocking {
                    let client = try RawClient(port: port)
                    try? client.send(text)
                    client.close()
                }
            }
            await server.stop()
        }
        // The thread that stopped it holds it for a moment longer.
        await ends.until { $0 == 1 }
        #expect(core == nil)
    }

    @Test(.timeLimit(.minutes(10)))
    func allConnectionsAreEndedAndWaitedForAndThoseThatStillComeAreEndedToo()
        async throws
    {
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let (mine, theirs) = (ends[0], ends[1])
        let connections = OpenConnections()
        connections.begin(mine, deadline: .now)
        let hasEnded = Mutex(false)
        async let all: Void = {
            await connections.endAll()
            hasEnded.withLock { $0 = true }
        }()
        // The other side sees that it has ended.
        let count = try await blocking {
            var byte: UInt8 = 0
            return recv(theirs, &byte, 1, 0)
        }
        #expect(count == 0 && !hasEnded.withLock { $0 })
        connections.end(mine)
        await all
        var late: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &late) == 0)
        defer { for end in late { close(end) } }
        connections.begin(late[0], deadline: .now)
        var byte: UInt8 = 0
        #expect(recv(late[1], &byte, 1, CInt(MSG_DONTWAIT)) == 0)
    }

    @Test func aClientThatIsTooSlowIsCutOff() throws {
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let connections = OpenConnections()
        let start = ContinuousClock.now
        connections.begin(ends[0], deadline: start + .seconds(10))
        #expect(connections.sweep(at: start + .seconds(9)) == 0)
        connections.setDeadline(nil, for: ends[0])
        #expect(connections.sweep(at: start + .seconds(20)) == 0)
        connections.setDeadline(start + .seconds(30), for: ends[0])
        #expect(connections.sweep(at: start + .seconds(31)) == 1)
        var byte: UInt8 = 0
        #expect(recv(ends[1], &byte, 1, 0) == 0)
        #expect(connections.sweep(at: start + .seconds(32)) == 0)
        connections.end(ends[0])
        connections.setDeadline(start, for: ends[0])
        #expect(connections.sweep(at: start + .seconds(33)) == 0)
    }
}
