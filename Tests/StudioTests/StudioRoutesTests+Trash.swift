import Files
import FoundationEssentials
import HTTPMessages
import PhotoLibrary
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

extension StudioRoutesTests {
    @Test(arguments: Transport.allCases) func whatIsRemovedComesBackWithItsEdits(_ transport: Transport) async throws {
        try await with(transport) { (bench, ask) async throws in
            let ids = try await bench.add("a", "b", "c").map(\.text)
            for id in bench.model.selection.map(\.id) { await bench.model.loadPhoto(id) }
            let edited = bench.model.selection[1].id
            _ = try await ask("PUT", "/api/v1/photos/\(ids[1])/style", [:], Array(#"{"borderWidth":0.1}"#.utf8))
            await bench.model.works[edited]?.value
            let before = bench.model.selection
            let made = bench.maker.calls.count

            let choice = Array(#"{"ids":["\#(ids[1])","\#(ids[0])"]}"#.utf8)
            let removed = try await ask("POST", "/api/v1/photos/remove", [:], choice)
            #expect(removed.text == #"{"ids":["\#(ids[0])","\#(ids[1])"]}"#)
            #expect(try await ask("GET", "/api/v1/photos/\(ids[1])", [:], []).status == 404)
            #expect(try await ask("GET", "/api/v1/photos/\(ids[1])/original", [:], []).status == 404)
            let trash = try object(try await ask("GET", "/api/v1/trash", [:], []))
            guard case .array(let photos)? = trash["photos"], case .object(let first)? = photos.first else {
                Issue.record("no photos")
                return
            }
            #expect(photos.count == 2)
            #expect(first["bytes"] == .number(1))
            let state = try await ask("GET", "/api/v1/state", [:], []).text
            #expect(state.contains(#""trash":{"bytes":"#) && state.contains(#""photos":2"#))

            // As it was answered, so it can be sent.
            let restored = try await ask("POST", "/api/v1/trash/restore", [:], removed.body)
            #expect(restored.status == 200)
            #expect(bench.model.selection == before)
            #expect(bench.maker.calls.count == made, "the stickers are there still")
            #expect(try await ask("GET", "/api/v1/photos/\(ids[1])/sticker.png", [:], []).text == "png 0.1 0")
            #expect(try await ask("GET", "/api/v1/trash", [:], []).text.contains(#""photos":[]"#))

        }
    }

    @Test(arguments: Transport.allCases) func theTrashIsEmptiedOnRequest(_ transport: Transport) async throws {
        try await with(transport) { (bench, ask) async throws in
            let ids = try await bench.add("a", "b").map(\.text)
            _ = try await ask("POST", "/api/v1/photos/remove", [:], Array(#"{"all":true}"#.utf8))
            #expect(bench.model.usage.trashCount == 2)
            let one = try await ask("POST", "/api/v1/trash/empty", [:], Array(#"{"ids":["\#(ids[0])"]}"#.utf8))
            #expect(one.text == #"{"ids":["\#(ids[0])"]}"#)
            let rest = try await ask("POST", "/api/v1/trash/restore", [:], Array(#"{"all":true}"#.utf8))
            #expect(rest.text.contains(ids[1]) && !rest.text.contains(ids[0]))
            _ = try await ask("DELETE", "/api/v1/photos/\(ids[1])", [:], [])
            _ = try await ask("POST", "/api/v1/trash/empty", [:], Array(#"{"all":true}"#.utf8))
            #expect(bench.model.usage.trashCount == 0)
            #expect(try await bench.library.trash().isEmpty)
        }
    }

    @Test func theTrashOutlivesARestartAndKeepsToTheNumberOfPhotos() async throws {
        let bench = try await StudioBench(holds: false)
        let ids = try await bench.add("a", "b", "c")
        try await bench.model.remove([ids[0], ids[2]])
        try await bench.restart()
        #expect(bench.model.usage.trashCount == 2)
        var limits = StudioRoutes.Limits()
        limits.photos = 2
        let router = try bench.routes(limits: limits).described
        let all = try HTTPRequest(.post, "/api/v1/trash/restore", body: Array(#"{"all":true}"#.utf8))
        #expect(await router.answer(all).status == .insufficientStorage)
        #expect(bench.model.usage.trashCount == 2)
        _ = try await bench.model.restore([ids[2]], limit: 2)
        #expect(bench.model.selection.map(\.id) == [ids[1], ids[2]])
    }
}
