import Clips
import Files
import FoundationEssentials
import HTTPMessages
import Imaging
import PhotoLibrary
import Stickers
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import StickerPacks
@testable import Studio

/// Clips among the photos.
@MainActor
struct LivingPhotosTests {
    private static let api = "/api/v1/photos"

    private func object(_ answer: Transport.Answer) throws -> [String: JSONValue] {
        guard case .object(let object) = try JSONReading.value(JSONValue.self, from: answer.body) else { return [:] }
        return object
    }

    @Test func thePartThatWasFoundIsToldUntilOneIsChosen() throws {
        let found = StickerFacts.FoundPart(start: 4300, end: 7300)
        let open = PhotoJSON.Clip(ClipPart(), found: found)
        #expect(open.start == 4300 && open.end == 7300 && open.found == true && open.chosen == nil)
        #expect(PhotoJSON.Clip(ClipPart(), found: nil).found == nil)
        var part = ClipPart()
        part.loop = .none
        // Another loop shows the same part.
        for part in [ClipPart(), part] {
            #expect(part.options(side: 512, style: StudioStyle()).searchRange == 0..<30_000_000_000)
        }
        part.start = 500
        #expect(PhotoJSON.Clip(part, found: found) == PhotoJSON.Clip(part, found: nil))
        #expect(part.options(side: 512, style: StudioStyle()).searchRange == nil)
        // It is kept.
        var details = PhotoDetails()
        details.sticker = try JSONDecoder().decode(StickerFacts.self, from: Data(Self.facts.utf8))
        #expect(PhotoDetails(json: try #require(details.json)).sticker?.found == found)
    }

    /// The part that was chosen is kept, and the sticker shows a part of it.
    @Test func whatWasFoundInALongChosenPartIsToldBesideIt() {
        let found = StickerFacts.FoundPart(start: 4300, end: 7300)
        var part = ClipPart()
        (part.start, part.end) = (2000, 12_000)
        let told = PhotoJSON.Clip(part, found: found)
        #expect(told.start == 4300 && told.end == 7300 && told.found == true)
        #expect(told.chosen == .init(start: 2000, end: 12_000))
        // The sticker that is there was made for another part, or none was searched for.
        for (start, end) in [(5000, 12_000), (2000, 7000), (4300, 7300)] {
            (part.start, part.end) = (start, end)
            #expect(PhotoJSON.Clip(part, found: found) == PhotoJSON.Clip(part, found: nil))
        }
    }

    @Test func anEndThatIsNotNamedStaysWhereItWasFound() throws {
        var details = PhotoDetails()
        details.sticker = try JSONDecoder().decode(StickerFacts.self, from: Data(Self.facts.utf8))
        func part(_ json: String, of chosen: ClipPart = ClipPart()) throws -> ClipPart? {
            details.clip = chosen
            let change = try JSONReading.value(ClipPartChange.self, from: Array(json.utf8))
            return try PhotoEdit.clip(change).applied(to: details).clip
        }
        var expected = ClipPart()
        (expected.start, expected.end) = (4500, 7300)
        #expect(try part(#"{"start":4500}"#) == expected)
        var long = ClipPart()
        (long.start, long.end) = (2000, 12_000)
        #expect(try part(#"{"start":4500}"#, of: long) == expected)
        (expected.start, expected.end) = (4300, 6000)
        #expect(try part(#"{"end":6000}"#) == expected)
        // Both are named, or neither is.
        #expect(try part(#"{"start":0,"end":null}"#) == ClipPart())
        #expect(try part(#"{"start":2000,"end":12000}"#) == long)
        (expected.start, expected.end, expected.loop) = (0, nil, .bounce)
        #expect(try part(#"{"loop":"bounce"}"#) == expected)
    }

    private static let facts = #"""
        {"width":9,"height":9,"photoWidth":9,"photoHeight":9,"box":{"x":0,"y":0,"width":9,"height":9},"instances":[],
        "colors":[],"gradient":[],"textColor":"#000000","found":{"start":4300,"end":7300}}
        """#

    @Test func oneClipIsInWorkAndThePhotosBesideItAreMade() async throws {
        let bench = try await StudioBench(atOnce: 1)
        let ids = try await bench.add("m1", "m2", "a", "b")
        for id in ids { bench.model.request(id) }
        await bench.maker.reached(2)
        #expect(bench.states == ["processing", "waiting", "processing", "waiting"])
        bench.maker.letGo("a")
        await bench.maker.reached(3)
        #expect(bench.states == ["processing", "waiting", "done", "processing"])
        // Cancelled, it gives its place to the next one.
        bench.model.cancel(ids[0])
        await bench.maker.reached(4)
        #expect(bench.maker.cancelledCount == 1)
        #expect(bench.states == ["waiting", "processing", "done", "processing"])
        bench.maker.release()
        for id in ids { await bench.ended(id) }
        #expect(bench.states == ["waiting", "done", "done", "done"])
    }

    @Test func theWorkOnAClipIsShownAndAPersonEndsIt() async throws {
        let bench = try await StudioBench(atOnce: 1)
        let id = try await bench.add("m")[0]
        bench.maker.advance(to: ClipProgress(frames: 7, of: 90))
        try await Transport.memory.with(bench.routes().described) { ask in
            func photo(_ method: String, _ path: String = "") async throws -> String {
                try await ask(method, "\(Self.api)/\(id)\(path)", [:], []).text
            }
            // Nothing is in work that could be stopped.
            #expect(try await photo("POST", "/stop").contains(#""stopped":false"#))
            bench.model.request(id, .near)
            bench.model.startProcessing()
            await untilObserved { bench.model.photo(id)?.progress != nil }
            let working = try await photo("GET")
            #expect(working.contains(#""progress":{"frames":7,"of":90}"#), "\(working)")
            // How far it was is not told, though the work has yet to end.
            let ended = try await photo("POST", "/stop")
            #expect(ended.contains(#""stopped":true"#) && !ended.contains(#""of":90"#), "\(ended)")
            await bench.ended(id)
            #expect(bench.states == ["waiting"] && bench.model.photo(id)?.progress == nil)
            // Neither a page on which it is near nor "make all" begins it again; a request that names it does.
            bench.model.request(id, .near)
            bench.model.startProcessing()
            #expect(bench.maker.calls.count == 1 && !bench.model.progress.running)
            let again = try await photo("POST", "/load")
            #expect(again.contains(#""stopped":false"#), "\(again)")
            bench.maker.release()
            await bench.ended(id)
            #expect(bench.states == ["done"] && bench.model.photo(id)?.progress == nil)
            // An edit that is stopped leaves the sticker as it was.
            bench.maker.hold()
            let comic = try await ask("PUT", "\(Self.api)/\(id)/style", [:], Array(#"{"effect":"comic"}"#.utf8))
            #expect(comic.status == 200)
            await bench.maker.reached(3)
            let before = bench.model.photo(id)?.revision
            let stopped = try await photo("POST", "/stop")
            #expect(stopped.contains(#""rendering":false"#) && stopped.contains(#""stopped":true"#), "\(stopped)")
            await bench.ended(id)
            #expect(bench.states == ["done"] && bench.model.photo(id)?.revision == before)
            bench.maker.release()
            #expect(try await photo("POST", "/load").contains(#""rendering":true"#))
            await bench.ended(id)
            #expect(bench.maker.calls.map(\.style.effect) == [.outline, .outline, .comic, .comic])
            #expect(bench.model.photo(id)?.revision != before)
        }
    }

    @Test func ofARemovedPhotoNothingIsKeptInMemory() async throws {
        let bench = try await StudioBench(holds: false)
        let ids = try await bench.add("m", "a")
        try await bench.model.remove([ids[0]])
        #expect(bench.maker.forgotten == [ids[0]])
    }

    @Test func aClipIsOneAfterARestartAndInTheTrash() async throws {
        let bench = try await StudioBench(holds: false)
        let ids = try await bench.add("m", "a")
        #expect(bench.model.selection.map(\.clip) == [ClipPart(), nil])
        await bench.model.processAllPhotos()
        try await bench.restart()
        #expect(bench.model.selection.map(\.clip) == [ClipPart(), nil])
        guard case .done(let facts) = bench.model.selection[0].state else {
            Issue.record("its sticker is kept")
            return
        }
        #expect(facts.living == .init(frames: 24, milliseconds: 1_200))
        try await bench.model.remove([ids[0]])
        let restored = try await bench.model.restore([ids[0]], limit: 10)
        #expect(restored.map(\.clip) == [ClipPart()])
        // One that comes again after it was removed is a clip, too.
        try await bench.model.remove([ids[0]])
        #expect(try await bench.add("m") == [ids[0]])
        #expect(bench.model.photo(ids[0])?.clip == ClipPart())
        #expect(bench.maker.calls.count == 2)
    }

    @Test func whatIsDoneToPhotosAloneIsRefused() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("m")[0]
        await bench.model.loadPhoto(id)
        try await Transport.memory.with(bench.routes().described) { ask in
            let path = "\(Self.api)/\(id)"
            let stroke = Array(#"{"mode":"keep","radius":0.1,"points":[[0.5,0.5]]}"#.utf8)
            for (method, name, body) in [
                ("POST", "strokes", stroke), ("POST", "strokes/preview", stroke), ("GET", "subjects", []),
                ("POST", "subjects", Array(#"{"point":[0.5,0.5]}"#.utf8)), ("GET", "cutout.webp", []),
                ("GET", "unplaced.webp", []),
            ] {
                let answer = try await ask(method, "\(path)/\(name)", [:], body)
                #expect(answer.status == 409 && answer.text.contains("m.jpg is a clip"), "\(name): \(answer.text)")
            }
            for style in [#"{"arrangement":{"x":0.5}}"#, #"{"instances":[1]}"#] {
                let answer = try await ask("PUT", "\(path)/style", [:], Array(style.utf8))
                #expect(
                    answer.status == 422 && answer.text.contains("the sticker of a clip has no arrangement"),
                    "\(answer.text)")
            }
            // A look that says that it has none is a look for clips, too.
            let style = Array(#"{"text":null,"borderWidth":0.05,"effect":"comic"}"#.utf8)
            #expect(try await ask("PUT", "\(path)/style", [:], style).status == 200)
            await bench.ended(id)
            #expect(bench.maker.calls.count == 2)
            // Its pictures did not go, for none of them was missing.
            #expect(bench.states == ["done"])
        }
    }

    @Test func whatIsMarkedOnAFrameHoldsForTheClipAndIsTakenBack() async throws {
        let bench = try await StudioBench(holds: false)
        let ids = try await bench.add("m", "a")
        await bench.model.processAllPhotos()
        try await Transport.memory.with(bench.routes().described) { ask in
            func post(_ name: String, _ json: String = "", _ id: PhotoID) async throws -> Transport.Answer {
                try await ask("POST", "\(Self.api)/\(id)/\(name)", [:], Array(json.utf8))
            }
            let stroke = #"{"mode":"keep","radius":0.1,"points":[[0.5,0.5]],"time":240}"#
            let tap = #"{"point":[0.25,0.5],"use":"remove","time":480}"#
            let drawn = try await post("strokes", stroke, ids[0])
            #expect(drawn.status == 200 && drawn.text.contains(#""strokes":{"done":1"#), "\(drawn.text)")
            #expect(try await post("subjects", tap, ids[0]).status == 200)
            await bench.ended(ids[0])
            let marks = [
                MatteStroke(mode: .keep, radius: 0.1, points: [.init(x: 0.5, y: 0.5)], time: 240),
                MatteStroke(mode: .without, radius: 0, points: [.init(x: 0.25, y: 0.5)], time: 480),
            ]
            #expect(bench.model.details[ids[0]]?.madeFor?.strokes == marks)
            #expect(bench.maker.calls.last?.strokeCount == 2)
            // Where no subject is, nothing is changed.
            let missed = try await post("subjects", #"{"point":[0.75,0.5],"time":480}"#, ids[0])
            #expect(missed.status == 422 && missed.text.contains("noSubject"), "\(missed.text)")
            let undone = try await post("strokes/undo", "", ids[0])
            #expect(undone.text.contains(#""strokes":{"done":1,"undone":1}"#), "\(undone.text)")
            #expect(try await post("strokes/redo", "", ids[0]).status == 200)
            await bench.ended(ids[0])
            #expect(bench.model.details[ids[0]]?.madeFor?.strokes == marks)
            // A photo has no time, and a clip no line between two of its subjects.
            for (name, json) in [("strokes", stroke), ("subjects", tap)] {
                let refused = try await post(name, json, ids[1])
                #expect(refused.status == 409 && refused.text.contains("a.jpg is a photo"), "\(refused.text)")
            }
            let split = #"{"mode":"split","radius":0,"points":[[0.2,0.5],[0.3,0.5]],"time":0}"#
            #expect(try await post("strokes", split, ids[0]).status == 422)
            #expect(try await post("subjects", #"{"point":[0.2,0.5],"from":[0.3,0.5],"time":0}"#, ids[0]).status == 400)
            for _ in 2..<PhotoDetails.mostClipMarks { _ = try await post("strokes", stroke, ids[0]) }
            let full = try await post("strokes", stroke, ids[0])
            #expect(full.status == 422 && full.text.contains("100 strokes and choices"), "\(full.text)")
            #expect(try await ask("DELETE", "\(Self.api)/\(ids[0])/strokes", [:], []).status == 200)
            #expect(try await post("strokes", stroke, ids[0]).status == 200)
        }
        try await bench.restart()
        #expect(bench.model.details[ids[0]]?.strokes.map(\.time) == [240])
    }

    @Test func anotherPartOfAClipIsAnotherStickerAndIsKept() async throws {
        let bench = try await StudioBench(holds: false)
        let ids = try await bench.add("m", "a")
        await bench.model.processAllPhotos()
        try await Transport.memory.with(bench.routes().described) { ask in
            func put(_ json: String, _ id: PhotoID) async throws -> Transport.Answer {
                try await ask("PUT", "\(Self.api)/\(id)/clip", [:], Array(json.utf8))
            }
            let changed = try await put(#"{"start":500,"end":1500,"loop":"bounce"}"#, ids[0])
            #expect(changed.status == 200 && changed.text.contains(#""loop":"bounce""#), "\(changed.text)")
            #expect(try await put(#"{"end":null}"#, ids[0]).status == 200)
            await bench.ended(ids[0])
            var part = ClipPart()
            (part.start, part.loop) = (500, .bounce)
            #expect(bench.model.details[ids[0]]?.madeFor?.clip == part)
            for wrong in [#"{"start":-1}"#, #"{"end":550}"#, #"{"start":99999999}"#, #"{"end":-9223372036854775808}"#] {
                #expect(try await put(wrong, ids[0]).status == 422)
            }
            #expect(try await put(#"{"loop":"often"}"#, ids[0]).text.contains("best, fade, bounce, none"))
            #expect(try await put(#"{"start":1}"#, ids[1]).status == 409)
            #expect(try await ask("GET", "\(Self.api)/\(ids[1])/timeline", [:], []).status == 409)
            #expect(bench.model.photo(ids[0])?.clip == part)
        }
        try await bench.restart()
        #expect(bench.model.photo(ids[0])?.clip?.loop == .bounce && bench.states == ["done", "done"])
    }

    @Test func aStickerThatMovesIsInEveryZIPAsTheFileThatMoves() async throws {
        let bench = try await StudioBench(holds: false)
        try await bench.add("m", "a")
        await bench.model.processAllPhotos()
        try await Transport.memory.with(bench.routes().described) { ask in
            for (format, names) in [("png", ["m.webp", "a.png"]), ("webp", ["m.webp", "a.webp"])] {
                let zip = try await ask("GET", "/api/v1/stickers.zip?format=\(format)", [:], [])
                #expect(zip.status == 200)
                for name in names { #expect(zip.text.contains(name), "\(format) \(name)") }
                #expect(!zip.text.contains("m.png"))
            }
            let moving = try await ask("GET", "\(Self.api)/\(bench.model.selection[0].id)/moving.webp", [:], [])
            #expect(moving.status == 200 && moving.text == "moving")
            let still = try await ask("GET", "\(Self.api)/\(bench.model.selection[1].id)/moving.webp", [:], [])
            #expect(still.status == 404)
            #expect(bench.states == ["done", "done"])
        }
    }
}
