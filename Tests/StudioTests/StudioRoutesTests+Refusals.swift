import Files
import FoundationEssentials
import HTTPMessages
import PhotoLibrary
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

/// What is wrong with a request is said, and nothing is changed.
extension StudioRoutesTests {
    static let refusals: [(method: String, path: String, body: String, status: Int, code: String)] = [
        ("POST", "/api/v1/photos", "", 400, "badRequest"),
        ("POST", "/api/v1/photos", "x is not a photo", 415, "notAPhoto"),
        ("GET", "/api/v1/photos/nonsense", "", 404, "notFound"),
        ("POST", "/api/v1/photos/\(String(repeating: "0", count: 64))/load", "", 404, "unknownPhoto"),
        ("PUT", "/api/v1/photos/{id}/style", "{", 400, "badRequest"),
        ("PUT", "/api/v1/photos/{id}/style", #"{"borderWidth":9}"#, 422, "badValue"),
        ("PUT", "/api/v1/photos/{id}/style", #"{"outline":"round"}"#, 400, "badRequest"),
        ("PUT", "/api/v1/photos/{id}/style", #"{"effect":"none"}"#, 400, "badRequest"),
        ("PUT", "/api/v1/photos/{id}/style", #"{"background":"url(x)"}"#, 422, "badValue"),
        ("PUT", "/api/v1/photos/{id}/style", #"{"instances":[]}"#, 422, "badValue"),
        ("POST", "/api/v1/photos/{id}/strokes", #"{"mode":"keep","radius":0.1,"points":[[1]]}"#, 400, "badRequest"),
        ("POST", "/api/v1/photos/{id}/strokes", #"{"mode":"keep","radius":7,"points":[[1,1]]}"#, 422, "badValue"),
        ("POST", "/api/v1/photos/{id}/strokes", #"{"mode":"keep","radius":0.1,"points":[]}"#, 422, "badValue"),
        ("PUT", "/api/v1/order", #"{"ids":["1"]}"#, 400, "badRequest"),
        ("PUT", "/api/v1/order", #"{"ids":["\#(String(repeating: "0", count: 64))"]}"#, 404, "unknownPhoto"),
        ("GET", "/api/v1/photos/{id}/preview?side=9", "", 400, "badRequest"),
        ("GET", "/api/v1/stickers.zip?format=gif", "", 400, "badRequest"),
        ("POST", "/api/v1/stickers.zip", "format=gif", 400, "badRequest"),
        ("POST", "/api/v1/stickers.zip", "ids=%zz", 400, "badRequest"),
        ("POST", "/api/v1/photos/remove", #"{"id":["{id}"]}"#, 400, "unknownKey"),
        ("POST", "/api/v1/photos/remove", #"{"ids":null}"#, 400, "badRequest"),
        ("POST", "/api/v1/photos/remove", "{}", 400, "badRequest"),
        ("POST", "/api/v1/photos/remove", "", 400, "badRequest"),
        ("POST", "/api/v1/photos/remove", #"{"all":false}"#, 400, "badRequest"),
        ("POST", "/api/v1/photos/remove", #"{"all":true,"ids":[]}"#, 400, "badRequest"),
        ("POST", "/api/v1/photos/remove", #"{"all":true,"All":true}"#, 400, "unknownKey"),
        ("POST", "/api/v1/photos/remove", "[]", 400, "badRequest"),
        ("POST", "/api/v1/trash/empty", #"{"id":["{id}"]}"#, 400, "unknownKey"),
        ("POST", "/api/v1/trash/restore", #"{"ids":["1"]}"#, 400, "badRequest"),
        ("GET", "/api/v1/trash/{id}/preview", "", 404, "unknownPhoto"),
        ("PUT", "/api/v1/order", #"{"id":["{id}"]}"#, 400, "unknownKey"),
        ("PUT", "/api/v1/order", "{}", 400, "badRequest"),
        ("PUT", "/api/v1/photos/{id}/style", #"{"borderwidth":0.1}"#, 400, "unknownKey"),
        (
            "POST", "/api/v1/photos/{id}/strokes", #"{"mode":"keep","radius":0.1,"points":[[1,1]],"x":1}"#, 400,
            "unknownKey"
        ),
        ("POST", "/api/v1/process", #"{"ids":["{id}"]}"#, 400, "unknownKey"),
        ("POST", "/api/v1/process", "all", 400, "badRequest"),
        ("DELETE", "/api/v1/photos/{id}/strokes", #"{"last":1}"#, 400, "unknownKey"),
        ("POST", "/api/v1/stickers.zip", "id={id}", 400, "unknownKey"),
        ("GET", "/api/v1/photos/{id}/preview?side=20&side=30", "", 400, "badRequest"),
        ("POST", "/api/v1/catalog/update", #"{"date":["2025-06-16"]}"#, 400, "unknownKey"),
        ("POST", "/api/v1/catalog/update", #"{"feed":"nonsense"}"#, 404, "notFound"),
        ("POST", "/api/v1/catalog/update", #"{"dates":["2025-02-30"]}"#, 400, "badRequest"),
        ("POST", "/api/v1/catalog/update", #"{"dates":[]}"#, 400, "badRequest"),
        ("POST", "/api/v1/catalog/save", #"{"id":"apod:2025-06-16"}"#, 404, "unknownPhoto"),
        ("GET", "/api/v1/catalog/picture?id=apod:2025-06-16", "", 404, "notFound"),
        ("GET", "/api/v1/catalog/picture?id=apod:2025-06-16&side=9", "", 400, "badRequest"),
        ("POST", "/api/v1/photos/from-address", #"{"url":"file:///etc/passwd"}"#, 400, "badRequest"),
        ("POST", "/api/v1/photos/from-address", #"{"url":"https:///x"}"#, 400, "badRequest"),
        ("POST", "/api/v1/cut", "photo", 503, "notReady"),
        ("POST", "/api/v1/cut", "", 400, "badRequest"),
        ("GET", "/nothing", "", 404, "notFound"),
        ("PATCH", "/api/v1/photos", "", 405, "methodNotAllowed"),
    ]

    @Test(arguments: Transport.allCases) func whatIsWrongIsSaid(_ transport: Transport) async throws {
        try await with(transport) { (bench, ask) async throws in
            _ = try await ask("POST", "/api/v1/photos", [:], Self.photo)
            let id = bench.model.selection[0].id.text
            for (method, path, body, status, code) in Self.refusals {
                let answer = try await ask(
                    method, path.replacing("{id}", with: id), [:], Array(body.replacing("{id}", with: id).utf8))
                #expect(answer.status == status, "\(method) \(path): \(answer.text)")
                #expect(answer.text.contains("\"code\":\"\(code)\""), "\(method) \(path): \(answer.text)")
            }
            #expect(bench.model.selection.count == 1)
            #expect(bench.model.usage.trashCount == 0)
        }
    }

    @Test func aFormIsToldHowAFileIsSent() async throws {
        try await with(.allCases[0]) { (bench, ask) async throws in
            let type: HTTPFields = ["Content-Type": "multipart/form-data; boundary=x"]
            let form = Array("--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.jpg\"\r\n\r\n".utf8)
            for path in ["/api/v1/photos?name=a.jpg", "/api/v1/cut"] {
                let answer = try await ask("POST", path, type, form + Self.photo + Array("\r\n--x--\r\n".utf8))
                #expect(answer.status == 415 && answer.text.contains("--data-binary @FILE"), "\(answer.text)")
            }
            #expect(bench.model.selection.isEmpty)
        }
    }

    /// Every route, with a name in its query that none takes, and with those that the description gives it.
    @Test(arguments: Transport.allCases) func namesThatARouteDoesNotTakeAreRefused(_ transport: Transport) async throws
    {
        try await with(transport) { (bench, ask) async throws in
            _ = try await ask("POST", "/api/v1/photos", [:], Self.photo)
            let id = bench.model.selection[0].id.text
            for operation in APIDescription.served.operations {
                let path = operation.path.replacing("{id}", with: id)
                let method = operation.method.uppercased()
                for name in ["nonsense", "Ids", "side%20", operation.query.keys.min().map { $0 + "s" } ?? "id"] {
                    let answer = try await ask(method, "\(path)?\(name)=1", [:], [])
                    #expect(answer.status == 400, "\(method) \(path) \(name)")
                    #expect(answer.text.contains("unknownKey"), "\(method) \(path) \(name): \(answer.text)")
                }
                // A stream has no end.
                if path.hasPrefix("/api/v1/camera/live/") || path.hasSuffix("/events") { continue }
                for name in operation.query.keys {
                    let answer = try await ask(method, "\(path)?\(name)=-", [:], [])
                    #expect(!answer.text.contains("unknownKey"), "\(method) \(path) \(name): \(answer.text)")
                }
            }
            #expect(bench.model.selection.count == 1)
        }
    }

    /// Every request that takes JSON, with a name that none takes.
    @Test func namesThatABodyDoesNotTakeAreRefused() async throws {
        try await with(.allCases[0]) { (bench, ask) async throws in
            _ = try await ask("POST", "/api/v1/photos", [:], Self.photo)
            let id = bench.model.selection[0].id.text
            var count = 0
            for operation in APIDescription.served.operations {
                guard case .object(let body)? = operation.members["requestBody"],
                    case .object(let content)? = body["content"], content["application/json"] != nil
                else { continue }
                count += 1
                let path = operation.path.replacing("{id}", with: id)
                let answer = try await ask(
                    operation.method.uppercased(), path, [:], Array(#"{"nonsense":1}"#.utf8))
                #expect(answer.status == 400 && answer.text.contains("unknownKey"), "\(path): \(answer.text)")
            }
            #expect(count >= 13)
            #expect(bench.model.selection.count == 1)
        }
    }
}
