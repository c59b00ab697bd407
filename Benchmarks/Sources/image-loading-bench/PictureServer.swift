import Glibc
import Synchronization

/// Serves one picture under any address, as late as it is told, and fails for every so many-th: a server to measure
/// against. A thread for each connection.
final class PictureServer: Sendable {
    private let listener: CInt
    let port: Int
    private let picture: [UInt8]
    private let latency: useconds_t
    private let failureEvery: Int
    private let served = Atomic(0)
    private let connections = Atomic(0)

    var requests: Int { served.load(ordering: .relaxed) }
    var connectionCount: Int { connections.load(ordering: .relaxed) }

    /// - Parameter failureEvery: of the numbers that addresses end with, those that this divides get status 500.
    init(picture: [UInt8], latencyMilliseconds: Int, failureEvery: Int) {
        self.picture = picture
        latency = useconds_t(latencyMilliseconds * 1000)
        self.failureEvery = failureEvery
        listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        port = withUnsafeMutablePointer(to: &address) { [listener] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(listener, address, length) == 0 && listen(listener, 4096) == 0, "a port can be had")
                getsockname(listener, address, &length)
            }
            return Int(UInt16(bigEndian: pointer.pointee.sin_port))
        }
    }

    /// Serves for ever.
    func run() -> Never {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { continue }
            connections.add(1, ordering: .relaxed)
            onThread { self.serve(descriptor) }
        }
    }

    private func serve(_ descriptor: CInt) {
        let answer =
            Array("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: \(picture.count)\r\n\r\n".utf8)
            + picture
        let failure = Array("HTTP/1.1 500 Failed\r\nContent-Length: 0\r\n\r\n".utf8)
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
            let address = String(decoding: buffer[..<count].prefix { $0 != 0x0D }, as: UTF8.self)
            let number = Int(address.split { !$0.isNumber }.first ?? "") ?? 0
            if address.contains("/counts") {
                reply(descriptor, "\(requests) \(connectionCount)")
                continue
            }
            served.add(1, ordering: .relaxed)
            usleep(latency)
            guard send(descriptor, number % failureEvery == failureEvery - 1 ? failure : answer) else { break }
        }
        close(descriptor)
    }

    private func reply(_ descriptor: CInt, _ text: String) {
        _ = send(descriptor, Array("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8))
    }

    private func send(_ descriptor: CInt, _ bytes: [UInt8]) -> Bool {
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
}

private func onThread(_ body: @escaping @Sendable () -> Void) {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 256 << 10)
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let status = pthread_create(
        &thread, &attributes,
        { box in
            guard let box else { return nil }
            Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body()
            return nil
        }, Unmanaged.passRetained(Box(body)).toOpaque())
    precondition(status == 0, "the system gives a thread")
}
