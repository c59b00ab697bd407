import FoundationEssentials
import HTTPMessages
import Imaging
import PhotoLibrary
import Stickers
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

extension StudioRoutesTests {
    @Test(arguments: Transport.allCases)
    func aDuplicateHasAllThatWasMadeOfItsSourceAndGoesItsOwnWay(_ transport: Transport) async throws {
        try await with(transport) { (bench, ask) async throws in
            let ids = try await bench.add("a", "b").map(\.text)
            let style = Array(#"{"borderWidth":0.1}"#.utf8)
            for id in bench.model.selection.map(\.id) { await bench.model.loadPhoto(id) }
            _ = try await ask("PUT", "/api/v1/photos/\(ids[0])/style", [:], style)
            await bench.ended(bench.model.selection[0].id)
            let made = bench.maker.calls.count

            let answer = try await ask("POST", "/api/v1/photos/\(ids[0])/duplicate", [:], [])
            #expect(answer.status == 201)
            guard case .string(let copy)? = try object(answer)["id"] else {
                Issue.record("no id: \(answer.text)")
                return
            }
            #expect(bench.model.selection.map(\.id.text) == [ids[0], copy, ids[1]])
            #expect(try object(answer)["state"] == .string("done"))
            #expect(try await ask("GET", "/api/v1/photos/\(copy)/sticker.png", [:], []).text == "png 0.1 0")
            #expect(try await ask("GET", "/api/v1/photos/\(copy)/original", [:], []).text == "a")
            #expect(bench.maker.calls.count == made, "the sticker is there")
            #expect(bench.model.usage.originals == 2)

            _ = try await ask("PUT", "/api/v1/photos/\(copy)/style", [:], Array(#"{"borderWidth":0.05}"#.utf8))
            await bench.ended(bench.model.selection[1].id)
            #expect(try await ask("GET", "/api/v1/photos/\(copy)/sticker.png", [:], []).text == "png 0.05 0")
            #expect(try await ask("GET", "/api/v1/photos/\(ids[0])/sticker.png", [:], []).text == "png 0.1 0")
            let zip = try await ask("GET", "/api/v1/stickers.zip", [:], [])
            #expect(zip.text.contains("a.png") && zip.text.contains("a-2.png"))

            // The photo is there as long as one of its stickers is.
            #expect(try await ask("POST", "/api/v1/photos?name=a.jpg", [:], Array("a".utf8)).status == 200)
            _ = try await ask("DELETE", "/api/v1/photos/\(ids[0])", [:], [])
            _ = try await ask("POST", "/api/v1/trash/empty", [:], Array(#"{"all":true}"#.utf8))
            #expect(try await ask("GET", "/api/v1/photos/\(copy)/original", [:], []).text == "a")
            let again = try await ask("POST", "/api/v1/photos?name=a.jpg", [:], Array("a".utf8))
            #expect(again.status == 200)
            #expect(try object(again)["id"] == .string(copy))
            #expect(try await ask("POST", "/api/v1/photos/\(ids[0])/duplicate", [:], []).status == 404)

            let before = bench.model.selection
            try await bench.restart()
            #expect(bench.model.selection == before)
        }
    }

    @Test func anEditThatIsBeingRenderedIsRenderedForTheDuplicateToo() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        await bench.model.loadPhoto(id)
        bench.maker.hold()
        let change = try JSONReading.value(StudioStyleChange.self, from: Array(#"{"borderWidth":0.1}"#.utf8))
        _ = try await bench.model.setStyle(id, change)
        let copy = try await bench.model.duplicate(id)
        #expect(copy.style.borderWidth == 0.1 && copy.isRendering)
        bench.maker.release()
        await bench.ended(copy.id)
        let png = try #require(try await bench.library.blob(MadeSticker.name(in: .png), of: copy.id))
        #expect(String(decoding: png, as: UTF8.self) == "png 0.1 0")
    }

    @Test func aDuplicateKeepsToTheNumberOfPhotos() async throws {
        var limits = StudioRoutes.Limits()
        limits.photos = 1
        try await with(.memory, limits: limits) { (bench, ask) async throws in
            let id = try await bench.add("a")[0]
            #expect(try await ask("POST", "/api/v1/photos/\(id)/duplicate", [:], []).status == 507)
            #expect(bench.model.selection.count == 1)
        }
    }
}
