import CMicroHTTPD
import Files
import Glibc

/// A request on its connection, from its first line to the end of its answer. Only that connection's thread uses it.
final class Exchange {
    enum Phase {
        case new
        case receiving(HTTPRequest, maximumBodyBytes: Int)
        /// The rest of the body is read and discarded before the answer is sent.
        case discarding(HTTPRequest, HTTPResponse, count: Int)
        case answered
    }

    let core: ServerCore
    /// The target as it was sent.
    let target: String
    /// Where libmicrohttpd has the target. It decodes it in place.
    let targetBytes: UnsafeRawBufferPointer
    let socket: CInt
    var phase = Phase.new
    var body: [UInt8] = []
    /// The folder for the body; `nil` keeps it in memory.
    var bodyFolder: FilePath?
    private var bodyFile: BodyFile?
    private var storedBytes = 0
    /// The number of ``storedBytes`` when the free disk was last checked.
    private var checkedBytes = 0
    private static let bytesBetweenChecks = 4 << 20
    /// The bytes of the server's memory for bodies that this request has.
    var reservedBytes = 0
    /// The bytes of the server's memory for answers that this one has.
    var reservedAnswerBytes = 0
    var buffer: StreamBuffer?
    /// Whether the client is sending a body that will not be read.
    var leavesBody = false
    /// Whether nothing more is read from the connection, because its header or the end of its body is ambiguous.
    var isLast = false
    private var isCounted = false

    init(core: ServerCore, target: UnsafePointer<CChar>, socket: CInt) {
        self.core = core
        self.target = String(cString: target)
        targetBytes = UnsafeRawBufferPointer(start: target, count: strlen(target))
        self.socket = socket
    }

    /// Continues the request. libmicrohttpd calls it after the header fields, for each piece of the body, and at its
    /// end.
    ///
    /// - Parameter piece: empty after the header fields and at the end of the body; always taken whole.
    /// - Returns: whether the connection goes on.
    func proceed(_ connection: Connection, method: UnsafePointer<CChar>, piece: UnsafeRawBufferPointer) -> Bool {
        switch phase {
        case .new:
            isCounted = true
            core.beginExchange()
            return judge(connection, method: method)
        case .receiving(let request, let limit):
            if piece.isEmpty { return answer(request, on: connection) }
            receive(piece, of: request, limit: limit)
            return true
        case .discarding(let request, let response, let count):
            if piece.isEmpty { return send(response, for: request, on: connection) }
            phase = .discarding(request, response, count: count + piece.count)
            return count + piece.count <= core.limits.discardedBodyBytes
        case .answered:
            return false
        }
    }

    private func receive(_ piece: UnsafeRawBufferPointer, of request: HTTPRequest, limit: Int) {
        if body.count + storedBytes + piece.count > limit {
            discard(request, HTTPResponse(.bodyTooLarge(limit: limit)))
        } else if let bodyFolder {
            store(piece, of: request, in: bodyFolder)
        } else if !core.withLoad({ $0.reserveBody(piece.count) }) {
            discard(request, core.busy)
        } else {
            reservedBytes += piece.count
            body.append(contentsOf: piece)
        }
    }

    private func store(_ piece: UnsafeRawBufferPointer, of request: HTTPRequest, in folder: FilePath) {
        guard core.withLoad({ $0.reserveStoredBody(piece.count) }) else { return discard(request, core.busy) }
        storedBytes += piece.count
        if storedBytes - checkedBytes > Self.bytesBetweenChecks {
            if let full = lackOfRoom(for: Self.bytesBetweenChecks, in: folder) { return discard(request, full) }
            checkedBytes = storedBytes
        }
        do throws(FileError) {
            if bodyFile == nil { bodyFile = try BodyFile(in: folder) }
            try bodyFile?.append(piece)
        } catch {
            discard(request, HTTPResponse(.bodyNotStored(error)))
        }
    }

    /// Checks the free disk: a full one would harm more than this body.
    ///
    /// - Returns: the refusal of what the disk has no room for.
    func lackOfRoom(for count: Int, in folder: FilePath) -> HTTPResponse? {
        guard let free = try? folder.freeByteCount(), free - core.limits.freeDiskBytes < count else { return nil }
        return HTTPResponse(.bodyNotStored(FileError("write", folder, errorNumber: ENOSPC)))
    }

    private func discard(_ request: HTTPRequest, _ response: HTTPResponse) {
        releaseBody()
        phase = .discarding(request, response, count: 0)
    }

    private func releaseBody() {
        body = []
        core.withLoad { $0.releaseBody(reservedBytes) }
        reservedBytes = 0
        bodyFile = nil
        core.withLoad { $0.releaseStoredBody(storedBytes) }
        storedBytes = 0
    }

    private func answer(_ head: HTTPRequest, on connection: Connection) -> Bool {
        var request = head
        swap(&request.body, &body)
        request.bodyFile = bodyFile
        guard let run = RequestRun(), core.begin(run) else { return send(core.busy, for: head, on: connection) }
        core.connections.setDeadline(nil, for: socket)
        let response = run.answer(request, by: core.service, socket: socket)
        core.end(run)
        (request.body, request.bodyFile) = ([], nil)
        releaseBody()
        connection.restartIdleTime(core.limits.idleTime)
        guard let response else { return false }
        return send(response, for: head, on: connection)
    }

    /// Ends the exchange: the answer was sent, or the connection broke.
    func end() {
        if let buffer {
            buffer.close()
            core.end(buffer)
        }
        releaseBody()
        core.withLoad { $0.releaseAnswer(reservedAnswerBytes) }
        reservedAnswerBytes = 0
        if leavesBody { LingeringClose.drain(socket) }
        core.connections.setDeadline(.now + core.limits.idleTime + core.limits.headerTime, for: socket)
        if isCounted { core.endExchange() }
    }
}
