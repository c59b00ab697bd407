import HTTPMessages
import Testing
import WebTestSupport

@testable import HTTPSending

/// Requests as object storage and bots send them, over libcurl against a server on the loopback interface.
@Suite(.timeLimit(.minutes(10))) struct CollectedAnswerTests {
    private let transport: CurlTransport = {
        var options = CurlTransport.Options()
        options.usesProxies = false
        return CurlTransport(options)
    }()

    @Test func aVerbatimRequestAndItsAnswerStayAsTheyAre() async throws {
        let packed: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 7, 0, 134, 166, 16, 54, 5, 0, 0, 0,
        ]
        let server = LoopbackServer { request, connection in
            switch request.path {
            case "moved": connection.answer("307 Moved", ["Location": "/elsewhere"], [1])
            case "packed": connection.answer("200 OK", ["Content-Encoding": "gzip"], packed)
            default: connection.answer()
            }
            return true
        }
        defer { server.close() }
        func answer(_ path: String) async -> CollectedAnswer {
            await transport.answer(to: TransportRequest(address: server.url(path), isVerbatim: true), limit: 100)
        }
        let moved = await answer("moved")
        #expect(moved.status == 307 && moved.fields["Location"] == "/elsewhere" && moved.error == nil)
        #expect(await answer("packed").body == packed)
        #expect(await answer("a/../b/./c").status == 200)
        #expect(server.requests.map(\.path) == ["moved", "packed", "a/../b/./c"])
        #expect(server.requests.allSatisfy { $0.fields["accept-encoding"] == nil })
    }

    @Test(arguments: [TransportRequest.Method.put, .post, .delete, .head, .get], [[UInt8](), Array("meow".utf8)])
    func eachMethodIsSentThoseThatHaveOneWithTheirBody(
        _ method: TransportRequest.Method, _ body: [UInt8]
    ) async throws {
        let server = LoopbackServer { request, connection in
            connection.answer("200 OK", ["Content-Length": "3"], request.method == "HEAD" ? [] : [1, 2, 3])
            return true
        }
        defer { server.close() }
        let answer = await transport.answer(
            to: TransportRequest(
                method, address: server.url("a"), fields: ["Content-Type": "x/y"], body: .bytes(body), isVerbatim: true),
            limit: 3)
        #expect(answer.error == nil && answer.status == 200 && answer.fields["Content-Length"] == "3")
        #expect(answer.body == (method == .head ? [] : [1, 2, 3]))
        let request = try #require(server.requests.first)
        #expect(request.method == method.rawValue && request.fields["content-type"] == "x/y")
        #expect(request.body == ([.put, .post].contains(method) ? body : []))
    }

    @Test func aBodyHasALimitOfARefusalTheBeginningIsKeptWhatCameBeforeAConnectionBrokeIsThere()
        async
    {
        let server = LoopbackServer { request, connection in
            switch request.path {
            case "refused": connection.answer("403 No", [:], [UInt8](repeating: 7, count: 100_000))
            case "cut":
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nETag: \"t\"\r\n\r\nhalf")
                return false
            default: connection.answer("200 OK", [:], [1, 2, 3])
            }
            return true
        }
        defer { server.close() }
        func answer(_ path: String, limit: Int) async -> CollectedAnswer {
            await transport.answer(to: TransportRequest(address: server.url(path)), limit: limit)
        }
        #expect(await answer("a", limit: 3).body == [1, 2, 3])
        #expect(await answer("a", limit: 2).error?.code == .stopped)
        let refused = await answer("refused", limit: 2)
        #expect(refused.error == nil && refused.status == 403 && refused.body.count == 1 << 16)
        let cut = await answer("cut", limit: 100)
        #expect(cut.error?.code == .connectionLost && cut.body == Array("half".utf8) && cut.fields["ETag"] == "\"t\"")
        #expect(
            await transport.answer(to: TransportRequest(address: "ftp://x"), limit: 1).error?.code == .unsupportedURL)
    }
}
