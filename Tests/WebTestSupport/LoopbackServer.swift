import Execution
import Glibc
import HTTPMessages
import Synchronization
import TestSupport

/// A small HTTP/1.1 server on the loopback interface, with a thread for each connection, that counts what it sees.
///
/// It answers as a test says, also in ways that no server should: slowly, half, too much, for ever.
package final class LoopbackServer: Sendable {
    package struct Request: Sendable {
        package let method: String
        /// Without its first slash, and with its query.
        package let path: String
        package let fields: [String: String]
        /// As long as `Content-Length` says.
        package let body: [UInt8]
        /// From 1, of this connection.
        package let number: Int
    }

    /// What a route does with the connection.
    package struct Connection {
        fileprivate let descriptor: CInt

        /// - Returns: `false` when the client has gone.
        @discardableResult
        package func send(_ bytes: [UInt8]) -> Bool {
            var start = 0
            while start < bytes.count {
                let count = bytes.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start, CInt(MSG_NOSIGNAL))
                }
                if count <= 0 { return false }
                start += count
            }
            return true
        }

        @discardableResult
        package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        package func answer(_ status: String = "200 OK", _ fields: [String: String] = [:], _ body: [UInt8] = []) {
            let all = fields.merging(["Content-Length": "\(body.count)"]) { given, _ in given }
            let head = "HTTP/1.1 \(status)\r\n" + all.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
            // At once: a second piece would wait for the client to acknowledge the first.
            send(Array(head.utf8) + body)
        }

        /// Sends a byte again and again, 20 ms apart, until the client has gone.
        package func drip() {
            var client = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while send("x"), poll(&client, 1, 20) == 0 {}
        }

        /// Returns when the client has closed its side.
        package func waitForClient() {
            var byte: UInt8 = 0
            while recv(descriptor, &byte, 1, 0) > 0 {}
        }
    }

    /// Whether the connection may take another request.
    package typealias Route = @Sendable (Request, Connection) -> Bool

    private struct State {
        package var requests: [Request] = []
        var connectionCount = 0
        var open: Set<CInt> = []
        var isClosed = false
        var hasClosedListener = false
    }

    private let state = Mutex(State())
    private let changes = Changes()
    private let listener: CInt
    package let port: Int
    private let route: Route

    package init(_ route: @escaping Route) {
        self.route = route
        listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        port = withUnsafeMutablePointer(to: &address) { [listener] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(listener, address, length) == 0 && listen(listener, 512) == 0, "the port can be had")
                getsockname(listener, address, &length)
            }
            return Int(UInt16(bigEndian: pointer.pointee.sin_port))
        }
        let isStarted = SystemThread.start { [self] in accept() }
        precondition(isStarted, "the system gives a thread")
    }

    /// Ends all connections and returns once their threads have none any more.
    package func close() {
        state.withLock { state in
            // Its number may be another file's once the thread that accepts has closed it.
            if !state.hasClosedListener { shutdown(listener, CInt(SHUT_RDWR)) }
            state.isClosed = true
            for descriptor in state.open { shutdown(descriptor, CInt(SHUT_RDWR)) }
        }
    }

    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }
    package var requests: [Request] { state.withLock { $0.requests } }
    package var connectionCount: Int { state.withLock { $0.connectionCount } }
    package var openCount: Int { state.withLock { $0.open.count } }

    /// Whether it takes no more connections.
    package var isClosed: Bool { state.withLock { $0.hasClosedListener } }

    /// Returns once a condition on what the server tells holds.
    package func until(_ condition: @escaping @Sendable () -> Bool) async {
        await changes.until(condition)
    }

    package func untilNoneIsOpen() async {
        await until { self.openCount == 0 }
    }

    private func accept() {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let isWelcome = state.withLock { state in
                guard !state.isClosed else { return false }
                state.connectionCount += 1
                state.open.insert(descriptor)
                return true
            }
            guard isWelcome else {
                Glibc.close(descriptor)
                break
            }
            let isStarted = SystemThread.start { [self] in serve(descriptor) }
            precondition(isStarted, "the system gives a thread")
        }
        state.withLock { state in
            state.hasClosedListener = true
            Glibc.close(listener)
        }
        changes.note()
    }

    private func serve(_ descriptor: CInt) {
        var received: [UInt8] = []
        var number = 0
        while let request = read(descriptor, &received, number + 1) {
            number += 1
            state.withLock { $0.requests.append(request) }
            changes.note()
            if !route(request, Connection(descriptor: descriptor)) { break }
        }
        // At once: who sees that none is open may count the process's descriptors.
        state.withLock { state in
            Glibc.close(descriptor)
            state.open.remove(descriptor)
        }
        changes.note()
    }

    private func body(
        _ descriptor: CInt, _ received: inout [UInt8], _ fields: [String: String]
    ) -> [UInt8]? {
        let length = fields["content-length"].flatMap { Int($0) } ?? 0
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while received.count < length {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received += buffer[..<count]
        }
        defer { received.removeFirst(length) }
        return Array(received.prefix(length))
    }

    private func read(_ descriptor: CInt, _ received: inout [UInt8], _ number: Int) -> Request? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            let places = received.indices.dropLast(3)
            if let place = places.first(where: { received[$0..<$0 + 4].elementsEqual(end) }) {
                let lines = String(decoding: received[..<place], as: UTF8.self).split(separator: "\r\n")
                received.removeFirst(place + 4)
                var fields: [String: String] = [:]
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    fields[parts[0].lowercased()] = parts.count > 1 ? parts[1].drop { $0 == " " }.description : ""
                }
                let words = (lines.first ?? "").split(separator: " ")
                guard words.count > 1, let body = body(descriptor, &received, fields) else { return nil }
                return Request(
                    method: String(words[0]), path: String(words[1].dropFirst()), fields: fields, body: body,
                    number: number)
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received += buffer[..<count]
        }
    }
}
