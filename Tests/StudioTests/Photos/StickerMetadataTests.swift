import Files
import FoundationEssentials
import HTTPMessages
import PhotoLibrary
import StickerPacks
import Stickers
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

/// What a person says of a photo's sticker.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct StickerMetadataTests {
    private struct Photo: Decodable {
        struct Metadata: Decodable, Equatable {
            var emoji: String?
            var title: String?
            var text: String?
        }

        var state: String
        var revision: Int
        var metadata: Metadata?
    }

    private func with(
        _ body: (StudioBench, _ say: (String) async throws -> Transport.Answer) async throws -> Void
    ) async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        await bench.model.loadPhoto(id)
        try await Transport.memory.with(bench.routes().described) { ask in
            try await body(bench) { json in
                try await ask("PUT", "/api/v1/photos/\(id)/metadata", [:], Array(json.utf8))
            }
        }
    }

    private func photo(_ answer: Transport.Answer) throws -> Photo {
        try #require(answer.status == 200, "\(answer.text)")
        return try JSONDecoder().decode(Photo.self, from: Data(answer.body))
    }

    @Test func eachPartIsSaidByItselfAndTakenBack() async throws {
        try await with { bench, say in
            let first = try photo(await say(#"{"emoji":"😺, 🐈","title":"Mia"}"#))
            #expect(first.metadata == Photo.Metadata(emoji: "😺🐈", title: "Mia"))
            let second = try photo(await say(#"{"text":"A black cat asleep","emoji":null}"#))
            #expect(second.metadata == Photo.Metadata(title: "Mia", text: "A black cat asleep"))
            #expect(try photo(await say("{}")).metadata == second.metadata)
            #expect(try photo(await say(#"{"text":null,"title":null}"#)).metadata == nil)
        }
    }

    /// A change of style keeps all of a photo's details: nothing else may write them here.
    @Test func itOutlastsTheProgramAtOnce() async throws {
        try await with { bench, say in
            _ = try photo(await say(#"{"title":"Mia"}"#))
            try await bench.restart()
            #expect(bench.model.selection[0].metadata == StickerMetadata(title: "Mia"))
        }
    }

    @Test func whatCannotBeKeptDidNotHappen() async throws {
        try await with { bench, say in
            try await bench.library.close()
            let answer = try await say(#"{"title":"Mia"}"#)
            #expect(answer.status == 500, "\(answer.text)")
            #expect(bench.model.selection[0].metadata == StickerMetadata())
        }
    }

    @Test func itOutlastsTheProgramAndMakesNoStickerAnew() async throws {
        try await with { bench, say in
            let calls = bench.maker.calls.count
            let said = try photo(await say(#"{"emoji":"😺🐈","title":"Mia","text":"Asleep"}"#))
            #expect(said.state == "done" && said.revision == 1)
            let change = try JSONReading.value(StudioStyleChange.self, from: Array(#"{"borderWidth":0.1}"#.utf8))
            let id = bench.model.selection[0].id
            _ = try await bench.model.setStyle(id, change)
            await bench.model.works[id]?.value
            #expect(bench.maker.calls.count == calls + 1, "the style's alone")
            try await bench.restart()
            #expect(
                bench.model.selection[0].metadata
                    == StickerMetadata(emoji: ["😺", "🐈"], title: "Mia", text: "Asleep"))
            #expect(bench.model.selection[0].style.borderWidth == 0.1)
        }
    }

    /// The rules are those of the file beside the photos, in the same words.
    @Test(arguments: [
        (#""emoji":"cat""#, "emoji must have only emoji, not 'cat'"),
        (#""emoji":"""#, "emoji must have only emoji, not ''"),
        (#""emoji":"\#(String(repeating: "😺", count: 21))""#, "emoji must have 1 to 20 emoji, not 21"),
        (#""title":" ""#, "title is empty: leave it out"),
        (#""title":"a\nb""#, "title must be one line"), (#""text":"a\tb""#, "text must be one line"),
        (#""text":"\#(String(repeating: "a", count: 1001))""#, "text has 1001 characters; at most 1000 are allowed"),
    ])
    func whatTheFileMayNotSayIsRefused(_ member: String, _ rule: String) async throws {
        let folder = TemporaryFolder()
        try folder.write("{\"stickers\": {\"a.jpg\": {\(member)}}}", to: "stickers.json")
        let error = #expect(throws: PackError.self) {
            try PackMetadata(readingFrom: folder.path.appending("stickers.json"))
        }
        #expect(error?.description.contains(rule) == true, "\(error?.description ?? "")")
        try await with { bench, say in
            let answer = try await say("{\(member)}")
            #expect(answer.status == 422 && answer.text.contains(rule), "\(answer.text)")
            #expect(bench.model.selection[0].metadata == StickerMetadata())
        }
    }

    @Test(arguments: [#"{"titel":"Mia"}"#, #"{"title":7}"#, #"{"emoji":["😺"]}"#, "[]", "{"])
    func anotherFormIsRefused(_ json: String) async throws {
        try await with { bench, say in
            let answer = try await say(json)
            #expect(answer.status == 400)
            #expect(bench.model.selection[0].metadata == StickerMetadata())
        }
    }

    @Test func aPhotoThatIsNotThereIsSaid() async throws {
        try await with { bench, _ in
            try await Transport.memory.with(bench.routes().described) { ask in
                let path = "/api/v1/photos/\(String(repeating: "0", count: 64))/metadata"
                let answer = try await ask("PUT", path, [:], Array("{}".utf8))
                #expect(answer.status == 404)
            }
        }
    }
}
