import FoundationEssentials
import Glibc
import HTTPTestClient

/// Sends requests to the studio's API, each over its own connection. Its calls block.
struct StudioAPI: Sendable {
    struct Photo: Decodable, Sendable {
        let id: String
        let state: String
    }

    struct State: Decodable, Sendable {
        struct Progress: Decodable, Sendable {
            let running: Bool
        }
        let photos: [Photo]
        let progress: Progress

        var isAtWork: Bool { progress.running || photos.contains { ["loading", "processing"].contains($0.state) } }
    }

    /// A picture or a movie that the camera made, a pack, a sheet or a photo.
    struct Named: Decodable, Sendable {
        let id: String
    }

    struct Pack: Decodable, Sendable {
        let id: String
        /// `nil` in a list of packs.
        let photos: [String]?
    }

    struct Camera: Decodable, Sendable {
        struct Config: Decodable, Sendable {
            let mode: String
        }
        struct Recording: Decodable, Sendable {
            let frames: Int
        }
        let state: String
        let activeConfig: Config
        let frames: Int
        let recording: Recording?
        let pictures: [Named]
        let movies: [Named]
    }

    let port: Int
    /// The folder in which the studio lies, such as `/peel`.
    var base = ""

    func ask(
        _ method: String, _ path: String, _ body: [UInt8]? = nil, type: String = "application/json"
    ) throws -> RawClient.Answer {
        let client = try RawClient(port: port, patience: 300)
        defer { client.close() }
        try client.send(head(method, path, body?.count, type: type))
        if let body { try client.send(body) }
        return try client.readAnswer(to: method)
    }

    func ask(_ method: String, _ path: String, json: String) throws -> RawClient.Answer {
        try ask(method, path, Array(json.utf8))
    }

    /// Returns the header of a request with a body of `count` bytes.
    func head(_ method: String, _ path: String, _ count: Int? = nil, type: String = "application/json") -> String {
        let body = count.map { "Content-Type: \(type)\r\nContent-Length: \($0)\r\n" } ?? ""
        return "\(method) \(base)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(body)\r\n"
    }

    func state() throws -> State { try get("/api/v1/state") }

    func camera() throws -> Camera { try get("/api/v1/camera") }

    func packs() throws -> [Pack] { try get("/api/v1/library/packs") }

    private func get<Value: Decodable>(_ path: String) throws -> Value {
        let answer = try ask("GET", path)
        guard answer.status == 200 else { throw SoakError("GET \(path): \(answer.status) \(answer.text)") }
        return try JSONDecoder().decode(Value.self, from: Data(answer.body))
    }

    /// Returns what an answer says; `nil` if it says something else.
    static func decoded<Value: Decodable>(_ type: Value.Type, _ answer: RawClient.Answer) -> Value? {
        try? JSONDecoder().decode(type, from: Data(answer.body))
    }

    func upload(_ bytes: [UInt8], named name: String) throws -> (answer: RawClient.Answer, id: String?) {
        let answer = try ask("POST", "/api/v1/photos?name=\(name)", bytes, type: "application/octet-stream")
        return (answer, Self.decoded(Photo.self, answer)?.id)
    }
}
