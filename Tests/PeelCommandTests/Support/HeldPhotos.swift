import Glibc
import Peel
import Synchronization
import TestSupport
import Testing
import WebTestSupport

/// Photos of a part that come from a server: they are in work for as long as the test wants.
final class HeldPhotos: Sendable {
    private let folder: FilePath
    private let server: LoopbackServer
    /// Reading from this end of a pipe ends when the other is closed.
    private let gate: CInt
    private let otherEnd: Mutex<CInt>

    /// - Parameter folder: of the photos' files.
    init(_ folder: FilePath) {
        self.folder = folder
        var ends: [CInt] = [-1, -1]
        precondition(pipe(&ends) == 0, "the system has a pipe")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let gate = ends[0]
        self.gate = gate
        otherEnd = Mutex(ends[1])
        server = LoopbackServer { request, connection in
            var byte: UInt8 = 0
            _ = read(gate, &byte, 1)
            connection.answer("200 OK", [:], (try? folder.appending(FilePath(request.path)).readBytes()) ?? [])
            return true
        }
    }

    deinit {
        release()
        server.close()
        close(gate)
    }

    /// The photos that were asked for.
    var requested: Set<String> { Set(server.requests.map(\.path)) }

    /// From now on all are answered.
    func release() {
        otherEnd.withLock { end in
            if end >= 0 { close(end) }
            end = -1
        }
    }

    /// Has the photos of a manifest come from here.
    func take(_ names: [String], of manifest: FilePath) throws {
        var text = String(decoding: try manifest.readBytes(), as: UTF8.self)
        for name in names {
            let path = #""photo":"\#(folder)/\#(name)""#
            #expect(text.contains(path))
            text = text.replacing(path, with: #""photo":"\#(server.url(name))""#)
        }
        try AtomicFile.write(Array(text.utf8), to: manifest)
    }
}
