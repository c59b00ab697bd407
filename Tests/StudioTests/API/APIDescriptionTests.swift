import FoundationEssentials
import Imaging
import PhotoLibrary
import Printing
import SlitScan
import Stickers
import StudioPages
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

/// `openapi.json` says all that there is, and nothing else.
@MainActor
struct APIDescriptionTests {
    private let description = APIDescription.served

    @Test func everyRouteIsDescribedAndEveryDescriptionIsARoute() async throws {
        let bench = try await StudioBench()
        let router = try bench.routes().router
        let pages = Set(router.routes.map(\.pattern.description).filter { !$0.hasPrefix("/api") })
            .subtracting(["/health", "/ready"])
        let routes = router.routes.filter { !pages.contains($0.pattern.description) }
            .map { "\($0.method.rawValue.lowercased()) \($0.pattern)" }
        #expect(routes.sorted() == description.operations.map { "\($0.method) \($0.path)" }.sorted())
    }

    @Test func theFileIsWhatIsServed() async throws {
        let bench = try await StudioBench()
        let answer = try await bench.routes().router.answer(HTTPRequest(.get, "/api/v1/openapi.json"))
        guard case .bytes(let bytes) = answer.body else {
            Issue.record("it is another case")
            return
        }
        #expect(bytes == StudioAPIDescription.json)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.count > 1000 && lines.allSatisfy { $0.count < 400 }, "people read it")
    }

    @Test func whateverIsReferredToIsThereAndIsUsed() throws {
        let text = String(decoding: StudioAPIDescription.json, as: UTF8.self)
        let names = Set(
            text.split(separator: ##""$ref": "#/components/"##).dropFirst().map { $0.prefix { $0 != "\"" } })
        for name in names {
            let parts = name.split(separator: "/")
            #expect(text.contains("\"\(parts[1])\": {"), "\(name)")
        }
        #expect(description.unusedSchemas(among: names.map(String.init)).isEmpty)
    }

    @Test func choicesAreThoseOfTheProgram() throws {
        func words(_ path: String...) throws -> [String] { try #require(description.words(at: path)) }
        #expect(try words("Photo", "state") == ["waiting", "loading", "processing", "done", "invalid"])
        #expect(try words("Stroke", "mode") == MatteStroke.Mode.allCases.filter { !$0.chooses }.map(\.word))
        #expect(try words("CameraConfig", "mode") == ScanConfig.Mode.allCases.map(\.word))
        #expect(try words("CameraConfig", "axis") == ScanConfig.Axis.allCases.map(\.word))
        #expect(try words("CameraConfig", "direction") == ScanConfig.Direction.allCases.map(\.word))
        #expect(try words("CameraClaim", "ifBusy") == BusyChoice.allCases.map(\.rawValue))
        #expect(try words("SheetRequest", "page") == SheetSettings.Page.allCases.map(\.rawValue))
        #expect(try words("SheetRequest", "turn") == SheetSettings.Turning.allCases.map(\.rawValue))
        #expect(try words("SheetRequest", "backing") == SheetSettings.Backing.allCases.map(\.rawValue))
        let formats = OutputFormat.byName.map(\.pathExtension)
        for (method, path) in [(HTTPMethod.get, "/api/v1/stickers.zip"), (.post, "/api/v1/cut")] {
            let operation = try #require(description.operation(method, path))
            guard case .object(let schema)? = operation.query["format"] else {
                Issue.record("\(path) has no format")
                continue
            }
            #expect(schema["enum"] == .array(formats.map { .string($0) }))
        }
        for format in OutputFormat.allCases {
            let path = "/api/v1/photos/\(String(repeating: "0", count: 64))/\(MadeSticker.name(in: format))"
            #expect(description.operation(.get, path) != nil)
        }
    }

    @Test func whatPagesAreToldIsDescribed() async throws {
        let bench = try await StudioBench(holds: false)
        let before = bench.model.snapshot
        try await bench.add("a", "n")
        for id in bench.model.selection.map(\.id) { await bench.model.loadPhoto(id) }
        let stroke = MatteStroke(mode: .keep, radius: 0.1, points: [.init(x: 0.5, y: 0.5)])
        _ = try await bench.model.addStroke(bench.model.selection[0].id, stroke)
        await bench.catalog.updateItems()
        let made = StudioSnapshot(bench.model, bench.catalog)
        try await bench.add("b")
        bench.model.startProcessing()
        await bench.model.processingEnded()
        try await bench.model.reorder([bench.model.selection[1].id])
        _ = try await bench.model.addPack(named: "Cats", photos: [bench.model.selection[0].id])
        let ordered = StudioSnapshot(bench.model, bench.catalog)
        try await bench.model.remove([bench.model.selection[0].id])
        let after = StudioSnapshot(bench.model, bench.catalog)
        var names: Set<String> = []
        for (old, new) in [(before, made), (made, ordered), (ordered, after)] {
            for change in StudioChange.changes(from: old, to: new) {
                let event = change.event(id: "1")
                let name = try #require(event.event)
                names.insert(name)
                #expect(description.problems(ofEvent: name, event.data, at: "/api/v1/events").isEmpty, "\(event.data)")
            }
            let snapshot = JSONWriting.text(new)
            let wrong = description.problems(ofEvent: "snapshot", snapshot, at: "/api/v1/events")
            #expect(wrong.isEmpty, "\(wrong)")
        }
        #expect(names == ["photo", "removed", "order", "progress", "library", "packs", "catalog"])
    }

    /// The check itself can fail.
    @Test func whatIsSentAndNotDescribedIsFound() throws {
        let operation = try #require(description.operation(.get, "/health"))
        func problems(_ json: String, _ status: Int = 200, _ type: String = "application/json") -> [String] {
            description.problems(ofStatus: status, type: type, body: Array(json.utf8), operation)
        }
        #expect(problems(#"{"status":"ok"}"#).isEmpty)
        #expect(problems(#"{"status":"ok","since":1}"#) == ["$.since is not described"])
        #expect(!problems("{}").isEmpty && !problems("").isEmpty)
        #expect(!problems(#"{"status":"ok"}"#, 202).isEmpty)
        #expect(!problems(#"{"status":"ok"}"#, 200, "text/plain").isEmpty)
        #expect(problems(#"{"error":{"code":"a","message":"b"}}"#, 503).isEmpty)
        #expect(!problems(#"{"error":{"code":"a"}}"#, 503).isEmpty)
        let asked = try #require(description.operation(.put, "/api/v1/order"))
        let request = try HTTPRequest(.put, "/api/v1/order?x=1", body: Array(#"{"ids":[],"id":1}"#.utf8))
        #expect(description.problems(of: request, asked).count == 2)
    }
}
