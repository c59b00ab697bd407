import Foundation
import Glibc

/// Requests to a server on this machine. Foundation's own client takes no header without a space behind the colon, and
/// ChromeDriver writes none.
struct HTTPClient: Sendable {
    struct Answer: Sendable {
        let status: Int
        let body: Data
        var json: JSON { get throws { try JSON(parsing: body) } }
    }

    let port: UInt16
    /// Before each path: `/peel`.
    var folder = ""

    /// A port that nobody listens on.
    static func freePort() throws -> UInt16 {
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 ? getsockname(listener, $0, &size) : -1
            }
        }
        guard status == 0 else { throw WebDriverError("no port is free", String(cString: strerror(errno))) }
        return UInt16(bigEndian: address.sin_port)
    }

    func send(
        _ method: String, _ path: String, body: Data? = nil, type: String = "application/json"
    ) async throws -> Answer {
        var head = "\(method) \(folder)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        if let body { head += "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n" }
        let request = Data("\(head)\r\n".utf8) + (body ?? Data())
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try exchange(request) }) }
        }
    }

    /// One connection: all of it out, all of it in. Blocks.
    private func exchange(_ request: Data) throws -> Answer {
        let connection = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        guard connection >= 0 else { throw failure("socket") }
        defer { close(connection) }
        var patience = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw failure("connect") }
        try write(request, to: connection)
        return try Self.answer(in: try readAll(from: connection))
    }

    private func write(_ data: Data, to connection: CInt) throws {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            guard count > 0 else { throw failure("send") }
            rest = rest.dropFirst(count)
        }
    }

    /// Until the answer is whole, as its head says, or the other side ends it.
    private func readAll(from connection: CInt) throws -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(connection, &buffer, buffer.count)
            guard count >= 0 else { throw failure("read") }
            data.append(contentsOf: buffer.prefix(count))
            if count == 0 { return data }
            if let length = Self.length(of: data), data.count >= length { return data }
        }
    }

    /// The bytes of the head with the empty line at its end.
    private static func head(of data: Data) -> Data? {
        data.range(of: Data("\r\n\r\n".utf8)).map { data[..<$0.upperBound] }
    }

    private static func length(of data: Data) -> Int? {
        guard let head = head(of: data) else { return nil }
        let field = String(decoding: head, as: UTF8.self).firstMatch(of: /(?i)\r\ncontent-length: *(\d+)/)
        return field.flatMap { Int($0.1) }.map { head.count + $0 }
    }

    private static func answer(in data: Data) throws -> Answer {
        guard let head = head(of: data),
            let status = String(decoding: head, as: UTF8.self).firstMatch(of: /HTTP\/1\.1 (\d+)/).flatMap({ Int($0.1) })
        else { throw WebDriverError("no answer", String(decoding: data.prefix(200), as: UTF8.self)) }
        return Answer(status: status, body: Data(data.dropFirst(head.count)))
    }

    private func failure(_ call: String) -> WebDriverError {
        WebDriverError("\(call) on port \(port)", String(cString: strerror(errno)))
    }
}

/// What WebDriver answers instead of a value, or what was waited for in vain.
struct WebDriverError: Error, CustomStringConvertible {
    static let inVain = "waited in vain"

    let code: String
    let message: String

    init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }

    var description: String { "\(code): \(message.prefix { $0 != "\n" })" }
}
