import Glibc
package import HTTPMessages
import Synchronization

/// A socket to a server on this machine that sends exactly what it is told. Its calls block.
package final class RawClient: Sendable {
    package struct Failure: Error {
        package let reason: String

        package init(reason: String) {
            self.reason = reason
        }
    }

    /// What one answer was, on the wire.
    package struct Answer: Sendable {
        package var line = ""
        package var fields: HTTPFields = [:]
        package var body: [UInt8] = []

        package var status: Int { Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0 }
        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    package let port: Int
    package let socket: CInt
    /// Bytes that were received and not read.
    private let buffer = Mutex<[UInt8]>([])
    private let isOpen = Mutex(true)

    /// - Parameter patience: seconds that a call waits for something to come.
    package init(port: Int, patience: Int = 300) throws {
        self.port = port
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure(reason: "socket: \(errno)") }
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let reason = errno
            close()
            throw Failure(reason: "connect: \(reason)")
        }
    }

    deinit {
        close()
    }

    package func close() {
        isOpen.withLock { isOpen in
            if isOpen { _ = Glibc.close(socket) }
            isOpen = false
        }
    }

    package func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    package func send(_ bytes: [UInt8]) throws {
        var start = 0
        while start < bytes.count {
            let count = Self.uninterrupted {
                bytes.withUnsafeBytes {
                    Glibc.send(socket, $0.baseAddress.map { $0 + start }, $0.count - start, CInt(MSG_NOSIGNAL))
                }
            }
            guard count > 0 else { throw Failure(reason: "send: \(errno)") }
            start += count
        }
    }

    /// Does the call again when a signal ended it: a socket with a time limit is not restarted by the system.
    private static func uninterrupted(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// - Returns: whether anything came.
    private func receive() throws -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = Self.uninterrupted { recv(socket, &piece, piece.count, 0) }
        guard count >= 0 else { throw Failure(reason: "receive: \(errno)") }
        buffer.withLock { $0.append(contentsOf: piece[..<count]) }
        return count > 0
    }

    /// Takes at most `count` bytes and forgets them.
    ///
    /// - Returns: `false` at the end of the connection.
    package func discard(_ count: Int) throws -> Bool {
        var piece = [UInt8](repeating: 0, count: count)
        let received = Self.uninterrupted { recv(socket, &piece, count, 0) }
        guard received >= 0 else { throw Failure(reason: "receive: \(errno)") }
        return received > 0
    }

    /// All up to and with `end`.
    package func read(through end: String) throws -> String {
        let mark = Array(end.utf8)
        while true {
            let found: String? = buffer.withLock { buffer in
                guard let range = buffer.firstRange(of: mark) else { return nil }
                defer { buffer.removeFirst(range.upperBound) }
                return String(decoding: buffer[..<range.upperBound], as: UTF8.self)
            }
            if let found { return found }
            guard try receive() else { throw Failure(reason: "the server ended the connection") }
        }
    }

    package func read(_ count: Int) throws -> [UInt8] {
        while buffer.withLock(\.count) < count {
            guard try receive() else { throw Failure(reason: "the server ended the connection") }
        }
        return buffer.withLock { buffer in
            defer { buffer.removeFirst(count) }
            return Array(buffer[..<count])
        }
    }

    package func readToEnd() throws -> [UInt8] {
        while try receive() {}
        return buffer.withLock { buffer in
            defer { buffer = [] }
            return buffer
        }
    }

    package func readHead() throws -> Answer {
        var lines = try read(through: "\r\n\r\n").split(separator: "\r\n")
        var answer = Answer(line: String(lines.removeFirst()))
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            answer.fields.append(String(parts[0]), String(parts[1].drop { $0 == " " }))
        }
        return answer
    }

    /// One answer; of one in chunks, all of them.
    package func readAnswer(to method: String = "GET") throws -> Answer {
        var answer = try readHead()
        guard method != "HEAD", answer.status != 204, answer.status != 304, answer.status >= 200 else { return answer }
        if let count = answer.fields["Content-Length"].flatMap({ Int($0) }) {
            answer.body = try read(count)
        } else if answer.fields["Transfer-Encoding"] != nil {
            while case let piece = try readChunk(), !piece.isEmpty { answer.body += piece }
        } else {
            answer.body = try readToEnd()
        }
        return answer
    }

    /// The next chunk; empty for the last.
    package func readChunk() throws -> [UInt8] {
        guard let count = Int(try read(through: "\r\n").dropLast(1), radix: 16) else {
            throw Failure(reason: "a chunk begins with its length")
        }
        let chunk = try read(count)
        _ = try read(through: "\r\n")
        return chunk
    }

    /// The next event of a stream, heartbeats too, as it was sent.
    package func readEvent(_ rest: inout [UInt8]) throws -> String {
        let mark = Array("\n\n".utf8)
        while true {
            if let range = rest.firstRange(of: mark) {
                defer { rest.removeFirst(range.upperBound) }
                return String(decoding: rest[..<range.upperBound], as: UTF8.self)
            }
            let chunk = try readChunk()
            guard !chunk.isEmpty else { throw Failure(reason: "the stream ended") }
            rest += chunk
        }
    }
}
