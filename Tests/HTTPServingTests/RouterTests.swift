import Files
import HTTPMessages
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport

/// The same requests, in memory and over a socket.
@Suite struct RouterTests {
    static var router: Router {
        var router = Router(defaultMaximumBodyBytes: 16)
        router.add(.get, "/") { _, _ in .text("home") }
        router.add(.get, "/photos/{id}") { _, parameters in .text("photo \(parameters["id"])") }
        router.add(.get, "/photos/all") { _, _ in .text("all") }
        router.add(.put, "/photos/{name}") { request, _ in .json(request.body, .created) }
        router.add(.post, "/photos", maximumBodyBytes: 300_000) { request, _ in
            HTTPResponse(type: "application/octet-stream", request.body.reversed())
        }
        router.add(.delete, "/photos/{id}") { _, _ in HTTPResponse(.noContent) }
        router.add(.get, "/photos/{id}/sticker.png") { _, parameters throws(HTTPError) in
            throw HTTPError(.conflict, code: "notDone", "\(parameters["id"]) is not done")
        }
        let closed: Route.Precheck = { request in
            request.query("open") == nil ? HTTPResponse(HTTPError(.forbidden, code: "closed", "")) : nil
        }
        router.add(.post, "/closed", precheck: closed) { _, _ in .text("open") }
        router.add(.get, "/large") { _, _ in
            HTTPResponse(type: "text/plain", fields: ["Accept-Ranges": "bytes"], [UInt8](repeating: 7, count: 200_000))
        }
        router.add(.get, "/pieces") { _, _ in
            HTTPResponse(
                body: .stream(
                    ByteStream {
                        AsyncStream { continuation in
                            for byte: UInt8 in 1...200 { continuation.yield([UInt8](repeating: byte, count: 10_000)) }
                            continuation.finish()
                        }
                    }))
        }
        router.addPrecheck { request in
            request.fields["Stranger"] == nil ? nil : HTTPResponse(HTTPError(.unauthorized, code: "no", ""))
        }
        return router
    }

    @Test(arguments: Transport.allCases)
    func eachRequestFindsItsRoute(_ transport: Transport) async throws {
        try await transport.with(Self.router) { ask in
            #expect(try await ask("GET", "/", [:], []).text == "home")
            #expect(try await ask("GET", "/photos/a%2Fb", [:], []).text == "photo a/b")
            #expect(try await ask("GET", "/photos/all", [:], []).text == "all")
            let put = try await ask("PUT", "/photos/x", [:], Array("{}".utf8))
            #expect(put.status == 201 && put.text == "{}" && put.fields["Content-Type"] == "application/json")
            let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            #expect(try await ask("POST", "/photos", [:], bytes).body == bytes.reversed())
            let deleted = try await ask("DELETE", "/photos/x", [:], [])
            #expect(deleted.status == 204 && deleted.body == [])
            #expect(try await ask("GET", "/large", [:], []).body == [UInt8](repeating: 7, count: 200_000))
            let pieces = try await ask("GET", "/pieces", [:], [])
            #expect(pieces.body == (1...200).flatMap { [UInt8](repeating: $0, count: 10_000) })
        }
    }

    @Test(arguments: Transport.allCases)
    func whatHasNoRouteIsToldSo(_ transport: Transport) async throws {
        try await transport.with(Self.router) { ask in
            for path in ["/none", "/photos/", "/photos/a/b", "//", "/Photos/a"] {
                let missing = try await ask("GET", path, [:], [])
                #expect(missing.status == 404 && missing.text.hasPrefix(#"{"error":{"code":"notFound","#))
            }
            let other = try await ask("POST", "/photos/x", [:], [])
            #expect(other.status == 405 && other.fields["Allow"] == "DELETE, GET, HEAD, OPTIONS, PUT")
            #expect(try await ask("PUT", "/photos", [:], []).fields["Allow"] == "OPTIONS, POST")
            let options = try await ask("OPTIONS", "/photos", [:], [])
            #expect(options.status == 204 && options.fields["Allow"] == "OPTIONS, POST")
            #expect(try await ask("OPTIONS", "/none", [:], []).status == 404)
            #expect(try await ask("GET", "/a/../b", [:], []).status == 400)
        }
    }

    @Test(arguments: Transport.allCases)
    func headIsGETWithoutItsBody(_ transport: Transport) async throws {
        try await transport.with(Self.router) { ask in
            let head = try await ask("HEAD", "/", [:], [])
            #expect(head.status == 200 && head.body == [] && head.fields["Content-Length"] == "4")
            #expect(try await ask("HEAD", "/closed", [:], []).status == 405)
            #expect(try await ask("GET", "/", [:], []).text == "home", "the connection goes on")
            #expect(try await ask("HEAD", "/pieces", [:], []).body == [])
        }
    }

    @Test(arguments: Transport.allCases)
    func anErrorBecomesJSONAndEveryAnswerHasTheFieldsOfSafety(_ transport: Transport) async throws {
        try await transport.with(Self.router) { ask in
            let failed = try await ask("GET", "/photos/7/sticker.png", [:], [])
            #expect(failed.status == 409)
            #expect(failed.text == #"{"error":{"code":"notDone","message":"7 is not done"}}"#)
            for answer in [failed, try await ask("GET", "/", [:], []), try await ask("GET", "/none", [:], [])] {
                for field in SecurityHeaders().fields.fields { #expect(answer.fields[field.name] == field.value) }
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func bodiesThatAreTooLongAndRequestsThatAreNotWantedAreRefused(_ transport: Transport) async throws {
        try await transport.with(Self.router) { ask in
            #expect(try await ask("PUT", "/photos/x", [:], [UInt8](repeating: 1, count: 16)).status == 201)
            let long = try await ask("PUT", "/photos/x", [:], [UInt8](repeating: 1, count: 17))
            #expect(long.status == 413 && long.text.contains(#""tooLarge""#) && long.text.contains("16 bytes"))
            #expect(try await ask("POST", "/closed", [:], [1]).status == 403)
            #expect(try await ask("POST", "/closed?open", [:], [1]).text == "open")
            #expect(try await ask("GET", "/", ["Stranger": "1"], []).status == 401)
            #expect(try await ask("GET", "/none", ["Stranger": "1"], []).status == 401)
        }
    }

    @Test(arguments: Transport.allCases)
    func aFileIsSentWholeOrInPart(_ transport: Transport) async throws {
        let temporary = TemporaryFolder()
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        let path = try temporary.write(bytes, to: "file.png")
        var router = Router()
        router.add(.get, "/file") { _, _ throws(HTTPError) in
            do throws(FileError) {
                return try HTTPResponse.file(path, type: "image/png", fields: ["ETag": "\"1\""])
            } catch {
                throw .notFound(error.description)
            }
        }
        try await transport.with(router) { ask in
            let whole = try await ask("GET", "/file", [:], [])
            #expect(whole.status == 200 && whole.body == bytes && whole.fields["Accept-Ranges"] == "bytes")
            let part = try await ask("GET", "/file", ["Range": "bytes=10-99"], [])
            #expect(part.status == 206 && part.body == Array(bytes[10..<100]))
            #expect(part.fields["Content-Range"] == "bytes 10-99/100000" && part.fields["Content-Type"] == "image/png")
            let end = try await ask("GET", "/file", ["Range": "bytes=-5", "If-Range": "\"1\""], [])
            #expect(end.status == 206 && end.body == Array(bytes.suffix(5)))
            let changed = try await ask("GET", "/file", ["Range": "bytes=-5", "If-Range": "\"0\""], [])
            #expect(changed.status == 200 && changed.body == bytes)
            let none = try await ask("GET", "/file", ["Range": "bytes=100000-"], [])
            #expect(none.status == 416 && none.fields["Content-Range"] == "bytes */100000")
            let head = try await ask("HEAD", "/file", [:], [])
            #expect(head.fields["Content-Length"] == "100000" && head.body == [])
            try AtomicFile.write([], to: path)
            let empty = try await ask("GET", "/file", [:], [])
            #expect(empty.status == 200 && empty.body == [])
            try path.removeFile()
            #expect(try await ask("GET", "/file", [:], []).status == 404)
        }
    }

    @Test func routesCanBeListed() {
        let routes = Self.router.routes.map { "\($0.method) \($0.pattern)" }
        #expect(routes.prefix(3) == ["GET /", "GET /photos/{id}", "GET /photos/all"])
        #expect(RoutePattern("/a/{b}/c/{d}").parameters == ["b", "d"])
        #expect(Self.router.routes[4].maximumBodyBytes == 300_000)
    }

    @Test func aFileBodyIsARegularFile() throws {
        let temporary = TemporaryFolder()
        #expect(throws: FileError("read", temporary.path, errorNumber: 21)) { try FileBody(temporary.path) }
        #expect(throws: FileError.self) { try FileBody(temporary.path.appending("none")) }
    }
}
