import Files
import HTTPMessages
import Synchronization

/// Storage that speaks S3 on the loopback interface, in memory: it checks each request's signature by itself, and makes
/// the troubles that a test wants.
package final class StorageServer: Sendable {
    /// What goes wrong with a request.
    package enum Trouble: Sendable {
        /// An error instead of an answer.
        case refused(Int, String, fields: [String: String] = [:])
        /// The answer's body ends after so many bytes, and the connection with it.
        case endsAfter(Int)
        /// The object gets another tag before it is read.
        case rewritten
        /// This body instead of the right one.
        case body(String)
        /// The connection ends without an answer.
        case hangsUp
    }

    package struct Request: Sendable {
        package let method: String
        package let bucket: String
        /// Decoded.
        package let key: String
        /// Decoded.
        package let query: [String: String]
        package let fields: [String: String]
        package let body: [UInt8]
        /// Of all requests of this method and key, from 1.
        package let attempt: Int
    }

    private struct State {
        var objects: [String: [UInt8]] = [:]
        /// Of those that were written anew with the same bytes.
        var generations: [String: Int] = [:]
        var uploads: [String: [Int: [UInt8]]] = [:]
        var attempts: [String: Int] = [:]
        var requests: [Request] = []
        var badSignatures: [String] = []
    }

    package static let accessKey = "AKIDEXAMPLE"
    package static let secretKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
    package static let bucket = "photos"

    private let state = Mutex(State())
    private let server: Mutex<LoopbackServer?> = Mutex(nil)
    private let trouble: @Sendable (Request) -> Trouble?
    private let pageSize: Int
    private let sessionToken: String?

    /// - Parameters:
    ///   - pageSize: how many names a page of a list has.
    ///   - sessionToken: that requests must have; `nil` for none.
    package init(
        pageSize: Int = 1000, sessionToken: String? = nil,
        trouble: @escaping @Sendable (Request) -> Trouble? = { _ in nil }
    ) {
        self.pageSize = pageSize
        self.sessionToken = sessionToken
        self.trouble = trouble
        let server = LoopbackServer { [weak self] in self?.serve($0, $1) ?? false }
        self.server.withLock { $0 = server }
    }

    private var loopback: LoopbackServer {
        guard let server = server.withLock({ $0 }) else { preconditionFailure("the server was started") }
        return server
    }

    package var url: String { "http://127.0.0.1:\(loopback.port)" }
    /// What was asked, those with a wrong signature left out.
    package var requests: [Request] { state.withLock { $0.requests } }
    /// What was wrong with requests' signatures.
    package var badSignatures: [String] { state.withLock { $0.badSignatures } }
    package var objects: [String: [UInt8]] { state.withLock { $0.objects } }
    package var openUploads: Int { state.withLock { $0.uploads.count } }

    package func put(_ bytes: [UInt8], _ key: String) { state.withLock { $0.objects[key] = bytes } }
    package func remove(_ key: String) { state.withLock { $0.objects[key] = nil } }
    package func close() { loopback.close() }

    // MARK: Answers

    private typealias Answer = (status: String, fields: [String: String], body: [UInt8])

    private func serve(_ raw: LoopbackServer.Request, _ connection: LoopbackServer.Connection) -> Bool {
        let signature = SignatureCheck(
            raw, accessKey: Self.accessKey, secretKey: Self.secretKey, sessionToken: sessionToken)
        guard let parts = signature.parts else {
            state.withLock { $0.badSignatures.append("unreadable: \(raw.path)") }
            connection.answer("400 Bad Request")
            return true
        }
        if let complaint = signature.complaint {
            state.withLock { $0.badSignatures.append("\(raw.method) \(raw.path): \(complaint)") }
            reply(connection, Self.error(403, "SignatureDoesNotMatch"), isHead: raw.method == "HEAD")
            return true
        }
        let request = state.withLock { state in
            let name = "\(raw.method) \(parts.key)"
            state.attempts[name, default: 0] += 1
            let request = Request(
                method: raw.method, bucket: parts.bucket, key: parts.key, query: parts.query, fields: raw.fields,
                body: raw.body, attempt: state.attempts[name] ?? 0)
            state.requests.append(request)
            return request
        }
        var answer: Answer
        var end: Int?
        switch trouble(request) {
        case .refused(let status, let code, let fields):
            answer = Self.error(status, code)
            answer.fields.merge(fields) { $1 }
        case .body(let text): answer = ("200 OK", [:], Array(text.utf8))
        case .hangsUp: return false
        case .endsAfter(let count):
            answer = self.answer(request)
            end = count
        case .rewritten:
            state.withLock { $0.generations[request.key, default: 0] += 1 }
            answer = self.answer(request)
        case nil: answer = self.answer(request)
        }
        if let end {
            connection.send(
                "HTTP/1.1 \(answer.status)\r\n" + answer.fields.map { "\($0): \($1)\r\n" }.joined()
                    + "Content-Length: \(answer.body.count)\r\n\r\n")
            connection.send(Array(answer.body.prefix(end)))
            return false
        }
        reply(connection, answer, isHead: raw.method == "HEAD")
        return true
    }

    private func reply(_ connection: LoopbackServer.Connection, _ answer: Answer, isHead: Bool) {
        guard isHead else { return connection.answer(answer.status, answer.fields, answer.body) }
        let fields = answer.fields.merging(["Content-Length": "\(answer.body.count)"]) { $1 }
        connection.answer(answer.status, fields)
    }

    private static func error(_ status: Int, _ code: String) -> Answer {
        let body = "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>said &amp; done</Message></Error>"
        return ("\(status) Status", ["Content-Type": "application/xml"], Array(body.utf8))
    }

    private func answer(_ request: Request) -> Answer {
        guard request.bucket == Self.bucket else { return Self.error(404, "NoSuchBucket") }
        if request.key.isEmpty { return list(request.query) }
        switch request.method {
        case "GET", "HEAD": return read(request)
        case "PUT" where request.query["uploadId"] != nil: return putPart(request)
        case "PUT":
            state.withLock { $0.objects[request.key] = request.body }
            return ("200 OK", ["ETag": Self.tag(request.body, 0)], [])
        case "DELETE":
            state.withLock { state in
                if let upload = request.query["uploadId"] {
                    state.uploads[upload] = nil
                } else {
                    state.objects[request.key] = nil
                }
            }
            return ("204 No Content", [:], [])
        case "POST" where request.query["uploads"] != nil:
            state.withLock { $0.uploads["u+/=\(request.key)"] = [:] }
            return (
                "200 OK", [:],
                Array(
                    "<InitiateMultipartUploadResult><UploadId>u+/=\(request.key)</UploadId></InitiateMultipartUploadResult>"
                        .utf8)
            )
        case "POST": return complete(request)
        default: return Self.error(405, "MethodNotAllowed")
        }
    }

    private static func tag(_ bytes: [UInt8], _ generation: Int) -> String {
        "\"\(SHA256Digest(of: bytes).hex.prefix(16))\(generation > 0 ? "-\(generation)" : "")\""
    }

    private func read(_ request: Request) -> Answer {
        let (bytes, generation) = state.withLock { ($0.objects[request.key], $0.generations[request.key] ?? 0) }
        guard let bytes else { return Self.error(404, "NoSuchKey") }
        let tag = Self.tag(bytes, generation)
        if let wanted = request.fields["if-match"], wanted != tag { return Self.error(412, "PreconditionFailed") }
        guard let range = request.fields["range"], let start = Int(range.dropFirst(6).dropLast()), start < bytes.count
        else { return ("200 OK", ["ETag": tag], bytes) }
        return (
            "206 Partial Content",
            ["ETag": tag, "Content-Range": "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"], Array(bytes[start...])
        )
    }

    private func putPart(_ request: Request) -> Answer {
        let isKnown = state.withLock { state in
            guard let upload = request.query["uploadId"], let number = request.query["partNumber"].flatMap({ Int($0) }),
                state.uploads[upload] != nil
            else { return false }
            state.uploads[upload]?[number] = request.body
            return true
        }
        return isKnown ? ("200 OK", ["ETag": Self.tag(request.body, 0)], []) : Self.error(404, "NoSuchUpload")
    }

    private func complete(_ request: Request) -> Answer {
        let text = String(decoding: request.body, as: UTF8.self)
        return state.withLock { state in
            guard let name = request.query["uploadId"], let parts = state.uploads[name] else {
                return Self.error(404, "NoSuchUpload")
            }
            let ordered = parts.sorted { $0.key < $1.key }
            let isRight = ordered.allSatisfy { number, bytes in
                let tag = Self.tag(bytes, 0).replacing("\"", with: "&quot;")
                return text.contains("<Part><PartNumber>\(number)</PartNumber><ETag>\(tag)</ETag></Part>")
            }
            guard isRight else { return Self.error(400, "InvalidPart") }
            state.objects[request.key] = ordered.flatMap(\.value)
            state.uploads[name] = nil
            return ("200 OK", [:], Array("<CompleteMultipartUploadResult/>".utf8))
        }
    }

    private func list(_ query: [String: String]) -> Answer {
        guard query["list-type"] == "2", query["encoding-type"] == "url" else {
            return Self.error(400, "InvalidArgument")
        }
        let prefix = query["prefix"] ?? ""
        var lines: [String] = []
        var names: [(name: String, line: String)] = []
        let objects = self.objects
        for key in objects.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            guard let rest = key.rest(after: prefix) else { continue }
            if let delimiter = query["delimiter"]?.utf8.first, let slash = rest.utf8.firstIndex(of: delimiter) {
                let folder = "\(prefix)\(rest[..<slash])/"
                if names.last?.name == folder { continue }
                names.append(
                    (folder, "<CommonPrefixes><Prefix>\(SignatureCheck.encoded(folder, "/"))</Prefix></CommonPrefixes>")
                )
            } else {
                let bytes = objects[key] ?? []
                let line =
                    "<Contents><Key>\(SignatureCheck.encoded(key, "/").replacing("%20", with: "+"))</Key><ETag>"
                    + Self.tag(bytes, 0).replacing("\"", with: "&quot;")
                    + "</ETag><Size>\(bytes.count)</Size></Contents>"
                names.append((key, line))
            }
        }
        let start = query["continuation-token"].flatMap { Int($0.dropFirst(3)) } ?? 0
        for name in names.dropFirst(start).prefix(pageSize) { lines.append(name.line) }
        let isTruncated = start + pageSize < names.count
        let next = isTruncated ? "<NextContinuationToken>+/=\(start + pageSize)</NextContinuationToken>" : ""
        let body =
            "<?xml version='1.0' encoding='UTF-8'?>\n<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
            + "<EncodingType>url</EncodingType><IsTruncated>\(isTruncated)</IsTruncated>\(next)\(lines.joined())"
            + "</ListBucketResult>"
        return ("200 OK", ["Content-Type": "application/xml"], Array(body.utf8))
    }
}
