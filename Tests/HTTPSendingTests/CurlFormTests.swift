import HTTPMessages
import Synchronization
import Testing
import WebTestSupport

@testable import HTTPSending

/// Forms over libcurl, against a server on the loopback interface.
struct CurlFormTests {
    private func send(_ form: [FormPart], to address: String, over transport: CurlTransport) async -> (
        Int, TransportError?
    ) {
        let status = Mutex(0)
        do throws(TransportError) {
            try await transport.send(TransportRequest(.post, address: address, body: .form(form))) { event in
                if case .head(let head) = event { status.withLock { $0 = head.status } }
                return true
            }
            return (status.withLock { $0 }, nil)
        } catch {
            return (status.withLock { $0 }, error)
        }
    }

    private func transport(silenceLimit: Int = 60) -> CurlTransport {
        var options = CurlTransport.Options()
        options.usesProxies = false
        options.silenceLimit = silenceLimit
        return CurlTransport(options)
    }

    @Test func fieldsAndFilesComeAsTheyWere() async throws {
        let server = LoopbackServer { _, connection in
            connection.answer()
            return true
        }
        defer { server.close() }
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let form = [
            FormPart("text", "a \"b\" ü"), FormPart("empty", ""),
            FormPart("file", file: bytes, called: "a.webp", contentType: "image/webp"),
        ]
        #expect(await send(form, to: server.url("x"), over: transport()) == (200, nil))
        let request = try #require(server.requests.first)
        #expect(request.fields["expect"] == nil)
        let got = try #require(MultipartForm(request.body, contentType: request.fields["content-type"] ?? ""))
        #expect(got["text"] == "a \"b\" ü" && got["empty"] == "")
        let file = try #require(got.fields["file"])
        #expect(file.content == bytes && file.fileName == "a.webp" && file.contentType == "image/webp")
    }

    @Test func aFormIsSentOnceAlsoOverATransportThatHasAConnection() async {
        let server = LoopbackServer { request, connection in
            if request.path == "lost" { return false }
            connection.answer()
            return true
        }
        defer { server.close() }
        let transport = transport()
        #expect(await send([FormPart("a", "b")], to: server.url("x"), over: transport) == (200, nil))
        #expect(await send([FormPart("a", "b")], to: server.url("lost"), over: transport).1?.code == .connectionLost)
        #expect(server.requests.map(\.path) == ["x", "lost"])
    }

    /// The server has done what it was asked; what it says cannot be read.
    @Test func aFormIsSentOnceAlsoWhereTheAnswerIsPackedInAnUnknownWay() async {
        let server = LoopbackServer { _, connection in
            connection.answer("200 OK", ["Content-Encoding": "unknown"], Array("{}".utf8))
            return true
        }
        defer { server.close() }
        #expect(await send([FormPart("a", "b")], to: server.url("x"), over: transport()).1 != nil)
        #expect(server.requests.map(\.path) == ["x"])
    }

    @Test func aFormIsNotSentOnToAnotherAddress() async {
        let server = LoopbackServer { _, connection in
            connection.answer("307 Temporary Redirect", ["Location": "/other"])
            return true
        }
        defer { server.close() }
        #expect(await send([FormPart("a", "b")], to: server.url("x"), over: transport()) == (307, nil))
        #expect(server.requests.map(\.path) == ["x"])
    }

    @Test func aServerThatSaysNothingIsGivenUp() async {
        let server = LoopbackServer { _, connection in
            connection.waitForClient()
            return false
        }
        defer { server.close() }
        #expect(
            await send([FormPart("a", "b")], to: server.url("x"), over: transport(silenceLimit: 1)).1?.code
                == .unreachable)
    }

    @Test func aServerThatDripsIsGivenUp() async {
        let server = LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            connection.drip()
            return false
        }
        defer { server.close() }
        #expect(
            await send([FormPart("a", "b")], to: server.url("x"), over: transport(silenceLimit: 1)).1?.code
                == .unreachable)
    }
}
