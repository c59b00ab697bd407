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
@testable import Studio

/// Every test in memory and over a socket.
@MainActor
struct StudioRoutesTests {
    static let photo = Array("a photo".utf8)

    func with(
        _ transport: Transport, holds: Bool = false, limits: StudioRoutes.Limits = .init(),
        _ body: (StudioBench, @escaping Transport.Ask) async throws -> Void
    ) async throws {
        let bench = try await StudioBench(holds: holds)
        let routes = try bench.routes(limits: limits)
        try await transport.with(routes.described) { ask in try await body(bench, ask) }
    }

    func object(_ answer: Transport.Answer) throws -> [String: JSONValue] {
        guard case .object(let object) = try JSONDecoder().decode(JSONValue.self, from: Data(answer.body)) else {
            throw HTTPError.badRequest("no object: \(answer.text)")
        }
        return object
    }

    private func keptStyle(_ photo: Transport.Answer) throws -> [String: JSONValue] {
        guard case .object(let style)? = try object(photo)["style"] else {
            throw HTTPError.badRequest("no style: \(photo.text)")
        }
        return style
    }

    @Test func whyAPhotoBecameNoStickerIsSaidWhereItsStickerIsAskedFor() async throws {
        try await with(.allCases[0]) { (bench, ask) async throws in
            let photo = Array("nothing stands out here".utf8)
            let id = PhotoID(of: photo).text
            #expect(try await ask("POST", "/api/v1/photos?name=fog.jpg", [:], photo).status == 201)
            let early = try await ask("GET", "/api/v1/photos/\(id)/sticker.png", [:], [])
            #expect(early.text.contains("fog.jpg has no sticker yet"))
            #expect(try await ask("POST", "/api/v1/photos/\(id)/load", [:], []).status == 202)
            await bench.ended(bench.model.selection[0].id)
            let answer = try await ask("GET", "/api/v1/photos/\(id)/sticker.png", [:], [])
            #expect(answer.status == 404 && answer.text.contains("fog.jpg became no sticker: "), "\(answer.text)")
            #expect(!answer.text.contains("yet"))
        }
    }

    @Test(arguments: Transport.allCases) func aPhotoGoesItsWay(_ transport: Transport) async throws {
        try await with(transport) { (bench, ask) async throws in
            let added = try await ask("POST", "/api/v1/photos?name=c%C3%A4t.jpg", [:], Self.photo)
            #expect(added.status == 201)
            let id = PhotoID(of: Self.photo).text
            #expect(try object(added)["id"] == .string(id))
            #expect(try object(added)["name"] == .string("cät.jpg"))
            #expect(try object(added)["state"] == .string("waiting"))
            #expect(try object(added)["confidence"] == nil)
            #expect(try await ask("POST", "/api/v1/photos", [:], Self.photo).status == 200)
            #expect(try await ask("GET", "/api/v1/photos/\(id)/sticker.png", [:], []).status == 404)

            #expect(try await ask("POST", "/api/v1/photos/\(id)/load", [:], []).status == 202)
            await bench.ended(bench.model.selection[0].id)
            let done = try await ask("GET", "/api/v1/photos/\(id)", [:], [])
            #expect(try object(done)["state"] == .string("done"))
            #expect(try object(done)["revision"] == .number(1))
            #expect(try object(done)["confidence"] == .number(0.75))
            let sticker = try await ask("GET", "/api/v1/photos/\(id)/sticker.png?r=1", [:], [])
            #expect(sticker.status == 200)
            #expect(sticker.fields["Content-Type"] == "image/png")
            #expect(sticker.fields["Cache-Control"]?.contains("immutable") == true)
            let old = try await ask("GET", "/api/v1/photos/\(id)/sticker.png?r=0", [:], [])
            #expect(old.fields["Cache-Control"] == "no-cache")
            let original = try await ask("GET", "/api/v1/photos/\(id)/original", [:], [])
            #expect(original.body == Self.photo)
            #expect(
                original.fields["Content-Disposition"]
                    == "attachment; filename=\"c_t.jpg\"; filename*=UTF-8''c%C3%A4t.jpg")

            #expect(try await ask("DELETE", "/api/v1/photos/\(id)", [:], []).status == 204)
            #expect(try await ask("GET", "/api/v1/photos/\(id)", [:], []).status == 404)
            #expect(try await ask("GET", "/api/v1/photos", [:], []).text == "[]")
        }
    }

    @Test(arguments: Transport.allCases) func allAreProcessedOrderedAndPacked(_ transport: Transport) async throws {
        try await with(transport) { (bench, ask) async throws in
            for text in ["a", "b", "n"] {
                _ = try await ask("POST", "/api/v1/photos?name=p.jpg", [:], Array(text.utf8))
            }
            #expect(try await ask("GET", "/api/v1/stickers.zip", [:], []).status == 404)
            #expect(try await ask("POST", "/api/v1/process", [:], []).status == 202)
            await bench.model.processingEnded()
            let state = try object(try await ask("GET", "/api/v1/state", [:], []))
            #expect(
                state["progress"]
                    == .object([
                        "total": .number(3), "finished": .number(3), "failed": .number(1), "running": .bool(false),
                    ]))
            let zip = try await ask("GET", "/api/v1/stickers.zip?format=webp", [:], [])
            #expect(zip.status == 200)
            #expect(zip.fields["Content-Type"] == "application/zip")
            #expect(zip.body.starts(with: [0x50, 0x4B]))
            #expect(zip.text.contains("p.webp") && zip.text.contains("p-2.webp"))
            let first = bench.model.selection[0].id.text
            let one = try await ask("GET", "/api/v1/stickers.zip?ids=\(first.prefix(16))", [:], [])
            #expect(one.text.contains("p.png") && !one.text.contains("p-2.png"))
            #expect(try await ask("GET", "/api/v1/stickers.zip?ids=abc", [:], []).status == 400)
            let form = Array("ids=\(first.prefix(16))%2C\(bench.model.selection[1].id.text)&format=webp".utf8)
            let two = try await ask("POST", "/api/v1/stickers.zip", [:], form)
            #expect(two.text.contains("p.webp") && two.text.contains("p-2.webp"))
            let last = bench.model.selection[2].id.text
            #expect(try await ask("PUT", "/api/v1/order", [:], Array("{\"ids\":[\"\(last)\"]}".utf8)).status == 204)
            #expect(bench.model.selection[0].id.text == last)
            let ids = bench.model.selection.map(\.id.text)
            let removed = try await ask("POST", "/api/v1/photos/remove", [:], Array(#"{"all":true}"#.utf8))
            #expect(try object(removed)["ids"] == .array(ids.map { .string($0) }))
            #expect(bench.model.selection.isEmpty)
        }
    }

    @Test(arguments: Transport.allCases) func styleAndStrokesChangeTheSticker(_ transport: Transport) async throws {
        try await with(transport) { (bench, ask) async throws in
            _ = try await ask("POST", "/api/v1/photos", [:], Self.photo)
            let photo = bench.model.selection[0].id
            await bench.model.loadPhoto(photo)
            let path = "/api/v1/photos/\(photo.text)"
            let styled = try await ask(
                "PUT", "\(path)/style", [:], Array(##"{"borderColor":"#FF0000","instances":[2,1,2]}"##.utf8))
            #expect(styled.status == 200)
            let style = try keptStyle(styled)
            #expect(style["borderColor"] == .string("#ff0000"))
            #expect(style["instances"] == .array([.number(1), .number(2)]))
            for (given, kept) in [
                ("hsl(120 100% 50% / 50%)", "#00ff0080"), ("Orange", "#ffa500"), ("GRADIENT", "gradient"),
                ("#1234", "#11223344"), ("none", "transparent"),
            ] {
                let body = Array("{\"background\":\"\(given)\"}".utf8)
                let answer = try await ask("PUT", "\(path)/style", [:], body)
                let style = try keptStyle(answer)
                #expect(style["background"] == .string(kept))
            }
            let cleared = try await ask("PUT", "\(path)/style", [:], Array(#"{"instances":null}"#.utf8))
            let all = try keptStyle(cleared)
            #expect(all["instances"] == nil)
            let words = Array(#"{"text":{"words":"Hello"}}"#.utf8)
            let lettered = try keptStyle(try await ask("PUT", "\(path)/style", [:], words))
            #expect(
                lettered["text"]
                    == .object([
                        "words": .string("Hello"), "place": .string("bottom"), "size": .number(0.14),
                        "color": .string("photo"), "font": .string("sans"),
                    ]))
            let unknown = Array(#"{"text":{"words":"a","angle":3}}"#.utf8)
            #expect(try await ask("PUT", "\(path)/style", [:], unknown).status == 400)
            let stroke = Array(#"{"mode":"remove","radius":0.05,"points":[[0.1,0.2],[0.3,0.4]]}"#.utf8)
            for wrong in [#""tool":"pencil","#, #""tool":"object","#, #""hardness":1.5,"#, #""pressure":1,"#] {
                let body = Array("{\(wrong)\"mode\":\"keep\",\"radius\":0.1,\"points\":[[0.5,0.5]]}".utf8)
                #expect((400..<500).contains(try await ask("POST", "\(path)/strokes", [:], body).status), "\(wrong)")
                #expect(bench.model.details[photo]?.strokes.isEmpty == true)
            }
            #expect(try await ask("POST", "\(path)/strokes", [:], stroke).status == 200)
            #expect(bench.model.details[photo]?.strokes.map(\.tool) == [.brush])
            #expect(try await ask("POST", "\(path)/strokes/undo", [:], []).text.contains(#""undone":1"#))
            #expect(try await ask("POST", "\(path)/strokes/redo", [:], []).text.contains(#""done":1"#))
            #expect(try await ask("DELETE", "\(path)/strokes", [:], []).text.contains(#""done":0,"undone":1"#))
            await bench.model.works[photo]?.value
            #expect(bench.model.selection[0].revision > 1)
        }
    }

    @Test(arguments: Transport.allCases) func filesAreSentInPartsAndNotTwice(_ transport: Transport) async throws {
        try await with(transport) { (bench, ask) async throws in
            let id = try await bench.add("abcdefgh")[0]
            await bench.model.loadPhoto(id)
            for (name, whole) in [("original", "abcdefgh"), ("sticker.png?r=1", "png 0.03 0")] {
                let path = "/api/v1/photos/\(id)/\(name)"
                let first = try await ask("GET", path, [:], [])
                #expect(first.status == 200 && first.text == whole)
                #expect(first.fields["Accept-Ranges"] == "bytes")
                let tag = try #require(first.fields["ETag"])
                let part = try await ask("GET", path, ["Range": "bytes=2-4", "If-Range": tag], [])
                #expect(part.status == 206 && part.text == String(whole.dropFirst(2).prefix(3)))
                #expect(part.fields["Content-Range"] == "bytes 2-4/\(whole.count)")
                #expect(try await ask("GET", path, ["Range": "bytes=-2"], []).text == String(whole.suffix(2)))
                #expect(try await ask("GET", path, ["Range": "bytes=90-"], []).status == 416)
                #expect(try await ask("GET", path, ["Range": "bytes=2-4", "If-Range": "\"x\""], []).text == whole)
                #expect(try await ask("GET", path, ["If-None-Match": "\"x\", \(tag)"], []).status == 304)
                #expect(try await ask("GET", path, ["If-None-Match": "\"x\""], []).status == 200)
            }
            // The same stickers are the same ZIP.
            let zip = try await ask("GET", "/api/v1/stickers.zip", [:], [])
            let tag = try #require(zip.fields["ETag"])
            let part = try await ask("GET", "/api/v1/stickers.zip", ["Range": "bytes=10-19", "If-Range": tag], [])
            #expect(part.status == 206 && part.body == Array(zip.body[10..<20]))
            _ = try await ask("PUT", "/api/v1/photos/\(id)/style", [:], Array(#"{"borderWidth":0.1}"#.utf8))
            await bench.model.works[id]?.value
            let other = try await ask("GET", "/api/v1/stickers.zip", ["Range": "bytes=10-19", "If-Range": tag], [])
            #expect(other.status == 200)
        }
    }

    /// What has many bytes is not in memory while a client takes its time.
    @Test func largeAnswersAreFiles() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        await bench.model.loadPhoto(id)
        let routes = try bench.routes()
        for name in ["original", "sticker.png", "sticker.webp", "thumbnail.webp"] {
            let answer = await routes.described.answer(try HTTPRequest(.get, "/api/v1/photos/\(id)/\(name)"))
            guard case .file = answer.body else {
                Issue.record("\(name) is in memory")
                continue
            }
        }
        guard case .file = await routes.described.answer(try HTTPRequest(.get, "/api/v1/stickers.zip")).body else {
            Issue.record("the ZIP is in memory")
            return
        }
        // Pictures that are made for a request.
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let made = await routes.images.response(bytes, type: "image/webp", ["ETag": "\"1\""])
        guard case .file(let file) = made.body else {
            Issue.record("a preview is in memory")
            return
        }
        #expect(file.readBytes() == bytes)
        #expect(try routes.images.scratch.path.names() == [], "the file has no name any more")
        let small = await routes.images.response([1, 2], type: "image/webp", [:])
        guard case .bytes = small.body else {
            Issue.record("a small picture needs no file")
            return
        }
    }

    /// What a script asks for by name stays when nobody looks any more; what came near ends.
    @Test func whatIsAskedForByNameGoesOnWhenNobodyLooks() async throws {
        try await with(.allCases[0], holds: true) { (bench, ask) async throws in
            let ids = try await bench.add("a", "b")
            #expect(try await ask("POST", "/api/v1/photos/\(ids[0])/load", [:], []).status == 202)
            #expect(try await ask("POST", "/api/v1/photos/\(ids[1])/load?near=true", [:], []).status == 202)
            await bench.maker.reached(2)
            bench.model.cancelNear()
            #expect(bench.model.works[ids[0]]?.isCancelled == false)
            #expect(bench.model.works[ids[1]]?.isCancelled ?? true)
            #expect(try await ask("POST", "/api/v1/photos/\(ids[0])/cancel?near=true", [:], []).status == 202)
            #expect(bench.model.works[ids[0]]?.isCancelled == false)
            #expect(try await ask("POST", "/api/v1/photos/\(ids[0])/cancel", [:], []).status == 202)
            #expect(bench.model.works[ids[0]]?.isCancelled ?? true)
        }
    }

    /// A preview is sent in parts, as other files are.
    @Test func aPreviewIsSentInParts() async throws {
        try await with(.allCases[0]) { (bench, ask) async throws in
            let id = try await bench.model.add(StudioBench.picture, named: "p.png").photo.id
            let path = "/api/v1/photos/\(id)/preview?side=64"
            let whole = try await ask("GET", path, [:], [])
            #expect(whole.status == 200 && whole.body.count > 20)
            let part = try await ask("GET", path, ["Range": "bytes=2-4"], [])
            #expect(part.status == 206 && part.body == Array(whole.body[2...4]))
        }
    }

    @Test(arguments: Transport.allCases) func limitsHold(_ transport: Transport) async throws {
        var limits = StudioRoutes.Limits()
        limits.fileBytes = 100
        limits.photos = 1
        try await with(transport, limits: limits) { (bench, ask) async throws in
            let large = [UInt8](repeating: 65, count: 101)
            #expect(try await ask("POST", "/api/v1/photos", [:], large).status == 413)
            #expect(bench.model.selection.isEmpty)
        }
        try await with(transport, limits: limits) { (bench, ask) async throws in
            #expect(try await ask("POST", "/api/v1/photos", [:], Self.photo).status == 201)
            #expect(try await ask("POST", "/api/v1/photos", [:], Array("another".utf8)).status == 507)
        }
    }

    @Test(arguments: Transport.allCases) func thePagesAreServedWithTheirTags(_ transport: Transport) async throws {
        try await with(transport) { (_, ask) async throws in
            let page = try await ask("GET", "/", [:], [])
            #expect(page.status == 200)
            #expect(page.fields["Content-Type"] == "text/html; charset=utf-8")
            #expect(page.fields["Content-Security-Policy"]?.contains("default-src 'self'") == true)
            let tag = try #require(page.fields["ETag"])
            #expect(try await ask("GET", "/", ["If-None-Match": tag], []).status == 304)
            #expect(try await ask("GET", "/health", [:], []).text == #"{"status":"ok"}"#)
        }
    }

    @Test(arguments: Transport.allCases) func textsAreSentCompressed(_ transport: Transport) async throws {
        try await with(transport) { (_, ask) async throws in
            let plain = try await ask("GET", "/app.js", [:], [])
            let small = try await ask("GET", "/app.js", ["Accept-Encoding": "br;q=1.0, gzip;q=0.8"], [])
            #expect(plain.fields["Content-Encoding"] == nil)
            #expect(small.fields["Content-Encoding"] == "gzip")
            #expect(small.body.starts(with: [0x1F, 0x8B]) && small.body.count < plain.body.count / 2)
            #expect([plain, small].allSatisfy { $0.fields["Vary"] == "Accept-Encoding" })
            let tag = try #require(small.fields["ETag"])
            #expect(tag != plain.fields["ETag"])
            // A tag is of one form alone.
            let known: HTTPFields = ["If-None-Match": tag]
            #expect(try await ask("GET", "/app.js", known, []).status == 200)
            let both: HTTPFields = ["If-None-Match": tag, "Accept-Encoding": "gzip"]
            #expect(try await ask("GET", "/app.js", both, []).status == 304)
            let picture = try await ask("GET", "/icons/icon-512.png", ["Accept-Encoding": "gzip"], [])
            #expect(picture.fields["Content-Encoding"] == nil)
        }
    }

    @Test(arguments: Transport.allCases) func theStateNamesItsNewestEvent(_ transport: Transport) async throws {
        try await with(transport) { (_, ask) async throws in
            let state = try await ask("GET", "/api/v1/state", [:], [])
            #expect(state.fields["Last-Event-ID"]?.hasSuffix("-0") == true)
        }
    }
}
