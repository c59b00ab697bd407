import Files
import FoundationEssentials
import Glibc
import HTTPMessages
import TestSupport
import Testing
import WebTestSupport

@testable import HTTPSending

/// The real transport against a real server on the loopback interface.
@Suite(.timeLimit(.minutes(10))) struct CurlTransportTests {
    private static func options(_ change: (inout CurlTransport.Options) -> Void = { _ in }) -> CurlTransport.Options {
        var options = CurlTransport.Options()
        options.usesProxies = false
        change(&options)
        return options
    }

    private func send(
        _ address: String, _ fields: HTTPFields = [:], over transport: CurlTransport, _ receiver: Receiver
    ) async -> TransportError.Code? {
        defer { receiver.end() }
        do throws(TransportError) {
            try await transport.send(TransportRequest(address: address, fields: fields)) { receiver.receive($0) }
            return nil
        } catch {
            return error.code
        }
    }

    private let transport = CurlTransport(options())

    @Test func aBodyComesWholeWithItsStatusAndHeader() async {
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = LoopbackServer { _, connection in
            connection.answer("200 Fine", ["X-One": "1", "ETag": "\"t\""], body)
            return true
        }
        defer { server.close() }
        let receiver = Receiver()
        #expect(await send(server.url("a?b=c"), ["X-Sent": "yes"], over: transport, receiver) == nil)
        #expect(receiver.body == body)
        #expect(receiver.heads.map(\.status) == [200] && receiver.heads.first?.fields["x-one"] == "1")
        #expect(server.requests.map(\.path) == ["a?b=c"] && server.requests[0].fields["x-sent"] == "yes")
        #expect(server.requests[0].fields["user-agent"] == nil, "what the loader does not send is not sent")
    }

    @Test func aConnectionIsUsedAgainAndThereAreNoMoreThanAllowed() async {
        let server = LoopbackServer { request, connection in
            if request.path.hasPrefix("slow") { usleep(20_000) }
            connection.answer("200 OK", [:], Array(request.path.utf8))
            return true
        }
        defer { server.close() }
        for number in 0..<5 { #expect(await send(server.url("\(number)"), over: transport, Receiver()) == nil) }
        #expect(server.connectionCount == 1)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let receiver = Receiver()
                    #expect(await send(server.url("slow\(number)"), over: transport, receiver) == nil)
                    #expect(receiver.body == Array("slow\(number)".utf8))
                }
            }
        }
        #expect((1...6).contains(server.connectionCount))
        #expect(server.requests.count == 45)
    }

    @Test func redirectsAreFollowedAndNotForEver() async {
        let server = LoopbackServer { request, connection in
            let number = Int(request.path) ?? 0
            if number == 0 {
                connection.answer("200 OK", [:], [7])
            } else {
                connection.answer("302 Found", ["Location": request.path == "99" ? "/99" : "/\(number - 1)"], [1, 2])
            }
            return true
        }
        defer { server.close() }
        let receiver = Receiver()
        #expect(await send(server.url("10"), over: transport, receiver) == nil)
        #expect(receiver.body == [7] && receiver.heads.map(\.status) == [200] && receiver.activity == 10)
        #expect(await send(server.url("11"), over: transport, Receiver()) == .tooManyRedirects)
        #expect(await send(server.url("99"), over: transport, Receiver()) == .tooManyRedirects)
    }

    /// Nobody has asked for that. Browsers ask, and caches between may keep what they get.
    @Test func aBodyThatIsPackedUnaskedIsUnpackedAndOneThatOnlySeemsSoIsTakenAsItIs() async {
        let bodies: [String: (coding: String, bytes: [UInt8])] = [
            "gzip": (
                "gzip", [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 7, 0, 134, 166, 16, 54, 5, 0, 0, 0]
            ),
            "deflate": ("deflate", [120, 218, 203, 72, 205, 201, 201, 7, 0, 6, 44, 2, 21]),
            "plain": ("identity", Array("hello".utf8)), "false": ("gzip", Array("hello".utf8)),
            "unknown": ("aws-chunked", Array("hello".utf8)),
        ]
        let server = LoopbackServer { request, connection in
            guard let (coding, bytes) = bodies[request.path] else { return false }
            connection.answer("200 OK", ["Content-Encoding": coding], bytes)
            return true
        }
        defer { server.close() }
        for path in bodies.keys.sorted() {
            let receiver = Receiver()
            #expect(await send(server.url(path), over: transport, receiver) == nil, "\(path)")
            #expect(String(decoding: receiver.body, as: UTF8.self) == "hello", "\(path)")
        }
        #expect(server.requests.allSatisfy { $0.fields["accept-encoding"] == "identity" })
        #expect(server.requests.count == bodies.count + 2, "what cannot be unpacked is asked for once more")
    }

    @Test func whatABodyIsUnpackedToHasALimit() async {
        // A hundred thousand zeros.
        var bomb: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 13, 15, 160,
        ]
        bomb += [UInt8](repeating: 0, count: 132 - bomb.count - 11) + [128, 87, 3, 125, 149, 17, 212, 160, 134, 1, 0]
        let server = LoopbackServer { [bomb] _, connection in
            connection.answer("200 OK", ["Content-Encoding": "gzip"], bomb)
            return true
        }
        defer { server.close() }
        let whole = Receiver()
        #expect(await send(server.url("a"), over: transport, whole) == nil)
        #expect(whole.body == [UInt8](repeating: 0, count: 100_000))
        let receiver = Receiver(limit: 1_000)
        #expect(await send(server.url("a"), over: transport, receiver) == .stopped)
        #expect(receiver.body.count < 100_000)
    }

    @Test func aCookieThatARedirectSetsGoesWhereItLeadsAndNotWithTheNextRequest() async {
        let server = LoopbackServer { request, connection in
            if request.path == "picture", request.fields["cookie"] == "seen=yes" {
                connection.answer("200 OK", [:], [7])
            } else {
                connection.answer("302 Found", ["Location": "/picture", "Set-Cookie": "seen=yes; Path=/"])
            }
            return true
        }
        defer { server.close() }
        let receiver = Receiver()
        #expect(await send(server.url("picture"), over: transport, receiver) == nil)
        #expect(receiver.body == [7])
        #expect(await send(server.url("other"), over: transport, Receiver()) == nil)
        #expect(server.requests.map(\.path) == ["picture", "picture", "other", "picture"])
        #expect(server.requests.map { $0.fields["cookie"] } == [nil, "seen=yes", nil, "seen=yes"])
    }

    @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1/"])
    func noOtherSchemeIsSpokenNeitherAtOnceNorAfterARedirect(_ address: String) async {
        let server = LoopbackServer { _, connection in
            connection.answer("302 Found", ["Location": address])
            return true
        }
        defer { server.close() }
        let receiver = Receiver()
        #expect(await send(address, over: transport, receiver) == .unsupportedURL)
        #expect(await send(server.url("a"), over: transport, receiver) == .unsupportedURL)
        #expect(receiver.body.isEmpty)
    }

    @Test func statusesAreNotErrorsHere() async {
        let server = LoopbackServer { request, connection in
            connection.answer(request.path == "304" ? "304 Not Modified" : "\(request.path) Status", [:], [])
            return true
        }
        defer { server.close() }
        for status in [204, 304, 404, 416, 500, 503] {
            let receiver = Receiver()
            #expect(await send(server.url("\(status)"), over: transport, receiver) == nil)
            #expect(receiver.heads.map(\.status) == [status])
        }
    }

    @Test func aConnectionThatBreaksOffAnswersNonsenseOrNothing() async {
        let server = LoopbackServer { request, connection in
            switch request.path {
            case "half": connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
            case "head": connection.send("HTTP/1.1 200 OK\r\nContent-Le")
            case "chunk": connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n123")
            case "nonsense": connection.send("220 ftp.test ready\r\n\r\n")
            case "binary": connection.send([0, 255, 1, 254, 13, 10, 13, 10])
            default: break
            }
            return false
        }
        defer { server.close() }
        for path in ["half", "chunk", "nothing"] {
            #expect(await send(server.url(path), over: transport, Receiver()) == .connectionLost, "\(path)")
        }
        for path in ["head", "nonsense", "binary"] {
            // libcurl takes a header that breaks off for a whole answer: there is no head then, which is an error
            // above.
            let receiver = Receiver()
            let code = await send(server.url(path), over: transport, receiver)
            #expect(code != nil || path == "head", "\(path)")
            #expect(receiver.heads.isEmpty)
        }
    }

    @Test func aHeaderThatDoesNotEndIsCutOff() async {
        let server = LoopbackServer { request, connection in
            connection.send("HTTP/1.1 200 OK\r\n")
            let line = request.path == "long" ? String(repeating: "x", count: 8000) : "X-Field: 1\r\n"
            for _ in 0..<200_000 where !connection.send(line) { break }
            return false
        }
        defer { server.close() }
        for path in ["long", "many"] {
            let receiver = Receiver()
            let code = await send(server.url(path), over: transport, receiver)
            #expect(code == .badResponse || code == .connectionLost)
            #expect(receiver.heads.isEmpty)
        }
    }

    @Test func aBodyThatNeverEndsIsStoppedByWhoReceivesIt() async {
        let server = LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while connection.send([UInt8](repeating: 1, count: 1 << 16)) {}
            return false
        }
        defer { server.close() }
        let receiver = Receiver(limit: 1 << 20)
        #expect(await send(server.url("a"), over: transport, receiver) == .stopped)
        #expect(receiver.body.count < 2 << 20)
        await server.untilNoneIsOpen()
    }

    @Test func cancelledWhileItWaitsForAnAnswerItEndsAtOnceAndNothingComesLater() async {
        let server = LoopbackServer { request, connection in
            if request.path == "body" { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n123") }
            connection.waitForClient()
            return false
        }
        defer { server.close() }
        for path in ["silent", "body"] {
            let receiver = Receiver()
            let task = Task { await send(server.url(path), over: transport, receiver) }
            await server.until { server.requests.last?.path == path }
            if path == "body" { await receiver.untilBody() }
            task.cancel()
            #expect(await task.value == .cancelled)
            await server.untilNoneIsOpen()
            #expect(receiver.late == 0)
        }
    }

    @Test func aTaskThatIsCancelledAlreadyOpensNoConnection() async {
        let server = LoopbackServer { _, connection in
            connection.answer()
            return true
        }
        defer { server.close() }
        let task = Task {
            await untilCancelled()
            return await send(server.url("a"), over: transport, Receiver())
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        // What comes over the same transport afterwards is the first that the server sees.
        #expect(await send(server.url("after"), over: transport, Receiver()) == nil)
        #expect(server.requests.map(\.path) == ["after"] && server.connectionCount == 1)
    }

    @Test func privateAddressesAreRefusedAfterTheNameIsResolvedAndBehindARedirect() async {
        let server = LoopbackServer { _, connection in
            connection.answer()
            return true
        }
        defer { server.close() }
        let careful = CurlTransport(Self.options { $0.refusesPrivateAddresses = true })
        for host in ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"] {
            let address = "http://\(host):\(server.port)/"
            let code = await send(address, over: careful, Receiver())
            #expect(code == .addressRefused, "\(host)")
        }
        #expect(server.connectionCount == 0)
        #expect(await send(server.url("a"), over: transport, Receiver()) == nil)
    }

    @Test func whereNobodyListensAndNamesThatDoNotExist() async {
        let server = LoopbackServer { _, _ in false }
        let port = server.port
        server.close()
        await server.untilNoneIsOpen()
        var isClosed = false
        for _ in 0..<1000 where !isClosed {
            isClosed = await send("http://127.0.0.1:\(port)/", over: transport, Receiver()) == .unreachable
        }
        #expect(isClosed)
        #expect(await send("http://no-such-host.invalid/", over: transport, Receiver()) == .unreachable)
        #expect(await send("http://", over: transport, Receiver()) == .unsupportedURL)
        #expect(await send("https://127.0.0.1:\(port)/", over: transport, Receiver()) == .unreachable)
    }

    private static let openssl: FilePath = "/usr/bin/openssl"

    @Test(.enabled("it needs the program openssl") { (try? openssl.status()) != nil })
    func aServerWithACertificateOfItsOwnMakingIsNotTrusted() async throws {
        let temporary = TemporaryFolder()
        let (key, certificate) = (temporary.path.appending("key"), temporary.path.appending("certificate"))
        let making = try await Subprocess(
            Self.openssl,
            ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
                + ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate]
        ).run()
        try #require(making.succeeded)
        let port = Watched<String?>(nil)
        let arguments: [FilePath] = ["s_server", "-accept", "127.0.0.1:0", "-www", "-key", key, "-cert", certificate]
        let server = Task {
            try await Subprocess(Self.openssl, arguments).run { output, _, _ in
                let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
                guard let line = lines.first(where: { $0.hasPrefix("ACCEPT") }) else { return }
                port.withLock { $0 = line.split(separator: ":").last.map(String.init) }
            }
        }
        await port.until { $0 != nil }
        let receiver = Receiver()
        let address = "https://127.0.0.1:\(port.value ?? "")/"
        #expect(await send(address, over: transport, receiver) == .insecure)
        #expect(receiver.heads.isEmpty)
        server.cancel()
        _ = await server.result
    }

    @Test func aFieldWithALineBreakStaysOneField() async {
        let server = LoopbackServer { _, connection in
            connection.answer()
            return true
        }
        defer { server.close() }
        for fields: HTTPFields in [["X": "1\r\nY: 2"], ["X\nY": "1"]] {
            #expect(await send(server.url("a"), fields, over: transport, Receiver()) == nil)
        }
        #expect(server.requests.map { $0.fields["x"] } == ["1Y: 2", nil])
        #expect(server.requests.map { $0.fields["y"] } == [nil, nil])
        #expect(server.requests.map { $0.fields["xy"] } == [nil, "1"])
    }

    @Test func aTransportHasAThreadFromItsFirstRequestOnAndFromNoEarlierTime() async {
        let server = LoopbackServer { _, connection in
            connection.answer()
            return true
        }
        defer { server.close() }
        let own = CurlTransport(Self.options())
        #expect(!own.hasThread)
        let isCancelled = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await send(server.url("a"), over: own, Receiver()) == .cancelled
        }.value
        #expect(isCancelled && !own.hasThread, "what is not sent needs none")
        #expect(await send(server.url("a"), over: own, Receiver()) == nil)
        #expect(own.hasThread)
    }

    @Test func aTransportThatGoesAwayTakesItsThreadAndItsConnectionsWithIt() async {
        let server = LoopbackServer { _, connection in
            connection.answer()
            return true
        }
        defer { server.close() }
        do {
            let own = CurlTransport(Self.options())
            #expect(await send(server.url("a"), over: own, Receiver()) == nil)
            #expect(server.openCount == 1)
        }
        await server.untilNoneIsOpen()
    }
}
