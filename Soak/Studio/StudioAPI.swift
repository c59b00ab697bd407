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

    let port: Int

    func ask(
        _ method: String, _ path: String, _ body: [UInt8]? = nil, type: String = "application/json"
    ) throws -> RawClient.Answer {
        let client = try RawClient(port: port, patience: 120)
        defer { client.close() }
        try client.send(head(method, path, body?.count, type))
        if let body { try client.send(body) }
        return try client.readAnswer(to: method)
    }

    func ask(_ method: String, _ path: String, json: String) throws -> RawClient.Answer {
        try ask(method, path, Array(json.utf8))
    }

    /// Returns the header of a request with a body of `count` bytes.
    func head(_ method: String, _ path: String, _ count: Int? = nil, _ type: String = "application/json") -> String {
        let body = count.map { "Content-Type: \(type)\r\nContent-Length: \($0)\r\n" } ?? ""
        return "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(body)\r\n"
    }

    func state() throws -> State {
        let answer = try ask("GET", "/api/v1/state")
        guard answer.status == 200 else { throw SoakError("GET /api/v1/state: \(answer.status) \(answer.text)") }
        return try JSONDecoder().decode(State.self, from: Data(answer.body))
    }

    func upload(_ bytes: [UInt8], named name: String) throws -> (answer: RawClient.Answer, id: String?) {
        let answer = try ask("POST", "/api/v1/photos?name=\(name)", bytes, type: "application/octet-stream")
        return (answer, (try? JSONDecoder().decode(Photo.self, from: Data(answer.body)))?.id)
    }
}
