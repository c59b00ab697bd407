import Files
import FoundationEssentials
import HTTPMessages
import HTTPServing
import Imaging
import PhotoLibrary
import Stickers
import TestSupport
import Testing
import WebTestSupport

@testable import HTTPTestClient
@testable import HTTPTestSupport
@testable import Studio

/// The catalog's routes, in memory and over a socket.
@Suite(.timeLimit(.minutes(10))) @MainActor
struct CatalogRoutesTests {
    private func with(
        _ transport: Transport, _ body: (StudioBench, @escaping Transport.Ask) async throws -> Void
    ) async throws {
        let bench = try await StudioBench(holds: false)
        let routes = try bench.routes()
        try await transport.with(routes.described) { ask in try await body(bench, ask) }
    }

    private let update = Array(#"{"dates":["2025-06-16","2025-06-18","2025-07-01"]}"#.utf8)

    @Test(arguments: Transport.allCases) func aPictureGoesFromTheWebToTheSelection(_ transport: Transport) async throws
    {
        try await with(transport) { (bench, ask) async throws in
            #expect(try await ask("GET", "/api/v1/catalog", [:], []).text.contains(#""items":[]"#))
            let shown = try await ask("POST", "/api/v1/catalog/update", [:], update)
            #expect(shown.status == 200)
            #expect(shown.text.contains(#""id":"apod:2025-07-01""#) && shown.text.contains(#""code":"noPicture""#))
            #expect(try await ask("GET", "/api/v1/catalog", [:], []).body == shown.body)

            let picture = try await ask(
                "GET", "/api/v1/catalog/picture?id=apod%3A2025-06-16&side=64", [:], [])
            #expect(picture.status == 200 && picture.fields["Content-Type"] == "image/webp")
            #expect(try ImageSource(picture.body).size == PixelSize(width: 64, height: 40))

            let original = try await ask("GET", "/api/v1/catalog/original?id=apod%3A2025-06-16", [:], [])
            #expect(original.status == 200 && original.body == StudioBench.picture)
            #expect(
                original.fields["Content-Disposition"]?.contains(
                    #"filename="2025-06-16 Picture of 2025-06-16 (Mauricio Salazar).jpg""#) == true)
            #expect(shown.text.contains(#""fileName":"2025-06-16 Picture of 2025-06-16 (Mauricio Salazar).jpg""#))
            #expect(try await ask("GET", "/api/v1/catalog/original?id=apod:1", [:], []).status == 404)

            let saved = try await ask("POST", "/api/v1/catalog/save", [:], Array(#"{"id":"apod:2025-06-16"}"#.utf8))
            #expect(saved.status == 200 && saved.text.contains(#""credit":"Mauricio Salazar""#))
            #expect(bench.model.selection.count == 1)
            let state = try await ask("GET", "/api/v1/state", [:], [])
            #expect(state.text.contains(#""saved":"\#(bench.model.selection[0].id.text)""#))
            let surprise = try await ask("POST", "/api/v1/catalog/surprise", [:], [])
            #expect(surprise.status == 200 && surprise.text.contains(#""hasPicture":true"#))
        }
    }

    @Test(arguments: Transport.allCases) func aServiceThatRefusesSaysWhenToComeBack(_ transport: Transport) async throws
    {
        try await with(transport) { (bench, ask) async throws in
            bench.web.limitRequests(to: 0)
            let shown = try await ask("POST", "/api/v1/catalog/update", [:], update)
            #expect(shown.status == 200)
            #expect(shown.text.contains(#""message":"3 of 3 days: the service is rate-limiting requests"#))
            #expect(shown.text.contains(#""retryAt":1"#))
            let asked = bench.web.requests.count
            let surprise = try await ask("POST", "/api/v1/catalog/surprise", [:], [])
            #expect(surprise.status == 503 && surprise.text.contains(#""code":"rateLimited""#))
            #expect((Int(surprise.fields["Retry-After"] ?? "") ?? 0) > 3000)
            #expect(bench.web.requests.count == asked, "after a refusal nothing more is asked")
        }
    }

    @Test(arguments: Transport.allCases) func whatTheWebRefusesIsTold(_ transport: Transport) async throws {
        try await with(transport) { (bench, ask) async throws in
            _ = try await ask("POST", "/api/v1/catalog/update", [:], update)
            bench.web.isUnreachable(true)
            let picture = try await ask("GET", "/api/v1/catalog/picture?id=apod:2025-06-16", [:], [])
            #expect(picture.status == 502 && picture.text.contains(#""code":"unreachable""#))
            let save = try await ask("POST", "/api/v1/catalog/save", [:], Array(#"{"id":"apod:2025-06-16"}"#.utf8))
            #expect(save.status == 502 && save.text.contains(#""code":"unreachable""#))
            let address = Array(#"{"url":"https://apod.test/image/cat.jpg"}"#.utf8)
            #expect(try await ask("POST", "/api/v1/photos/from-address", [:], address).status == 502)
            bench.web.isUnreachable(false)
            let added = try await ask("POST", "/api/v1/photos/from-address", [:], address)
            #expect(added.status == 201 && added.text.contains(#""name":"cat.jpg""#))
            #expect(try await ask("POST", "/api/v1/photos/from-address", [:], address).status == 200)
        }
    }

    @Test func anUpdateNeedsNoBody() async throws {
        try await with(.allCases[0]) { (_, ask) async throws in
            let shown = try await ask("POST", "/api/v1/catalog/update", [:], [])
            #expect(shown.status == 200 && shown.text.contains(#""id":"apod:"#))
            #expect(try await ask("POST", "/api/v1/catalog/update", [:], Array("[]".utf8)).status == 400)
        }
    }

    @Test func anAddressOfAPrivateNetworkIsRefusedWithWhatToDo() async throws {
        let folder = TemporaryFolder()
        let studio = try await Studio(
            StudioAudienceTests.settings(in: folder.path),
            network: NetworkLoading { () async throws(StickerError) in throw StickerError(.model, "none") })
        let port = Int(studio.server.address.port)
        let body = #"{"url":"http://127.0.0.1:\#(port)/icon.png"}"#
        let answer = try await blocking {
            let client = try RawClient(port: port)
            try client.send(
                "POST /api/v1/photos/from-address HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return try client.readAnswer(to: "POST")
        }
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 400 && text.contains(#""code":"addressRefused""#))
        #expect(text.contains("its server is at a private address") && text.contains("add the photo's file instead"))
        await studio.stop()
    }

    @Test func aClientThatGoesAwayStopsItsUpdate() async throws {
        let bench = try await StudioBench(holds: false)
        bench.web.hold("date=2025-06-16")
        let router = try bench.routes().described
        let wish = update
        try await withServer(router) { server in
            let port = server.address.port
            let client = try await blocking { try RawClient(port: port) }
            try client.send(
                "POST /api/v1/catalog/update HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(wish.count)\r\n\r\n")
            try client.send(wish)
            await bench.web.untilAsked(for: "2025-06-16")
            client.close()
            await bench.web.untilCancelled()
        }
        #expect(bench.web.cancelled == ["date=2025-06-16"])
    }
}
