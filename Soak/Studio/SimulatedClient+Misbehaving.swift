import Glibc
import HTTPTestClient
import TestSupport

extension SimulatedClient {
    /// Follows the events for a while, or reads none of them.
    mutating func readEvents() throws {
        let connection = try RawClient(port: api.port, patience: 1)
        defer { connection.close() }
        try connection.send(api.head("GET", chance(70) ? "/api/v1/events" : "/api/v1/camera/events"))
        let reads = chance(70)
        let end = ContinuousClock.now + .seconds(Int.random(in: 1...15, using: &random))
        while !log.isOver, .now < end {
            if reads {
                // No answer within the second is an error, but no fault.
                _ = try? connection.discard(1 << 16)
            } else {
                rest(atMost: .seconds(1))
            }
        }
    }

    /// Reads something large at a few kilobytes a second.
    mutating func readSlowly() throws {
        let path = chance(50) ? "/api/v1/photos/\(someID())/original" : "/api/v1/stickers.zip?format=png"
        let connection = try RawClient(port: api.port, patience: 20)
        defer { connection.close() }
        var buffer: CInt = 4096
        setsockopt(connection.socket, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<CInt>.size))
        try connection.send(api.head("GET", path))
        let end = ContinuousClock.now + .seconds(Int.random(in: 3...20, using: &random))
        while !log.isOver, .now < end, (try? connection.discard(2048)) ?? false { usleep(200_000) }
    }

    mutating func misbehave() throws {
        let connection = try RawClient(port: api.port, patience: 10)
        defer { connection.close() }
        let photo = "/api/v1/photos/\(someID())"
        switch Int.random(in: 0..<14, using: &random) {
        case 0: try? connection.send("POST /api/v1/photos HTTP/1.1\r\nHost: 127.0")
        case 1: try? connection.send(noise(600) + Array("\r\n\r\n".utf8))
        case 2:
            try? connection.send(api.head("POST", "/api/v1/photos?name=half", 100_000, type: "image/png"))
            try? connection.send([UInt8](repeating: 0x89, count: 50_000))
            rest(atMost: .seconds(3))
        case 3: try? connection.send(api.head("POST", "/api/v1/photos?name=huge", 10 << 30, type: "image/png"))
        case 4: try? connection.send(api.head("GET", photo + "/original"))
        case 5:
            let answer = try api.upload([0xFF, 0xD8, 0xFF] + noise(5_000), named: "noise").answer
            log.note("upload of noise", answer.status, answer.text)
        case 6: try ask("bad style", "PUT", photo.dropped + "/style", json: "{\"borderWidth\":1e99,")
        case 7: try ask("bad stroke", "POST", photo.dropped + "/strokes", json: #"{"mode":"keep","points":[[1]]}"#)
        case 8: try ask("bad removal", "POST", "/photos/remove", json: #"{"id":["nobody"]}"#)
        case 9:
            let requests = String(repeating: api.head("GET", "/api/v1/state"), count: 20)
            try? connection.send(requests.replacing("Connection: close\r\n", with: ""))
        case 10: try? connection.send("GET /\(String(repeating: "a", count: 50_000)) HTTP/1.1\r\n\r\n")
        case 11: try? connection.send("BREW /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1:\(api.port)\r\n\r\n")
        case 12: try ask("cross-site", "POST", "/photos/from-address", json: #"{"url":"http://127.0.0.1:1/x"}"#)
        default:
            let crowd = try (0..<30).map { _ in try RawClient(port: api.port) }
            rest(atMost: .seconds(2))
            for one in crowd { one.close() }
        }
        if chance(50) { rest(atMost: .seconds(2)) }
        if chance(50) { resetAtClose(connection) }
    }

    mutating func noise(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    /// Ends the connection with a reset instead of an orderly close.
    private func resetAtClose(_ connection: RawClient) {
        var lingering = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection.socket, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    }
}

extension String {
    /// A path without the API's prefix, which ``SimulatedClient/ask(_:_:_:json:)`` adds.
    fileprivate var dropped: String { String(dropFirst("/api/v1".count)) }
}
